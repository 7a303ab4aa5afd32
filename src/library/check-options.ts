/** The options of a run, checked before anything runs. */

import { modelChoiceProblem } from '../engine/model-choice.ts'
import { isRuleName } from '../runtime/safety/capability-form.ts'
import type { HostPolicy } from '../runtime/safety/host-policy.ts'
import type { Rule } from './check-fields.ts'
import { aFunction, anObject, arrayOf, aString, checkFields, isObject } from './check-fields.ts'
import type { RunOptions, RunTextOptions } from './run-options.ts'

const provided: Rule = {
  what: 'what `defineTool`, `defineBuiltin` or `defineModel` gives',
  isKept: (value) => isDefined(value, ['tool', 'builtin', 'model']),
}

const capability: Rule = {
  what: 'a capability, words joined by dots such as "mail.send", or "mail.*" for all that begin with "mail."',
  isKept: (value) => typeof value === 'string' && isRuleName(value),
}

const fileRules: Readonly<Record<keyof RunOptions, Rule>> = {
  provide: arrayOf(provided, 'an array'),
  values: anObject,
  args: arrayOf(aString, 'an array of strings'),
  model: {
    what: 'a model that `defineModel` gives, or a string such as "anthropic" or "ollama:llama3.2"',
    isKept: (value) => typeof value === 'string' || isDefined(value, ['model']),
  },
  policy: anObject,
  dryRun: {
    what: '"actions" or "actions-and-tools"',
    isKept: (value) => value === 'actions' || value === 'actions-and-tools',
  },
  environment: { what: 'an object of strings, such as `process.env`', isKept: isEnvironment },
  lock: aString,
  frozen: { what: 'true or false', isKept: (value) => typeof value === 'boolean' },
  answer: aFunction,
  signIn: aFunction,
  onOutput: aFunction,
  onWarning: aFunction,
  onEvent: aFunction,
  signal: { what: 'an AbortSignal', isKept: isSignal },
  timeoutMs: {
    what: 'a number of milliseconds above 0',
    isKept: (value) => typeof value === 'number' && value > 0,
  },
}

const policyRules: Readonly<Record<keyof HostPolicy, Rule>> = {
  deny: arrayOf(capability, 'an array of capabilities'),
  allowOnly: arrayOf(capability, 'an array of capabilities'),
}

const textRules: Readonly<Record<keyof RunTextOptions, Rule>> = { name: aString, ...fileRules }

/** Throws a TypeError for the first option that the function does not know or cannot use. */
export function checkOptions(functionName: 'runText' | 'runFile', options: RunTextOptions): void {
  checkFields(`the options of \`${functionName}\``, options, functionName === 'runText' ? textRules : fileRules)
  const { policy, model } = options
  if (policy !== undefined) checkFields('`policy`', policy, policyRules)
  const problem = typeof model === 'string' ? modelChoiceProblem('`model`', model) : undefined
  if (problem !== undefined) throw new TypeError(`${problem.headline}; ${problem.hint}`)
}

function isDefined(value: unknown, kinds: readonly unknown[]): boolean {
  return isObject(value) && isObject(value['hostName']) && kinds.includes(value['kind'])
}

function isEnvironment(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((each) => each === undefined || typeof each === 'string')
}

/** Perhaps one of another realm, which is no instance of our class. */
function isSignal(value: unknown): boolean {
  return isObject(value) && typeof value['aborted'] === 'boolean' && typeof value['addEventListener'] === 'function'
}
