import { describe, expect, it } from 'vitest'
import type { Labels } from '../../../../src/runtime/execution/callable.ts'
import { noLabels } from '../../../../src/runtime/execution/callable.ts'
import type { Scope } from '../../../../src/runtime/execution/scope.ts'
import type { ModelReply } from '../../../../src/runtime/ports/model-providers.ts'
import { ModelFailure } from '../../../../src/runtime/ports/model-providers.ts'
import { Answer } from '../../../../src/runtime/models/answer.ts'
import { askWithTools } from '../../../../src/runtime/models/ask-with-tools.ts'
import { nameModel, setDelegation } from '../../../../src/runtime/models/delegation.ts'
import { inference } from '../../../../src/runtime/models/inference.ts'
import { addRule } from '../../../../src/runtime/safety/policy.ts'
import { Skill } from '../../../../src/runtime/tools/skill.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { createTrial } from '../tools/trial-run.ts'
import type { Trial } from '../tools/trial-run.ts'
import { parameter, serverToolsOf, textResult, toolOf, type } from '../tools/trial-tools.ts'
import { callsReply, providerOf, textReply } from './trial-models.ts'

async function withMock(script: readonly string[]): Promise<Trial> {
  const trial = createTrial()
  setDelegation(trial.at(2), await trial.call(1, inference, ['mock', 'm'], new Map([['script', script]])))
  return trial
}

async function withService(...replies: readonly (ModelReply | (() => ModelReply))[]) {
  const { providers, requests } = providerOf(replies)
  const trial = createTrial({ providers, environment: { OPENAI_API_KEY: 'k' } })
  setDelegation(trial.at(2), nameModel(await trial.call(1, inference, ['openai']), 'm', 1))
  return { trial, requests }
}

async function valueOf(trial: Trial, tools: Value, prompt: Value = 'go', labels: Labels = noLabels): Promise<Value> {
  const answer = await trial.call(6, askWithTools, [prompt, tools], labels)
  if (!(answer instanceof Answer)) throw new Error('no answer')
  return answer.parts.value
}

const adding = (scope: Scope) =>
  toolOf('add', scope, (_, a, b) => Number(a) + Number(b), {
    parameters: [parameter('a', type('Int')), parameter('b', type('Int'))],
  })

describe('the loop with a mock', () => {
  it('calls tools and hands back their results', async () => {
    const trial = await withMock(['call add {"a": 2, "b": 3}', 'the sum for {prompt} is {result}'])
    expect(await valueOf(trial, [adding(trial.scope)])).toBe('the sum for go is 5')
    expect(trial.run.gate.auditLines()).toEqual(["[line 6] tool 'add' -> called"])
  })

  it('makes all calls of a turn, however many', async () => {
    const call = 'call add {"a": 1, "b": 1}'
    const trial = await withMock([Array.from({ length: 30 }, () => call).join('\n'), '{result}'])
    expect(await valueOf(trial, [adding(trial.scope)])).toBe('2')
    expect(trial.run.gate.auditLines()).toHaveLength(30)
  })

  it('tells the model of an unknown tool and goes on', async () => {
    const trial = await withMock(['call nobody {}', '{result}'])
    expect(await valueOf(trial, [])).toBe('error: there is no tool `nobody`')
  })

  it('answers at once with no tools', async () => {
    expect(await valueOf(await withMock(['']), [])).toBe('')
  })

  it('ends with an error where the script does', async () => {
    const trial = await withMock(['call add {"a": 1, "b": 1}'])
    await expect(valueOf(trial, [adding(trial.scope)])).rejects.toMatchObject({
      site: 6,
      problem: { code: 'script-fault', headline: 'the model `m` was asked once more, but its script has only 1 turn' },
    })
  })

  it('has ten rounds, unless the program says otherwise', async () => {
    const turns = Array.from({ length: 12 }, () => 'call add {"a": 1, "b": 1}')
    const trial = await withMock(turns)
    await expect(valueOf(trial, [adding(trial.scope)])).rejects.toMatchObject({ problem: { code: 'too-many-rounds' } })
    expect(trial.run.gate.auditLines()).toHaveLength(9)
    const longer = await withMock([...turns, 'done'])
    expect(await valueOf(longer, [adding(longer.scope)], 'go', new Map([['max_rounds', 13]]))).toBe('done')
    const none = await withMock(['done'])
    await expect(valueOf(none, [], 'go', new Map([['max_rounds', 0]]))).rejects.toThrow('an Int of at least 1')
  })
})

