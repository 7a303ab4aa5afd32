/** `len`, `range` and `push` (spec 01 §11). */

import { arrayTooLong, noLength, pushNeedsArray } from '../../compiler/diagnostics/catalogue/values.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext } from '../execution/callable.ts'
import { codePointCount } from '../values/code-points.ts'
import { ARRAY_ELEMENTS_MAX } from '../values/limits.ts'
import { range } from '../values/range.ts'
import { SenseRecord } from '../values/record.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import { isArray } from '../values/value.ts'
import type { Value } from '../values/value.ts'

export const sequenceBuiltins: readonly BuiltinDefinition[] = [
  { name: 'len', argumentsMin: 1, argumentsMax: 1, implementation: len },
  { name: 'range', argumentsMin: 1, argumentsMax: 3, implementation: (context, args) => range(args, context.site) },
  { name: 'push', argumentsMin: 2, argumentsMax: 2, implementation: push },
]

function len(context: CallContext, [value = null]: readonly Value[]): Value {
  if (typeof value === 'string') return codePointCount(value)
  if (isArray(value)) return value.length
  if (value instanceof SenseRecord) return value.entries.size
  throw new SenseError(noLength(describeValue(value)), context.site)
}

function push(context: CallContext, [array = null, element = null]: readonly Value[]): Value {
  if (!isArray(array)) throw new SenseError(pushNeedsArray(describeValue(array)), context.site)
  if (array.length >= ARRAY_ELEMENTS_MAX) throw new SenseError(arrayTooLong(), context.site)
  array.push(element)
  return array
}
