/**
 * JSON text as plain data that keeps every digit of its numbers.
 *
 * A JavaScript number holds integers up to 2^53; identifiers of other systems are larger. A number that would lose digits is
 * therefore kept as it is written, in the form that `JSON.stringify` writes back unchanged. Such a number is an object
 * without a prototype: whoever looks into data asks `isExactNumber` before he takes an object for a JSON object.
 */

import type { Json, JsonObject } from './json.ts'

/** A number as its text. `JSON.stringify` writes that text. */
export interface ExactNumber extends JsonObject {
  readonly rawJSON: string
}

/** Part of the engine since Node 21, and of the language's types some day. */
interface SourceText {
  rawJSON(text: string): ExactNumber
  isRawJSON(value: unknown): value is ExactNumber
  parse(text: string, revive: (key: string, value: Json, context: { readonly source?: string }) => Json): Json
}

const sourceText = JSON as unknown as SourceText

export function isExactNumber(value: unknown): value is ExactNumber {
  return sourceText.isRawJSON(value)
}

/** Throws a SyntaxError where `text` is no JSON. */
export function exactJsonOf(text: string): Json {
  const plain = JSON.parse(text) as Json
  if (!mayLoseDigits.test(text)) return plain
  try {
    return sourceText.parse(text, (_, value, { source = '' }) =>
      typeof value === 'number' && losesDigits(value, source) ? sourceText.rawJSON(source) : value,
    )
  } catch (error) {
    // Reviving goes down level by level and overflows the stack where plain parsing does not.
    if (error instanceof RangeError) return plain
    throw error
  }
}

/** `value` with every exact number as the nearest JavaScript number, for readers that know no other. Not for deep data. */
export function plainNumbers(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (isExactNumber(value)) return Math.min(Math.max(Number(value.rawJSON), -Number.MAX_VALUE), Number.MAX_VALUE)
  if (Array.isArray(value)) return (value as readonly Json[]).map(plainNumbers)
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, plainNumbers(field)]))
}

/** Looked for first, because reviving costs several times what parsing does. */
const mayLoseDigits = /\d{16}|\d[eE]\+?\d{2}|\d\.\d{14}/

/** As many digits as tell any two doubles apart; a number with more may be meant exactly. */
const DIGITS_MAX = 17

function losesDigits(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return true
  if (String(value) === source) return false
  if (Number.isInteger(value)) return !Number.isSafeInteger(value)
  return source.replace(/[eE].*$/, '').replace(/^-?[0.]*|\./g, '').length > DIGITS_MAX
}
