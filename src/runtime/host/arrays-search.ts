/** `arrays.index_of` and `contains`: an element that equals a value, as `==` says. */

import { isEqual } from '../values/equality.ts'
import type { Value } from '../values/value.ts'
import { arrayArgument, valueArgument, type ModuleCall } from './module-call.ts'

export function indexOf(call: ModuleCall): Value {
  const index = placeOf(call)
  return index === -1 ? null : index
}

export function contains(call: ModuleCall): Value {
  return placeOf(call) !== -1
}

function placeOf(call: ModuleCall): number {
  const elements = arrayArgument(call, 0)
  const wanted = valueArgument(call, 1)
  return elements.findIndex((element) => isEqual(element, wanted))
}
