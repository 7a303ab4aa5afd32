/** What counts as true in `if`, `while`, `and`, `or` and `not` (spec 01 §3). */

import { Float } from './float.ts'
import { SenseRecord } from './record.ts'
import type { Value } from './value.ts'

/** False for nil, false, 0, 0.0, "", [] and an empty Record; true for everything else, nan too. */
export function isTruthy(value: Value): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'string') return value !== ''
  // A bigint is beyond the safe integers, so it is never 0.
  if (typeof value === 'bigint') return true
  if (value === null) return false
  if (value instanceof Float) return value.double !== 0
  if (Array.isArray(value)) return value.length > 0
  if (value instanceof SenseRecord) return value.entries.size > 0
  return true
}
