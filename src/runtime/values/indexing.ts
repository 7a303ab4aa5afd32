/**
 * `target[index]`, `target[index] = value`, `len` and `push` (spec 01 §3, §11).
 */

import {
  arrayTooLong,
  indexNotAssignable,
  indexNotInt,
  indexOutOfBounds,
  keyNotString,
  missingKey,
  noLength,
  notIndexable,
  pushNeedsArray,
  recordTooLarge,
  stringNotChangeable,
} from '../../compiler/diagnostics/catalogue/values.ts'
import { codePointCount, codePointOf } from './code-points.ts'
import { ARRAY_ELEMENTS_MAX, RECORD_ENTRIES_MAX } from './limits.ts'
import { SenseRecord } from './record.ts'
import { SenseError, type SiteId } from './sense-error.ts'
import { describeValue, isObjectValue } from './types.ts'
import { isArray, isInt, type ArrayValue, type Value } from './value.ts'

export { codePointsOf } from './code-points.ts'

/** A missing key is compared with the others for near ones only while they are few: it takes time for each. */
const keysComparedMax = 1_000

/** `target[index]`. A negative index of an Array or String counts from the end. */
export function readIndex(target: Value, index: Value, site: SiteId): Value {
  if (isArray(target)) return readElement(target, index, site)
  if (typeof target === 'string') return readCodePoint(target, index, site)
  if (target instanceof SenseRecord) return readEntry(target, index, site)
  if (isObjectValue(target) && target.readIndex !== undefined) return target.readIndex(index, site)
  throw new SenseError(notIndexable(describeValue(target)), site)
}

/** `target[index] = value`, which yields `value`. An Array does not grow by it; a Record does. */
export function writeIndex(target: Value, index: Value, value: Value, site: SiteId): Value {
  if (isArray(target)) target[elementPlace(target, index, site)] = value
  else if (target instanceof SenseRecord) writeEntry(target, index, value, site)
  else if (typeof target === 'string') throw new SenseError(stringNotChangeable(), site)
  else if (isObjectValue(target) && target.writeIndex !== undefined) target.writeIndex(index, value, site)
  else throw new SenseError(indexNotAssignable(describeValue(target)), site)
  return value
}

/** `len(value)`: code points, elements or entries. */
export function lengthOf(value: Value, site: SiteId): number {
  if (isArray(value)) return value.length
  if (typeof value === 'string') return codePointCount(value)
  if (value instanceof SenseRecord) return value.entries.size
  throw new SenseError(noLength(describeValue(value)), site)
}

/** `push(array, value)`, which yields the array. */
export function push(array: Value, value: Value, site: SiteId): ArrayValue {
  if (!isArray(array)) throw new SenseError(pushNeedsArray(describeValue(array)), site)
  if (array.length >= ARRAY_ELEMENTS_MAX) throw new SenseError(arrayTooLong(), site)
  array.push(value)
  return array
}

/** `record[key] = value` for a key known to be a String; an error if the Record is full. */
export function setEntry(record: SenseRecord, key: string, value: Value, site: SiteId): void {
  const isFull = record.entries.size >= RECORD_ENTRIES_MAX && !record.entries.has(key)
  if (isFull) throw new SenseError(recordTooLarge(), site)
  record.entries.set(key, value)
}

function readElement(array: ArrayValue, index: Value, site: SiteId): Value {
  if (typeof index === 'number' && index >= 0) {
    const element = array[index]
    if (element !== undefined) return element
  }
  return array[elementPlace(array, index, site)] ?? null
}

/** The JavaScript index of an element that exists. */
function elementPlace(array: ArrayValue, index: Value, site: SiteId): number {
  if (!isInt(index)) throw new SenseError(indexNotInt('an Array', describeValue(index)), site)
  const place = Number(index < 0 ? BigInt(index) + BigInt(array.length) : index)
  if (place < 0 || place >= array.length) {
    throw new SenseError(indexOutOfBounds(String(index), 'Array', array.length), site)
  }
  return place
}

function readCodePoint(text: string, index: Value, site: SiteId): string {
  if (!isInt(index)) throw new SenseError(indexNotInt('a String', describeValue(index)), site)
  const place = index < 0 ? Number(index) + codePointCount(text) : Number(index)
  const codePoint = codePointOf(text, place)
  if (codePoint !== undefined) return codePoint
  throw new SenseError(indexOutOfBounds(String(index), 'String', codePointCount(text)), site)
}

function readEntry(record: SenseRecord, key: Value, site: SiteId): Value {
  if (typeof key !== 'string') throw new SenseError(keyNotString(describeValue(key)), site)
  const value = record.entries.get(key)
  if (value !== undefined) return value
  const isComparable = record.entries.size <= keysComparedMax
  throw new SenseError(missingKey(key, isComparable ? [...record.entries.keys()] : []), site)
}

function writeEntry(record: SenseRecord, key: Value, value: Value, site: SiteId): void {
  if (typeof key !== 'string') throw new SenseError(keyNotString(describeValue(key)), site)
  setEntry(record, key, value, site)
}
