/** Looking into JSON that somebody else wrote. */

import { exactJsonOf, isExactNumber, isJsonObject } from '../../runtime/ports/exact-json.ts'
import { DEPTH_MAX, isContainer, isTooDeep } from '../../runtime/ports/json-depth.ts'
import type { Json, JsonObject } from '../../runtime/ports/json.ts'

export { isJsonObject }

export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** A field of the object's own: JSON may name one `__proto__` or `constructor`. */
export function fieldOf(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

export function textField(value: JsonObject, name: string): string | undefined {
  const field = fieldOf(value, name)
  return typeof field === 'string' ? field : undefined
}

/** A number, also one written as text or larger than JavaScript's; NaN for all else. */
export function numberOf(value: Json | undefined): number {
  if (isExactNumber(value)) return Number(value.rawJSON)
  if (typeof value === 'string') return value.trim() === '' ? NaN : Number(value)
  return typeof value === 'number' ? value : NaN
}

/** `text` as a JSON object or array; undefined if it is neither. */
export function parsedJson(text: string): Json | undefined {
  // Most noise is told apart by its ends; letting the parser throw costs far more.
  const ends = `${text.at(0) ?? ''}${text.at(-1) ?? ''}`
  if (ends !== '{}' && ends !== '[]') return undefined
  return parsed(text) ?? (hasControls(text) ? parsed(withEscapedControls(text)) : undefined)
}

/** `text` as a JSON string; undefined if it is none. */
export function parsedText(text: string): string | undefined {
  const value = text.endsWith('"') ? parsed(text) : undefined
  return typeof value === 'string' ? value : undefined
}

function parsed(text: string): Json | undefined {
  try {
    return exactJsonOf(text)
  } catch {
    return undefined
  }
}

function hasControls(text: string): boolean {
  return /[\0-\x1f]/.test(text)
}

/** JSON whose strings hold tabs and other control characters as they are, which some servers forget to escape. */
function withEscapedControls(text: string): string {
  const pieces = text.split('"')
  let isInString = false
  for (const [index, piece] of pieces.entries()) {
    if (isInString) {
      pieces[index] = piece.replace(/[\0-\x1f]/g, (code) => `\\u${code.charCodeAt(0).toString(16).padStart(4, '0')}`)
    }
    // An escaped quote does not end the string.
    if (!isInString || backslashesAtEnd(piece) % 2 === 0) isInString = !isInString
  }
  return pieces.join('"')
}

function backslashesAtEnd(text: string): number {
  let start = text.length
  while (text[start - 1] === '\\') start -= 1
  return text.length - start
}

/** The JSON text of `value`, or in words that it is nested too deep to have one. */
export function jsonText(value: Json): string {
  return isTooDeep(value) ? `JSON nested more than ${DEPTH_MAX} deep` : JSON.stringify(value)
}

/** `value` with each of its texts and names of fields changed. Not for deep data. */
export function withTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (isJsonArray(value)) return value.map((element) => withTexts(element, change))
  return isJsonObject(value) ? objectWithTexts(value, change) : value
}

export function objectWithTexts(value: JsonObject, change: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [change(name), withTexts(field, change)]))
}

/** About how many characters the JSON text of `value` has: of its names and texts, and some for each value. */
export function textLengthOf(value: Json): number {
  let length = 0
  const open: Json[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    length += typeof next === 'string' ? next.length : VALUE_LENGTH
    if (!isContainer(next)) continue
    if (!isJsonArray(next)) for (const name of Object.keys(next)) length += name.length
    for (const element of Object.values(next)) open.push(element)
  }
  return length
}

/** What a number or a pair of brackets takes at most, more or less. */
const VALUE_LENGTH = 8
