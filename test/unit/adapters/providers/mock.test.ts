import { describe, expect, it } from 'vitest'
import { createModelProviders } from '../../../../src/adapters/providers/model-providers.ts'
import type { Message, ModelReply, ModelRequest, ModelSettings } from '../../../../src/runtime/ports/model-providers.ts'
import { ModelFailure } from '../../../../src/runtime/ports/model-providers.ts'

const { signal } = new AbortController()
const providers = createModelProviders({ get: () => undefined })
const open = (settings: Partial<ModelSettings>) => providers.open({ provider: 'mock', modelId: 'm', ...settings })
const request = (...messages: readonly Message[]): ModelRequest => ({ messages, tools: [] })
const asking = (text: string): ModelRequest => request({ role: 'user', text })

function replyAtOnce(reply: ModelReply | Promise<ModelReply>): ModelReply {
  if (reply instanceof Promise) throw new Error('the mock waited')
  return reply
}

describe('the template', () => {
  const textFor = (responseTemplate: string, prompt: string) =>
    replyAtOnce(open({ responseTemplate }).generate(asking(prompt), signal)).text

  it('replaces the prompt and nothing else', () => {
    expect(textFor('a {prompt} b {prompt} {result} {x}', '{prompt} $&')).toBe(
      'a {prompt} $& b {prompt} $& {result} {x}',
    )
  })

  it('cannot call tools', () => {
    expect(open({ responseTemplate: '' }).canCallTools).toBe(false)
  })
})

describe('the script', () => {
  const result = (text: string): Message => ({
    role: 'tools',
    results: [
      { callId: '1', wireName: 't', text: 'first', isError: false, images: [] },
      { callId: '2', wireName: 't', text, isError: false, images: [] },
    ],
  })

  it('fills in the prompt and the last result, once', () => {
    const model = open({ script: ['{prompt}|{result}', '{prompt}|{result}'] })
    const user: Message = { role: 'user', text: 'p {result}' }
    expect(replyAtOnce(model.generate(request(user), signal)).text).toBe('p {result}|')
    expect(replyAtOnce(model.generate(request(user, result('r {prompt}')), signal)).text).toBe('p {result}|r {prompt}')
  })

  it('asks for calls, by the names it was offered', () => {
    const model = open({ script: ['call files.read {"path": "a b {c}"}\n\n  call add {"n": 12345678901234567890}\n'] })
    const tools = [{ wireName: 'files__read', canonicalName: 'files.read', description: '', inputSchema: {} }]
    const reply = replyAtOnce(model.generate({ ...asking('p'), tools }, signal))
    expect(reply.calls).toEqual([
      { id: 'turn-1-call-1', toolName: 'files__read', argumentsText: '{"path": "a b {c}"}' },
      { id: 'turn-1-call-2', toolName: 'add', argumentsText: '{"n": 12345678901234567890}' },
    ])
    expect(model.canCallTools).toBe(true)
  })

  it('takes a turn that only looks like a call as text', () => {
    const model = open({ script: ['calling add {}', ' call add {}'] })
    expect(replyAtOnce(model.generate(asking('p'), signal)).text).toBe('calling add {}')
    expect(replyAtOnce(model.generate(asking('p'), signal)).text).toBe(' call add {}')
  })

  it('says how many turns there were', () => {
    const model = open({ script: [] })
    expect(() => model.generate(asking('p'), signal)).toThrow('its script has only 0 turns')
  })

  it.each([
    ['call add', 'a call is written'],
    ['call {"a": 1}', 'a call is written'],
    ['call add {"a": 1', 'not a JSON object'],
    ['call add {"a": 1} {}', 'not a JSON object'],
    ['call add {}\nthen more', 'must begin with `call `'],
  ])('finds the fault in %j when the model is made', (turn, reason) => {
    expect(() => open({ script: ['fine', turn] })).toThrow(ModelFailure)
    expect(() => open({ script: ['fine', turn] })).toThrow(reason)
    expect(() => open({ script: ['fine', turn] })).toThrow('turn 2')
  })
})
