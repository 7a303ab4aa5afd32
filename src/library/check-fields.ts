/**
 * Objects that a host program writes, checked before they are used.
 *
 * TypeScript finds most mistakes, but hosts are also written in JavaScript, and options come out of files. A field that is
 * not known, or cannot be meant, must not be passed over: a policy that is misspelt would protect nothing.
 */

import { listOfNames, nearNameHint } from '../compiler/diagnostics/catalogue/execution.ts'
import { isCapability } from '../runtime/safety/capability-form.ts'
import { thingText } from './thing-text.ts'

/** What a field must be. */
export interface Rule {
  /** The end of the sentence "it must be". */
  readonly what: string
  readonly isKept: (value: unknown) => boolean
  /** Of an array: what each of its elements must be. */
  readonly each?: Rule
}

export const aFunction: Rule = { what: 'a function', isKept: (value) => typeof value === 'function' }
export const aString: Rule = { what: 'a string', isKept: (value) => typeof value === 'string' }
export const anObject: Rule = { what: 'an object', isKept: isObject }

/** A capability that something needs. */
export const capabilityName: Rule = {
  what: 'a capability, words joined by dots such as "mail.send"',
  isKept: (value) => typeof value === 'string' && isCapability(value),
}

export function arrayOf(each: Rule, what: string): Rule {
  return { what, isKept: Array.isArray, each }
}

/** Throws a TypeError if `fields` is no object, has a field without a rule, or one that breaks its rule. */
export function checkFields(owner: string, fields: unknown, rules: Readonly<Record<string, Rule>>): void {
  if (!isObject(fields)) throw new TypeError(`${owner} must be an object, not ${thingText(fields)}`)
  for (const [name, value] of Object.entries(fields)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (rule === undefined) throw new TypeError(`${owner}: there is no \`${name}\`; ${knownNames(name, rules)}`)
    if (value !== undefined) checkRule(owner, name, value, rule)
  }
}

function checkRule(owner: string, name: string, value: unknown, { what, isKept, each }: Rule): void {
  if (!isKept(value)) throw new TypeError(`${owner}: \`${name}\` must be ${what}, not ${thingText(value)}`)
  if (each === undefined || !Array.isArray(value)) return
  for (const [index, element] of value.entries()) checkRule(owner, `${name}[${index}]`, element, each)
}

function knownNames(name: string, rules: object): string {
  const names = Object.keys(rules)
  return nearNameHint(name, names) ?? `what can stand there is ${listOfNames(names)}`
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