describe('the loop with a service', () => {
  it('keeps the conversation, with what the vendor wants back', async () => {
    const asking = { ...callsReply(['add', '{"a": 1, "b": 2}']), text: 'let me see', opaque: { thinking: 'x' } }
    const { trial, requests } = await withService(asking, textReply('3'))
    const answer = await trial.call(6, askWithTools, ['go', [adding(trial.scope)]])
    expect(answer).toMatchObject({ parts: { value: '3', confidence: null, source: 'm' } })
    expect(requests[0]?.messages).toEqual([{ role: 'user', text: 'go' }])
    expect(requests[1]?.messages).toEqual([
      { role: 'user', text: 'go' },
      { role: 'model', reply: asking, wireNames: ['add'] },
      { role: 'tools', results: [{ callId: 'c0', wireName: 'add', text: '3', isError: false, images: [] }] },
    ])
    expect(requests[0]?.tools.map(({ canonicalName }) => canonicalName)).toEqual(['add'])
  })

  it('adds up the usage', async () => {
    const usage = { inputTokens: 10, outputTokens: 2 }
    const { trial } = await withService({ ...callsReply(['x', '']), usage }, { ...textReply('y'), usage })
    expect(await trial.call(6, askWithTools, ['go', []])).toMatchObject({
      parts: { usage: { inputTokens: 20, outputTokens: 4 } },
    })
  })

  it('is audited once, after its tools', async () => {
    const { trial } = await withService(callsReply(['add', '{"a": 1, "b": 2}']), textReply('3'))
    await valueOf(trial, [adding(trial.scope)])
    expect(trial.run.gate.auditEntries().map(({ name, event }) => `${name} ${event}`)).toEqual([
      'm started',
      'add called',
      'm called',
    ])
  })

  it('stops when the policy denies the model between two rounds', async () => {
    const { trial, requests } = await withService(callsReply(['shut', '{}']), textReply('3'))
    const shut = toolOf('shut', trial.scope, () => {
      addRule(trial.scope, { effect: 'deny', capability: 'model.openai', site: 9 })
      return null
    })
    await expect(valueOf(trial, [shut])).rejects.toMatchObject({ problem: { class: 'SensePolicyError' } })
    expect(requests).toHaveLength(1)
  })

  it('raises a failure of the model', async () => {
    const { trial } = await withService(() => {
      throw new ModelFailure('timeout', 'did not answer within 120 s')
    })
    await expect(valueOf(trial, [])).rejects.toThrow('the model `m` did not answer within 120 s')
  })

  it('runs calls of servers, asked for by wire name', async () => {
    const { trial } = await withService(callsReply(['s__t', '{"q": 1}'], ['S.T', '{}']), textReply('ok'))
    const tools = serverToolsOf('s', ['t'], (_, args) => Promise.resolve(textResult(JSON.stringify(args))))
    expect(await valueOf(trial, tools)).toBe('ok')
    expect(trial.run.gate.auditLines()).toEqual([
      "[line 6] tool 's.t' -> called",
      "[line 6] tool 's.t' -> called",
      "[line 6] model 'm' -> called",
    ])
  })
})

describe('skills', () => {
  it('are flattened, and named before the prompt', async () => {
    const trial = await withMock(['{prompt}'])
    const skill = new Skill('sums', 'small sums', [adding(trial.scope)])
    expect(await valueOf(trial, [skill, new Skill('more', 'x', [toolOf('t', trial.scope, () => 1)])])).toBe(
      'Available skills:\n- sums: small sums\n- more: x\n\ngo',
    )
  })
})

describe('the checks', () => {
  it('come in the order of the spec', async () => {
    const { trial } = await withService()
    const codeOf = (tools: Value, prompt: Value = 'go') =>
      valueOf(trial, tools, prompt).catch((error: unknown) => codeIn(error))
    const tool = adding(trial.scope)
    const silent = toolOf('silent', trial.scope, () => 1, { description: '' })
    const later = toolOf('later', trial.scope, () => 1, { isAsync: true })
    expect(await createTrial().call(6, askWithTools, [5, 5]).catch(codeIn)).toBe('no-model')
    expect(await codeOf(tool, 5)).toBe('tools-not-array')
    expect(await codeOf([5], 5)).toBe('wrong-builtin-argument')
    expect(await codeOf([5])).toBe('not-a-tool')
    expect(await codeOf([tool, silent])).toBe('tool-not-described')
    expect(await codeOf([later])).toBe('async-tool-for-model')
    expect(await codeOf([tool, tool])).toBe('duplicate-tool')
    expect(await codeOf([new Skill('s', 'd', [tool]), tool])).toBe('duplicate-tool')
    trial.deny(3, 'model.openai')
    expect(await codeOf([5])).toBe('capability-denied')
    expect(await codeOf([5], 5)).toBe('wrong-builtin-argument')
  })

  it('refuse a model without tool calling, last', async () => {
    const trial = createTrial()
    setDelegation(trial.at(2), await trial.call(1, inference, ['mock']))
    expect(await valueOf(trial, [5]).catch(codeIn)).toBe('not-a-tool')
    expect(await valueOf(trial, []).catch(codeIn)).toBe('no-tool-calling')
  })
})

function codeIn(error: unknown): unknown {
  if (!(error instanceof Error) || !('problem' in error)) throw error
  const { problem } = error
  return problem instanceof Object && 'code' in problem ? problem.code : undefined
}
