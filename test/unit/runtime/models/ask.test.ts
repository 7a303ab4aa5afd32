import { describe, expect, it } from 'vitest'
import { BuiltinValue } from '../../../../src/runtime/execution/builtin.ts'
import { callValue } from '../../../../src/runtime/execution/call.ts'
import { complete } from '../../../../src/runtime/execution/suspension.ts'
import type { Steps } from '../../../../src/runtime/execution/suspension.ts'
import type { ModelReply } from '../../../../src/runtime/ports/model-providers.ts'
import { ModelFailure } from '../../../../src/runtime/ports/model-providers.ts'
import { Answer, twoDecimals } from '../../../../src/runtime/models/answer.ts'
import { ask } from '../../../../src/runtime/models/ask.ts'
import { nameModel, setDelegation } from '../../../../src/runtime/models/delegation.ts'
import { inference } from '../../../../src/runtime/models/inference.ts'
import type { Model } from '../../../../src/runtime/models/model.ts'
import { isEqual } from '../../../../src/runtime/values/equality.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { createTrial } from '../tools/trial-run.ts'
import type { Trial } from '../tools/trial-run.ts'
import { callsReply, providerOf, textReply } from './trial-models.ts'

const environment = { OPENAI_API_KEY: 'k' }

/** A trial in which the model `m` of a service is delegated. */
async function withService(...replies: readonly (ModelReply | (() => ModelReply))[]): Promise<Trial> {
  const trial = createTrial({ providers: providerOf(replies).providers, environment })
  const model = nameModel(await trial.call(1, inference, ['openai', 'gpt']), 'm', 1)
  setDelegation(trial.at(2), model)
  return trial
}

const failing = (failure: Error) => () => {
  throw failure
}

describe('a question to a service', () => {
  it('gives an answer with the usage and no confidence', async () => {
    const trial = await withService({ ...textReply('yes'), usage: { inputTokens: 3, outputTokens: 1 } })
    const answer = await trial.call(5, ask, ['well?'])
    expect(answer).toBeInstanceOf(Answer)
    expect(membersOf(answer)).toEqual(['yes', null, 'm', [3, 1]])
  })

  it('is on record from its start to its answer', async () => {
    const trial = await withService(textReply('yes'))
    await trial.call(5, ask, ['well?'])
    expect(trial.run.gate.auditEntries()).toMatchObject([
      { kind: 'model', name: 'm', event: 'started', line: 5, capability: 'model.openai' },
      { kind: 'model', name: 'm', event: 'called', line: 5, capability: 'model.openai' },
    ])
    expect(trial.run.gate.auditLines()).toEqual(["[line 5] model 'm' -> called"])
  })

  it('is denied before anything leaves the process', async () => {
    const { providers, requests } = providerOf([])
    const trial = createTrial({ providers, environment })
    setDelegation(trial.at(2), await trial.call(1, inference, ['openai', 'gpt']))
    trial.deny(3, 'model.openai')
    await expect(trial.call(5, ask, ['well?'])).rejects.toMatchObject({
      problem: { class: 'SensePolicyError', headline: expect.stringContaining("model 'gpt'") as unknown },
    })
    expect(requests).toEqual([])
    expect(trial.run.gate.auditLines()).toEqual([
      "[line 5] model 'gpt' -> denied (capability 'model.openai' denied by policy)",
    ])
  })

  it('that fails names the model and leaves no line', async () => {
    const failure = new ModelFailure('request', 'was refused:\nno credit', 'add some', [['status', '402']])
    const trial = await withService(failing(failure))
    await expect(trial.call(5, ask, ['well?'])).rejects.toMatchObject({
      site: 5,
      problem: {
        code: 'model-failed',
        headline: 'the model `m` was refused: no credit',
        hint: 'add some',
        evidence: { facts: [['status', '402']] },
      },
    })
    expect(trial.run.gate.auditLines()).toEqual([])
  })

  it('ends with the reason of a cancelled run', async () => {
    const reason = new Error('stop')
    let trial: Trial | undefined = undefined
    const cancel = (): ModelReply => {
      trial?.aborter.abort(reason)
      throw new ModelFailure('cancelled', 'was stopped')
    }
    trial = await withService(cancel)
    await expect(trial.call(5, ask, ['well?'])).rejects.toBe(reason)
  })

  it('lets a fault of ours through as it is', async () => {
    const fault = new TypeError('ours')
    const trial = await withService(failing(fault))
    await expect(trial.call(5, ask, ['well?'])).rejects.toBe(fault)
  })

  it('cannot be answered with calls of tools', async () => {
    const trial = await withService(callsReply(['t', '{}']))
    await expect(trial.call(5, ask, ['well?'])).rejects.toMatchObject({ problem: { code: 'tools-not-offered' } })
  })
})

