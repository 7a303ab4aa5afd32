/** The builtins of this folder. */

import type { BuiltinDefinition } from '../execution/builtin.ts'
import { ask, askWithMemory } from './ask.ts'
import { askWithTools } from './ask-with-tools.ts'
import { inference } from './inference.ts'

export const modelBuiltins: readonly BuiltinDefinition[] = [inference, ask, askWithMemory, askWithTools]
