/** Mock models, `ask`, and the loop of `ask_with_tools` (spec 02 §1, §2). */

import { Float } from '../../src/runtime/values/float.ts'
import { parseJson } from '../../src/runtime/values/json.ts'
import { SenseRecord } from '../../src/runtime/values/record.ts'
import { textForm } from '../../src/runtime/values/text-form.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import { isArray, isInt } from '../../src/runtime/values/value.ts'
import { builtin, builtinInSteps } from './builtin.ts'
import { Failure, isCaught } from './failure.ts'
import type { Builtin, Labels } from './objects.ts'
import { AnswerObject, MemoryObject, ModelObject, SkillObject, ToolObject } from './objects.ts'
import type { Place, Steps } from './world.ts'

const roundsMaxByDefault = 10

export function modelBuiltins(): readonly Builtin[] {
  return [
    builtin('inference', 1, 2, makeMock, ['response_template', 'confidence', 'script']),
    builtin('ask', 1, 1, (place, [prompt = null]) => askModel(delegatedModel(place), prompt, place.line)),
    builtin('ask_with_memory', 2, 2, askWithMemory),
    builtinInSteps('ask_with_tools', 2, 2, askWithTools, ['max_rounds']),
    builtin('skill', 3, 3, makeSkill),
  ]
}

/** Mock models are neither gated nor audited. */
export function askModel(model: ModelObject, prompt: Value, line: number): AnswerObject {
  if (typeof prompt !== 'string') throw new Failure('SenseRuntimeError', line, 'a prompt is a String')
  const reply = replyOf(model, prompt, '', line)
  if (reply.startsWith('call ')) throw new Failure('SenseRuntimeError', line, 'no tools were offered')
  return new AnswerObject(reply, model.backend.confidence, model.name)
}

function makeMock({ line }: Place, [provider = null, id = 'mock']: readonly Value[], labels: Labels): Value {
  if (provider !== 'mock') throw new Failure('SenseRuntimeError', line, 'the oracle only knows mocks')
  if (typeof id !== 'string') throw new Failure('SenseRuntimeError', line, 'a model id is a String')
  const template = labels.get('response_template') ?? '(mock reasoning about: {prompt})'
  const script = labels.get('script')
  const confidence = labels.get('confidence') ?? new Float(0.5)
  const isScriptRight = script === undefined || (isArray(script) && script.every((turn) => typeof turn === 'string'))
  const isConfidenceRight = confidence instanceof Float || isInt(confidence)
  if (typeof template !== 'string' || !isScriptRight || !isConfidenceRight) {
    throw new Failure('SenseRuntimeError', line, 'a label has the wrong value')
  }
  if (labels.has('response_template') && script !== undefined) {
    throw new Failure('SenseRuntimeError', line, 'a script and a template')
  }
  return new ModelObject(id, {
    template,
    script: script?.map((turn) => textForm(turn)),
    confidence: confidence instanceof Float ? confidence : new Float(Number(confidence)),
    turnsUsed: 0,
  })
}

function delegatedModel({ scope, line }: Place): ModelObject {
  for (const { delegation } of scope.chain()) if (delegation instanceof ModelObject) return delegation
  throw new Failure('SenseRuntimeError', line, 'no model is delegated')
}

function askWithMemory(place: Place, [prompt = null, memory = null]: readonly Value[]): Value {
  const model = delegatedModel(place)
  if (typeof prompt !== 'string') throw new Failure('SenseRuntimeError', place.line, 'a prompt is a String')
  if (!(memory instanceof MemoryObject)) throw new Failure('SenseRuntimeError', place.line, 'no memory')
  const lines = [...memory.entries].map(([key, value]) => `- ${key}: ${textForm(value)}\n`)
  const known = lines.length === 0 ? '' : `Known information from memory:\n${lines.join('')}\n`
  return askModel(model, known + prompt, place.line)
}