describe('a mock', () => {
  it('is neither gated nor audited, and answers without a wait', async () => {
    const trial = createTrial()
    const model = await trial.call(1, inference, ['mock'])
    setDelegation(trial.at(2), model)
    const answer = callValue(trial.at(3), new BuiltinValue(ask), ['hi'])
    expect(answer).toBeInstanceOf(Answer)
    expect(trial.run.gate.auditEntries()).toEqual([])
  })

  it('goes on with its script under every name', async () => {
    const trial = createTrial()
    const first = await trial.call(1, inference, ['mock', 'a'], new Map([['script', ['1', '2']]]))
    const second = nameModel(first, 'b', 1)
    expect([nameOf(first), second.name]).toEqual(['a', 'b'])
    expect(membersOf(await askOf(trial, first))).toEqual(['1', new Float(0.5), 'a', null])
    expect(membersOf(await askOf(trial, second))).toEqual(['2', new Float(0.5), 'b', null])
    await expect(askOf(trial, second)).rejects.toMatchObject({
      problem: { code: 'script-fault', headline: 'the model `b` was asked once more, but its script has only 2 turns' },
    })
  })
})

describe('naming and delegating', () => {
  it('need a Model', () => {
    const trial = createTrial()
    const problem = { class: 'SenseTypeError', code: 'not-a-model' }
    expect(() => nameModel(5, 'm', 3)).toThrow(expect.objectContaining({ problem: expect.objectContaining(problem) }))
    expect(() => setDelegation(trial.at(3), 'm')).toThrow(/`set delegation` needs a Model, but got a String/)
  })

  it('say how to delegate where nobody is', async () => {
    await expect(createTrial().call(3, ask, [5])).rejects.toMatchObject({ problem: { code: 'no-model' } })
  })
})

describe('the text form of an answer', () => {
  it.each([
    [0.125, '0.12'],
    [0.375, '0.38'],
    [0.625, '0.62'],
    [0.875, '0.88'],
    [-0.125, '-0.12'],
    [0.005, '0.01'],
    [1.005, '1.00'],
    [0, '0.00'],
    [1, '1.00'],
    [2.675, '2.67'],
    [1e21, '1000000000000000000000.00'],
    [Infinity, 'inf'],
    [NaN, 'nan'],
  ])('writes %d as %s', (double, text) => {
    expect(twoDecimals(double)).toBe(text)
  })

  it('says when there is no confidence', () => {
    expect(answerOf('x', null).textForm()).toBe('answer<?>(x)')
    expect(answerOf('x', new Float(0.5)).textForm()).toBe('answer<0.50>(x)')
  })
})

describe('equality of answers', () => {
  it('is by their fields', () => {
    expect(isEqual(answerOf('x', new Float(1)), answerOf('x', new Float(1)))).toBe(true)
    expect(isEqual(answerOf('x', new Float(1)), answerOf('x', null))).toBe(false)
    expect(isEqual(answerOf('x', null), answerOf('y', null))).toBe(false)
    expect(isEqual(answerOf('x', new Float(NaN)), answerOf('x', new Float(NaN)))).toBe(false)
  })
})

function answerOf(value: string, confidence: Float | null): Answer {
  return new Answer({ value, confidence, source: 'm', usage: undefined })
}

function membersOf(answer: Value): readonly unknown[] {
  if (!(answer instanceof Answer)) throw new Error('no answer')
  return answer.memberNames.map((name) => answer.readMember(name))
}

function nameOf(model: Value): Value | undefined {
  return modelOf(model).readMember('name')
}

function askOf(trial: Trial, model: Value): Promise<Value> {
  const method = modelOf(model).readMember('ask') ?? null
  function* steps(): Steps {
    return yield* complete(callValue(trial.at(5), method, ['?']))
  }
  return trial.drive(steps())
}

const modelOf = (value: Value): Model => value as Model
