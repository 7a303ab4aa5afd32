/** `audit_log` (spec 02 §8). */

import type { BuiltinDefinition } from '../execution/builtin.ts'

export const auditBuiltins: readonly BuiltinDefinition[] = [
  {
    name: 'audit_log',
    argumentsMin: 0,
    argumentsMax: 0,
    // The Array is the program's own: what it does to it changes no later answer.
    implementation: (context) => [...context.run.gate.auditLines()],
  },
]
