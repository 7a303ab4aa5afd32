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

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}

/** Throws a SyntaxError where `text` is no JSON. */
export function exactJsonOf(text: string): Json {
  const plain = JSON.parse(text) as Json
  if (!mayLoseDigits(text)) return plain
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

/** Looked for first, because reviving costs several times what parsing does. `text` is JSON. */
function mayLoseDigits(text: string): boolean {
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset)
    if (code === QUOTE) offset = endOfJsonString(text, offset)
    else if (isDigit(code)) {
      const start = offset
      while (isPartOfNumber(text.charCodeAt(offset + 1))) offset += 1
      if (offset - start >= DIGITS_SURE || hasExponent(text, start, offset)) return true
    }
  }
  return false
}

/** The offset of the quote that ends the JSON string whose first quote is at `start`; the end of the text if none does. */
export function endOfJsonString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashCount = 0
    while (text.charCodeAt(end - 1 - backslashCount) === BACKSLASH) backslashCount += 1
    if (backslashCount % 2 === 0) return end
  }
  return text.length
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** A number of so many characters never loses any. */
const DIGITS_SURE = 15

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Digits, point, signs and the letters of an exponent. */
function isPartOfNumber(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x2b || code === 0x2d || code === 0x65 || code === 0x45
}

function hasExponent(text: string, start: number, end: number): boolean {
  return /[eE]/.test(text.slice(start, end + 1))
}

/** As many digits as tell any two doubles apart; a number with more may be meant exactly. */
const DIGITS_MAX = 17

function losesDigits(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return true
  if (String(value) === source) return false
  if (Number.isInteger(value)) return !Number.isSafeInteger(value)
  return source.replace(/[eE].*$/, '').replace(/^-?[0.]*|\./g, '').length > DIGITS_MAX
}
