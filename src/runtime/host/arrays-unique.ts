/** `arrays.unique`: the first of all elements that are equal. */

import { isEqual } from '../values/equality.ts'
import type { Value } from '../values/value.ts'
import { EqualityNumbers } from './equality-numbers.ts'
import { arrayArgument, type ModuleCall } from './module-call.ts'

export function unique(call: ModuleCall): Value {
  const numbers = new EqualityNumbers()
  const seen = new Set<number>()
  const kept: Value[] = []
  /** Those of `kept` that have no number. */
  const unnumbered: Value[] = []
  for (const element of arrayArgument(call, 0)) {
    const number = numbers.of(element)
    const isNumbered = typeof number === 'number'
    if (isNumbered ? seen.has(number) : number === 'unknown' && isAmong(kept, element)) continue
    if (isNumbered && isAmong(unnumbered, element)) continue
    kept.push(element)
    if (isNumbered) seen.add(number)
    else if (number === 'unknown') unnumbered.push(element)
  }
  return kept
}

function isAmong(values: readonly Value[], element: Value): boolean {
  return values.some((value) => isEqual(value, element))
}
