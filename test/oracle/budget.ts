/** Keeps the values of a program small, so that no program of the fuzzer takes long or needs much memory. */

import { ARRAY_ELEMENTS_MAX } from '../../src/runtime/values/limits.ts'
import { SenseRecord } from '../../src/runtime/values/record.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import { isArray, isInt } from '../../src/runtime/values/value.ts'
import { BudgetSpent } from './failure.ts'

const lengthMax = 5_000
const intMax = 2n ** 4096n
const partsMax = 20_000

/** `value`, unless it has grown too large to go on with. */
export function limitedValue(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) {
    if (value.length > lengthMax) throw new BudgetSpent()
  }
  if (typeof value === 'bigint' && (value > intMax || value < -intMax)) throw new BudgetSpent()
  return value
}

/** Stops where `range` would make a long Array. What is no range, or too long for one, ends in an error of its own. */
export function requireShortRange(args: readonly Value[]): void {
  if (!args.every(isInt)) return
  const [first = 0n, ...others] = args.map(BigInt)
  const [from, to, step] = others.length === 0 ? [0n, first, 1n] : [first, others[0] ?? 0n, others[1] ?? 1n]
  const count = step === 0n ? 0n : (to - from) / step
  if (count > lengthMax && count <= ARRAY_ELEMENTS_MAX) throw new BudgetSpent()
}

/** Stops before the text of a value would be long: of twenty Arrays, each twice in the next, there are a million parts. */
export function requireShortText(value: Value): void {
  let parts = 0
  const open = new Set<Value>()
  const visit = (part: Value): void => {
    parts += typeof part === 'string' ? 1 + part.length / 10 : 1
    if (parts > partsMax) throw new BudgetSpent()
    if (open.has(part)) return
    open.add(part)
    if (isArray(part)) part.forEach(visit)
    else if (part instanceof SenseRecord) [...part.entries.values()].forEach(visit)
    open.delete(part)
  }
  visit(value)
}
