/** All builtins; their names are those of `language/builtins.ts`, which the compiler reads. */

import { agentBuiltins } from '../agents/agent-builtins.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import { modelBuiltins } from '../models/model-builtins.ts'
import { serverBuiltins } from '../servers/connect-mcp.ts'
import { toolBuiltins } from '../tools/skill.ts'
import { assertBuiltins } from './assert.ts'
import { auditBuiltins } from './audit.ts'
import { conversionBuiltins } from './conversions.ts'
import { humanBuiltins } from './human.ts'
import { printBuiltins } from './print.ts'
import { retiredBuiltins } from './retired.ts'
import { sequenceBuiltins } from './sequences.ts'

export const builtinDefinitions: readonly BuiltinDefinition[] = [
  ...printBuiltins,
  ...assertBuiltins,
  ...sequenceBuiltins,
  ...conversionBuiltins,
  ...auditBuiltins,
  ...humanBuiltins,
  ...modelBuiltins,
  ...toolBuiltins,
  ...serverBuiltins,
  ...agentBuiltins,
  ...retiredBuiltins,
]
