/** Calls of older versions of the language: each is an error that names the new spelling (spec 02 §5). */

import { retiredSpelling } from '../../compiler/diagnostics/catalogue/builtins.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import { SenseError } from '../values/sense-error.ts'

const spellings = [
  ['verify', '`a.verify()`'],
  ['approve', '`a.approve()`'],
  ['rollback', '`a.rollback()`'],
  ['mock_model', '`inference("mock", "name")`'],
] as const

export const retiredBuiltins: readonly BuiltinDefinition[] = spellings.map(([name, spelling]) => ({
  name,
  argumentsMin: 0,
  argumentsMax: Infinity,
  labels: 'any',
  implementation: (context) => {
    throw new SenseError(retiredSpelling(name, spelling), context.site)
  },
}))
