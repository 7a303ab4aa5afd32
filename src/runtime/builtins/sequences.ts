/** `len`, `range` and `push` (spec 01 §11). */

import type { BuiltinDefinition } from '../execution/builtin.ts'
import { lengthOf, push } from '../values/indexing.ts'
import { range } from '../values/range.ts'

export const sequenceBuiltins: readonly BuiltinDefinition[] = [
  {
    name: 'len',
    argumentsMin: 1,
    argumentsMax: 1,
    implementation: (context, [value = null]) => lengthOf(value, context.site),
  },
  { name: 'range', argumentsMin: 1, argumentsMax: 3, implementation: (context, args) => range(args, context.site) },
  {
    name: 'push',
    argumentsMin: 2,
    argumentsMax: 2,
    usage: 'push(array, value)',
    implementation: (context, [array = null, element = null]) => push(array, element, context.site),
  },
]
