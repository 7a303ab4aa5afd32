/** What a `for` loop runs over. */

import { notIterable } from '../../compiler/diagnostics/catalogue/execution.ts'
import { codePointCount, codePointsOf } from '../values/code-points.ts'
import { SenseRecord } from '../values/record.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue, isObjectValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isArray } from '../values/value.ts'

/**
 * The elements of `value`, looked at anew for each round: an Array itself, so that elements pushed meanwhile are visited;
 * a String's code points; a copy of a Record's keys; whatever a foreign object gives, one after the other.
 */
export function sequenceOf(value: Value, site: SiteId): ArrayLike<Value> {
  if (isArray(value)) return value
  if (typeof value === 'string') return codePointsInOrder(value)
  if (value instanceof SenseRecord) return [...value.entries.keys()]
  if (isObjectValue(value) && value.sequence !== undefined) return value.sequence(site)
  throw new SenseError(notIterable(describeValue(value)), site)
}

/** A String of single units is its own sequence: a copy of a long one would take many times its memory. */
function codePointsInOrder(text: string): ArrayLike<string> {
  return codePointCount(text) === text.length ? text : [...codePointsOf(text)]
}
