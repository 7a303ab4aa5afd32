/** What a `for` loop runs over. */

import { notIterable } from '../../compiler/diagnostics/catalogue/execution.ts'
import { codePointsOf } from '../values/code-points.ts'
import { SenseRecord } from '../values/record.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isArray } from '../values/value.ts'

/**
 * The elements of `value`, looked at anew for each round: an Array itself, so that elements pushed meanwhile are visited;
 * a copy of a String's code points or of a Record's keys.
 */
export function sequenceOf(value: Value, site: SiteId): ArrayLike<Value> {
  if (isArray(value)) return value
  if (typeof value === 'string') return [...codePointsOf(value)]
  if (value instanceof SenseRecord) return [...value.entries.keys()]
  throw new SenseError(notIterable(describeValue(value)), site)
}
