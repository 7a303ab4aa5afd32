/** `arrays.reverse`, `slice`, `zip` and `flatten`: new Arrays of the same elements. */

import { arrayTooLong } from '../../compiler/diagnostics/catalogue/values.ts'
import { ARRAY_ELEMENTS_MAX } from '../values/limits.ts'
import { SenseError } from '../values/sense-error.ts'
import { isArray, type Value } from '../values/value.ts'
import { clippedIndex } from './clipped-index.ts'
import { arrayArgument, intArgument, maybeIntArgument, type ModuleCall } from './module-call.ts'

export function reverse(call: ModuleCall): Value {
  return arrayArgument(call, 0).toReversed()
}

/** The elements from `from` on, `to` excluded. */
export function slice(call: ModuleCall): Value {
  const elements = arrayArgument(call, 0)
  const from = intArgument(call, 1)
  const to = maybeIntArgument(call, 2)
  const end = to === undefined ? elements.length : clippedIndex(to, elements.length)
  return elements.slice(clippedIndex(from, elements.length), end)
}

export function zip(call: ModuleCall): Value {
  const left = arrayArgument(call, 0)
  const right = arrayArgument(call, 1)
  const shorter = left.length < right.length ? left : right
  return shorter.map((_, index) => [left[index] ?? null, right[index] ?? null])
}

/** One level: an Array inside an element stays one. */
export function flatten(call: ModuleCall): Value {
  const elements = arrayArgument(call, 0)
  let count = 0
  for (const element of elements) count += isArray(element) ? element.length : 1
  // Before anything is made: one long Array that stands in another a thousand times is quickly too much.
  if (count > ARRAY_ELEMENTS_MAX) throw new SenseError(arrayTooLong(), call.context.site)
  const flat: Value[] = []
  for (const element of elements) {
    if (!isArray(element)) flat.push(element)
    else for (const inner of element) flat.push(inner)
  }
  return flat
}
