/** Keeps the values of a program small, so that no program of the fuzzer takes long or needs much memory. */

import { SenseRecord } from '../../src/runtime/values/record.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import { isArray } from '../../src/runtime/values/value.ts'
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
