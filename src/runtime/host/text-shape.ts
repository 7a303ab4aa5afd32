/** Cutting, repeating, padding and trimming Strings. */

import { stringTooLong } from '../../compiler/diagnostics/catalogue/values.ts'
import { codePointCount, codePointOf } from '../values/code-points.ts'
import { strippedText } from '../values/digits.ts'
import { STRING_UNITS_MAX } from '../values/limits.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { clippedIndex } from './clipped-index.ts'
import {
  intArgument,
  maybeIntArgument,
  maybeStringArgument,
  stringArgument,
  wrongArgument,
  type ModuleCall,
} from './module-call.ts'

/** A slice up to this many code points is put together from them. About as many as a lookup of one walks over. */
const shortSliceMax = 32

/** The code points from `from` on, `to` excluded. */
export function slice(call: ModuleCall): Value {
  const text = stringArgument(call, 0)
  const from = intArgument(call, 1)
  const to = maybeIntArgument(call, 2)
  const count = codePointCount(text)
  const start = clippedIndex(from, count)
  const end = to === undefined ? count : clippedIndex(to, count)
  if (start >= end) return ''
  const isUnitPerCodePoint = count === text.length
  return isUnitPerCodePoint ? text.slice(start, end) : codePointSlice(text, start, end)
}

/** As in Python, a count below 1 gives the empty String. */
export function repeat(call: ModuleCall): Value {
  const text = stringArgument(call, 0)
  const count = intArgument(call, 1)
  return repeatedText(call, text, Number(count), 0)
}

export function padLeft(call: ModuleCall): Value {
  return paddingOf(call) + stringArgument(call, 0)
}

export function padRight(call: ModuleCall): Value {
  return stringArgument(call, 0) + paddingOf(call)
}

export function trim(call: ModuleCall): Value {
  return strippedText(stringArgument(call, 0))
}

/**
 * Of a String with surrogate pairs. Single code points are looked up in a table, so many short slices of one long
 * String cost no walk each; a long slice takes about as long as the walk to it.
 */
function codePointSlice(text: string, start: number, end: number): string {
  if (end - start <= shortSliceMax) {
    const codePoints = Array.from({ length: end - start }, (_, index) => codePointOf(text, start + index) ?? '')
    return codePoints.join('')
  }
  const offsetStart = offsetAfter(text, 0, start)
  return text.slice(offsetStart, offsetAfter(text, offsetStart, end - start))
}

/** The offset `count` code points after `offset`. */
function offsetAfter(text: string, offset: number, count: number): number {
  let after = offset
  for (let left = count; left > 0; left -= 1) after += (text.codePointAt(after) ?? 0) > 0xffff ? 2 : 1
  return after
}

/** What brings the first argument to the width, in code points, of the second; empty if it is that wide. */
function paddingOf(call: ModuleCall): string {
  const text = stringArgument(call, 0)
  const width = intArgument(call, 1)
  const fill = maybeStringArgument(call, 2) ?? ' '
  const fillCount = codePointCount(fill)
  if (fillCount !== 1) throw wrongArgument(call, 2, 'a String of one code point', `one of ${fillCount}`)
  return repeatedText(call, fill, Number(width) - codePointCount(text), text.length)
}

/** `text` `count` times; an error if a String cannot hold that and `unitsBeside` more units. */
function repeatedText(call: ModuleCall, text: string, count: number, unitsBeside: number): string {
  if (text === '' || count <= 0) return ''
  if (text.length * count + unitsBeside > STRING_UNITS_MAX) throw new SenseError(stringTooLong(), call.context.site)
  return text.repeat(count)
}