/** The text of the next turn: the template filled in, or what the script says. */
function replyOf({ backend }: ModelObject, prompt: string, result: string, line: number): string {
  const { template, script, turnsUsed } = backend
  if (script === undefined) return template.split('{prompt}').join(prompt)
  const turn = script[turnsUsed]
  if (turn === undefined) throw new Failure('SenseRuntimeError', line, 'the script has ended')
  backend.turnsUsed += 1
  if (turn.startsWith('call ')) return turn
  // Both are put in at once, so that a result may hold the text of a placeholder.
  const pieces = turn.split(/(\{prompt\}|\{result\})/)
  const filled = new Map([
    ['{prompt}', prompt],
    ['{result}', result],
  ])
  return pieces.map((piece) => filled.get(piece) ?? piece).join('')
}

function makeSkill({ line }: Place, [name = null, description = null, tools = null]: readonly Value[]): Value {
  if (typeof name !== 'string' || typeof description !== 'string' || !isArray(tools) || tools.length === 0) {
    throw new Failure('SenseRuntimeError', line, 'a skill has a name, a description and tools')
  }
  return new SkillObject(
    name,
    description,
    tools.map((tool) => toolForModel(tool, line)),
  )
}

function toolForModel(value: Value, line: number): ToolObject {
  const isGood = value instanceof ToolObject && !value.isAsync && value.description !== null && value.description !== ''
  if (isGood) return value
  throw new Failure('SenseRuntimeError', line, 'no tool for a model')
}

/** The checks in their order, then rounds of requests until the model answers with text. */
function* askWithTools(place: Place, [prompt = null, given = null]: readonly Value[], labels: Labels): Steps {
  const { line } = place
  const model = delegatedModel(place)
  if (!isArray(given)) throw new Failure('SenseRuntimeError', line, 'tools are an Array')
  if (typeof prompt !== 'string') throw new Failure('SenseRuntimeError', line, 'a prompt is a String')
  const roundsMax = labels.get('max_rounds') ?? roundsMaxByDefault
  if (!isInt(roundsMax) || roundsMax < 1) throw new Failure('SenseRuntimeError', line, 'wrong max_rounds')
  const skills = given.filter((element) => element instanceof SkillObject)
  const tools = given.flatMap((element) =>
    element instanceof SkillObject ? element.tools : [toolForModel(element, line)],
  )
  const byName = new Map(tools.map((tool) => [tool.signature.name, tool]))
  if (byName.size < tools.length) throw new Failure('SenseRuntimeError', line, 'two tools of one name')
  if (model.backend.script === undefined) throw new Failure('SenseRuntimeError', line, 'the model calls no tools')
  const skillLines = skills.map(({ name, description }) => `- ${name}: ${description}\n`)
  const text = (skills.length === 0 ? '' : `Available skills:\n${skillLines.join('')}\n`) + prompt
  let lastResult = ''
  for (let round = 1; round <= roundsMax; round += 1) {
    const reply = replyOf(model, text, lastResult, line)
    if (!reply.startsWith('call ')) return new AnswerObject(reply, null, model.name)
    if (round === Number(roundsMax)) break
    for (const call of reply.split('\n')) lastResult = yield* resultOfCall(place, byName, call)
  }
  throw new Failure('SenseRuntimeError', line, 'too many rounds')
}

/** One line `call NAME {json}`; any error goes back to the model as text. */
function* resultOfCall(place: Place, tools: ReadonlyMap<string, ToolObject>, call: string): Steps<string> {
  const brace = call.indexOf('{')
  const tool = tools.get(call.slice('call '.length, brace).trim())
  if (tool === undefined) return 'error: unknown tool'
  const record = parseJson(call.slice(brace))
  const names = tool.signature.parameters.map(({ name }) => name)
  const isMatched = record instanceof SenseRecord && sameNames([...record.entries.keys()], names)
  if (!isMatched) return 'error: wrong arguments'
  try {
    const result = yield* tool.call(
      place,
      names.map((name) => record.entries.get(name) ?? null),
      new Map(),
    )
    return textForm(result)
  } catch (error) {
    if (!isCaught(error)) throw error
    return `error: ${error.message}`
  }
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join(',') === [...b].sort().join(',')
}
