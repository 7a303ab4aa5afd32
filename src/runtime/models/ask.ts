/** `ask` and `ask_with_memory`: questions to the delegated model (spec 02 §1). */

import { wrongBuiltinArgument } from '../../compiler/diagnostics/catalogue/tools.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import { describeValue, isObjectValue } from '../values/types.ts'
import type { ObjectValue, Value } from '../values/value.ts'
import { askModel, checkedPrompt } from './ask-model.ts'
import { delegatedModel } from './delegation.ts'

/** What `ask_with_memory` needs of a memory, of whichever kind. */
export interface MemoryLike extends ObjectValue {
  /** In the order in which the model is told. */
  entries(site?: SiteId): readonly (readonly [key: string, value: Value])[]
}

export const ask: BuiltinDefinition = {
  name: 'ask',
  argumentsMin: 1,
  argumentsMax: 1,
  implementation: (context, [prompt = null]) => askModel(context, delegatedModel(context, 'ask'), 'ask', prompt),
}

export const askWithMemory: BuiltinDefinition = {
  name: 'ask_with_memory',
  argumentsMin: 2,
  argumentsMax: 2,
  implementation: (context, [prompt = null, memory = null]) => {
    const model = delegatedModel(context, 'ask_with_memory')
    const question = checkedPrompt('ask_with_memory', prompt, context.site)
    const known = knownText(checkedMemory(memory, context.site), context.site)
    return askModel(context, model, 'ask_with_memory', known + question)
  },
}

/** What goes before the prompt; nothing for an empty memory. */
function knownText(memory: MemoryLike, site: SiteId): string {
  const entries = memory.entries(site)
  if (entries.length === 0) return ''
  const lines = entries.map(([key, value]) => `- ${key}: ${textForm(value, site)}\n`)
  return `Known information from memory:\n${lines.join('')}\n`
}

function checkedMemory(value: Value, site: SiteId): MemoryLike {
  if (isMemory(value)) return value
  throw new SenseError(wrongBuiltinArgument('ask_with_memory', 'its memory', 'a Memory', describeValue(value)), site)
}

function isMemory(value: Value): value is MemoryLike {
  return isObjectValue(value) && value.typeName === 'Memory' && 'entries' in value
}
