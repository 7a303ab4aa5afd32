/** `ask_with_tools`: a question to the delegated model, which may use tools on the way to its answer (spec 02 §2). */

import { noToolCalling } from '../../compiler/diagnostics/catalogue/models.ts'
import { toolsNotArray } from '../../compiler/diagnostics/catalogue/tools.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext, Labels } from '../execution/callable.ts'
import type { Suspension } from '../execution/suspension.ts'
import { Frame } from '../execution/suspension.ts'
import { checkCapability } from '../safety/policy.ts'
import { countLabel } from '../tools/labelled-arguments.ts'
import { Skill } from '../tools/skill.ts'
import { registerTools } from '../tools/tool-registry.ts'
import type { Tool } from '../tools/tools-for-model.ts'
import { toolForModel } from '../tools/tools-for-model.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isArray } from '../values/value.ts'
import { checkedPrompt } from './ask-model.ts'
import { delegatedModel } from './delegation.ts'
import { answerWithTools } from './tool-loop.ts'

const functionName = 'ask_with_tools'

/** Requests to the model for one question (spec 02 §2). */
const roundsMaxByDefault = 10

export const askWithTools: BuiltinDefinition = {
  name: functionName,
  argumentsMin: 2,
  argumentsMax: 2,
  usage: 'ask_with_tools(prompt, tools)',
  labels: ['max_rounds'],
  implementation: (context, [prompt = null, tools = null], labels) => startQuestion(context, prompt, tools, labels),
}

/** Makes all checks, in the order of the spec, then begins the loop. */
function startQuestion(context: CallContext, prompt: Value, tools: Value, labels: Labels): Suspension {
  const { site } = context
  const model = delegatedModel(context, functionName)
  if (!isArray(tools)) throw new SenseError(toolsNotArray(functionName, describeValue(tools)), site)
  const question = checkedPrompt(functionName, prompt, site)
  const roundsMax = countLabel({ functionName, labels, site }, 'max_rounds') ?? roundsMaxByDefault
  checkCapability(context, model.subject, model.backend.capability)
  const handed = handedTools(context, tools)
  const registry = registerTools(handed.tools, site)
  if (!model.backend.provider.canCallTools) throw new SenseError(noToolCalling(model.name, model.backend.isMock), site)
  const text = skillsText(handed.skills) + question
  return new Frame(answerWithTools(context, { model, text, registry, roundsMax }), '', site)
}

interface HandedTools {
  /** With those of skills, in the order in which they were handed over. */
  readonly tools: readonly Tool[]
  readonly skills: readonly Skill[]
}

function handedTools({ site }: CallContext, elements: readonly Value[]): HandedTools {
  const skills = elements.filter((element) => element instanceof Skill)
  const tools = elements.flatMap((element, index) => {
    if (element instanceof Skill) return element.tools
    return [toolForModel(element, index, functionName, 'Tools and Skills', site)]
  })
  return { tools, skills }
}

/** What goes before the prompt; nothing without skills. */
function skillsText(skills: readonly Skill[]): string {
  if (skills.length === 0) return ''
  const lines = skills.map(({ name, description }) => `- ${name}: ${description}\n`)
  return `Available skills:\n${lines.join('')}\n`
}
