/**
 * The arguments that a model wrote for a call, as values.
 *
 * They arrive as text that may be anything. For a declared tool they are matched to the parameters by name, and read by
 * our own parser, so that Ints stay exact and an object becomes a Record. For a tool of a server only their form is
 * checked: what they mean is the business of the server's schema (spec 02 §2, §3).
 */

import { argumentMissing, argumentsNotJson, argumentUnknown } from '../../compiler/diagnostics/catalogue/tools.ts'
import type { Problem } from '../../compiler/diagnostics/diagnostic.ts'
import type { Signature } from '../execution/signature.ts'
import { exactJsonOf } from '../ports/exact-json.ts'
import type { JsonObject } from '../ports/json.ts'
import { JsonTextError, parseJson } from '../values/json.ts'
import { SenseRecord } from '../values/record.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { quotedName } from './quoted-name.ts'

export type Parsed<Arguments> =
  { readonly kind: 'arguments'; readonly arguments: Arguments } | { readonly kind: 'fault'; readonly problem: Problem }

/** How many names of missing arguments a message lists. */
const namesListedMax = 10

/** The arguments in the order of the parameters. A missing or an unknown one is a fault that names it. */
export function argumentsFor(signature: Signature, text: string): Parsed<readonly Value[]> {
  const parsed = parsedRecord(signature.name, text)
  if (parsed.kind === 'fault') return parsed
  const { entries } = parsed.arguments
  const known = signature.parameters.map(({ name }) => name)
  const unknown = [...entries.keys()].find((key) => !known.includes(key))
  if (unknown !== undefined) return fault(argumentUnknown(signature.name, quotedName(unknown), known))
  const missing = known.filter((name) => !entries.has(name))
  if (missing.length > 0) return fault(argumentMissing(signature.name, missing.slice(0, namesListedMax)))
  return { kind: 'arguments', arguments: known.map((name) => entries.get(name) ?? null) }
}

/** The arguments as plain data, exactly as the model wrote them. */
export function plainArguments(toolName: string, text: string): Parsed<JsonObject> {
  const parsed = parsedRecord(toolName, text)
  if (parsed.kind === 'fault') return parsed
  return { kind: 'arguments', arguments: jsonObjectOf(isBlank(text) ? '{}' : text) }
}

function parsedRecord(toolName: string, text: string): Parsed<SenseRecord> {
  // Some models write nothing at all for a tool without parameters.
  if (isBlank(text)) return { kind: 'arguments', arguments: new SenseRecord() }
  const value = parsedValue(text)
  if (value instanceof JsonTextError) {
    const { message, line, column } = value
    return fault(argumentsNotJson(toolName, `${message} (line ${line}, column ${column})`))
  }
  if (value instanceof SenseRecord) return { kind: 'arguments', arguments: value }
  return fault(argumentsNotJson(toolName, `this is ${describeValue(value)}`))
}

function parsedValue(text: string): Value | JsonTextError {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonTextError) return error
    throw error
  }
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

function fault(problem: Problem): Parsed<never> {
  return { kind: 'fault', problem }
}

/** Our own parser has found that the text is JSON and its root an object; this one gives plain data, with all digits. */
const jsonObjectOf = (text: string): JsonObject => exactJsonOf(text) as JsonObject
