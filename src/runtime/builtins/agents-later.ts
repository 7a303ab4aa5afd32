/** The builtins of agents, which this version names but cannot run yet. Calling one says so, whatever its arguments. */

import { notYet } from '../../compiler/diagnostics/catalogue/execution.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import { SenseError } from '../values/sense-error.ts'

const names = ['start', 'pause', 'resume', 'await', 'receive', 'send']

export const agentBuiltins: readonly BuiltinDefinition[] = names.map((name) => ({
  name,
  argumentsMin: 0,
  argumentsMax: Infinity,
  labels: 'any',
  implementation: (context) => {
    throw new SenseError(notYet(`\`${name}\``), context.site)
  },
}))
