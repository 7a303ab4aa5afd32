/**
 * `<`, `<=`, `>`, `>=` (spec 01 §3): two numbers, or two Strings by code point.
 *
 * JavaScript compares a number with a bigint exactly, so Ints and doubles need no conversion here. It compares strings
 * by UTF-16 unit, which puts an emoji before U+FFFF; `compareText` corrects that.
 */

import { notComparable } from '../../compiler/diagnostics/catalogue/values.ts'
import { Float } from './float.ts'
import { SenseError, type SiteId } from './sense-error.ts'
import { describeValue } from './types.ts'
import { isInt, type Value } from './value.ts'

export function isLess(a: Value, b: Value, site: SiteId): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b) < 0
  const [left, right] = [rawNumber(a), rawNumber(b)]
  if (left === undefined || right === undefined) throw noOrder('<', a, b, site)
  return left < right
}

export function isLessOrEqual(a: Value, b: Value, site: SiteId): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a <= b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b) <= 0
  const [left, right] = [rawNumber(a), rawNumber(b)]
  if (left === undefined || right === undefined) throw noOrder('<=', a, b, site)
  return left <= right
}

export function isGreater(a: Value, b: Value, site: SiteId): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a > b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b) > 0
  const [left, right] = [rawNumber(a), rawNumber(b)]
  if (left === undefined || right === undefined) throw noOrder('>', a, b, site)
  return left > right
}

export function isGreaterOrEqual(a: Value, b: Value, site: SiteId): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a >= b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b) >= 0
  const [left, right] = [rawNumber(a), rawNumber(b)]
  if (left === undefined || right === undefined) throw noOrder('>=', a, b, site)
  return left >= right
}

/** Negative, 0 or positive, as `a` comes before, with or after `b` by code points. A lone surrogate counts as itself. */
export function compareText(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let offset = 0
  while (offset < end && a.charCodeAt(offset) === b.charCodeAt(offset)) offset += 1
  if (offset === end) return a.length - b.length
  // The first difference may be in the second half of a pair; then the code point starts one unit before.
  if (offset > 0 && isLeadingSurrogate(a.charCodeAt(offset - 1))) {
    const difference = codePointAt(a, offset - 1) - codePointAt(b, offset - 1)
    if (difference !== 0) return difference
  }
  return codePointAt(a, offset) - codePointAt(b, offset)
}

function codePointAt(text: string, offset: number): number {
  return text.codePointAt(offset) ?? 0
}

function isLeadingSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function rawNumber(value: Value): number | bigint | undefined {
  if (value instanceof Float) return value.double
  return isInt(value) ? value : undefined
}

function noOrder(operator: string, a: Value, b: Value, site: SiteId): SenseError {
  return new SenseError(notComparable(operator, describeValue(a), describeValue(b)), site)
}
