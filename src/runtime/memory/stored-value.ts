/**
 * Values as the text that a persistent memory stores: JSON that both implementations of Sense write and read.
 *
 * It is ASCII, with `\uXXXX` for the rest, as Python's `json` writes it. Python also writes numbers that are not finite;
 * they are read but never written.
 */

import { storeDamaged, valueNotStorable } from '../../compiler/diagnostics/catalogue/memory.ts'
import { notInJson } from '../../compiler/diagnostics/catalogue/values.ts'
import type { State } from '../ports/stores.ts'
import { JsonTextError, jsonText, parseJson } from '../values/json.ts'
import { JSON_DEPTH_MAX } from '../values/limits.ts'
import { SenseError } from '../values/sense-error.ts'
import type { SiteId } from '../values/sense-error.ts'
import { TextBuilder } from '../values/text-builder.ts'
import type { Value } from '../values/value.ts'

/** The text to store for `value`; an error that names `methodName` if a memory cannot keep it. */
export function storedText(value: Value, methodName: string, site: SiteId): string {
  const json = jsonOf(value, methodName, site)
  // Text that was quoted whole has no brackets of its own.
  if (typeof value !== 'string' && isTooDeep(json)) {
    throw new SenseError(valueNotStorable(methodName, 'its Arrays and Records are nested more than 1,000 deep'), site)
  }
  return asciiText(json, site)
}

/** The value in a row: nil if it says that the key was forgotten. An error if no implementation can have written it. */
export function valueOfRow(row: State, path: string, site: SiteId): Value {
  if (row.op === 'forget') return null
  if (row.value === null) throw new SenseError(storeDamaged(path, `row ${row.version} has no value`), site)
  try {
    return parseJson(row.value, { hasNonFiniteNumbers: true })
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    throw new SenseError(storeDamaged(path, `the value in row ${row.version} is not JSON: ${error.message}`), site)
  }
}

function jsonOf(value: Value, methodName: string, site: SiteId): string {
  try {
    return jsonText(value, site)
  } catch (error) {
    const isRefused = error instanceof SenseError && error.problem.code === notInJson.code
    if (!isRefused) throw error
    throw new SenseError(valueNotStorable(methodName, error.problem.headline), site)
  }
}

/** Whether reading the text would fail. It is looked at, and not the value, whose parts may be shared many times. */
function isTooDeep(json: string): boolean {
  // Each level takes two brackets.
  if (json.length <= 2 * JSON_DEPTH_MAX) return false
  let depth = 0
  let isInString = false
  for (let offset = 0; offset < json.length; offset += 1) {
    const character = json[offset]
    if (character === '"') isInString = !isInString
    else if (isInString) offset += character === '\\' ? 1 : 0
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > JSON_DEPTH_MAX) return true
  }
  return false
}

/** Python escapes the delete character too. */
const beyondAscii = /[\u007f-\uffff]/g

/** Units replaced at once: six times as long they are still short, and the builder watches the whole. */
const pieceLength = 2 ** 16

function asciiText(json: string, site: SiteId): string {
  if (json.search(beyondAscii) === -1) return json
  const builder = new TextBuilder(site)
  for (let start = 0; start < json.length; start += pieceLength) {
    builder.add(json.slice(start, start + pieceLength).replace(beyondAscii, escapeOf))
  }
  return builder.text()
}

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
