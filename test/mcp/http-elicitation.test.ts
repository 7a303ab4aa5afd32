/** Questions to the person at hand that come over HTTP, from servers that do it in other ways than the official library. */

import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { QuestionAnswer } from '../../src/runtime/ports/server-questions.ts'
import { call, createBench, failureOf, textOf, until } from './harness.ts'
import { badAtCall, json, legacyResult, modernResult, plain, serve, stream } from './http-fixture.ts'
import type { Answering, Message } from './http-fixture.ts'

const form = { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }
const question = { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: form }
const accepted: QuestionAnswer = { kind: 'accepted', values: { name: 'Ada' } }
const resultOf = (id: Message['id'], value: unknown) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text: JSON.stringify(value) }] },
})
const events = (response: ServerResponse | undefined, message: object): void => {
  response?.end(`data: ${JSON.stringify(message)}\n\n`)
}

/** The call `bad` asks in its own stream, which `ask` opens, and ends with what was answered. */
const asking = (ask: (message: Message, response: ServerResponse) => void, refusal?: number): Answering => {
  let open: { readonly message: Message; readonly response: ServerResponse } | undefined
  const calls = badAtCall((message, response) => {
    open = { message, response }
    ask(message, response)
  })
  return (seen, response) => {
    const { message } = seen
    if (message?.id !== 'q' || message.method !== undefined) {
      calls(seen, response)
      return
    }
    response.writeHead(refusal ?? 202).end()
    if (refusal === undefined) events(open?.response, resultOf(open?.message.id, message.result))
  }
}

it('is answered at the same address, and the clock of the call stands meanwhile', async () => {
  const server = await serve(asking((_, response) => stream(response, question)))
  const connection = await createBench().connect({
    command: server.url,
    callIdleTimeoutMs: 3_000,
    onQuestion: async () => {
      await pause(4_000)
      return accepted
    },
  })
  expect(JSON.parse(textOf(await call(connection, 'bad')))).toEqual({ action: 'accept', content: { name: 'Ada' } })
})

it('may come in the stream that stays open beside the calls', async () => {
  let beside: ServerResponse | undefined
  const answering = asking((_, response) => {
    stream(response)
    beside?.write(`data: ${JSON.stringify(question)}\n\n`)
  })
  const server = await serve((seen, response) => {
    if (seen.method === 'GET') stream((beside = response))
    else answering(seen, response)
  })
  const connection = await createBench().connect({ command: server.url, onQuestion: () => Promise.resolve(accepted) })
  await until(() => beside !== undefined)
  expect(JSON.parse(textOf(await call(connection, 'bad')))).toMatchObject({ action: 'accept' })
})

it('whose answer the server does not take leaves the call to its limit', async () => {
  const server = await serve(asking((_, response) => stream(response, question), 500))
  const connection = await createBench().connect({
    command: server.url,
    callIdleTimeoutMs: 2_000,
    onQuestion: () => Promise.resolve(accepted),
  })
  expect((await failureOf(call(connection, 'bad'))).kind).toBe('call-timeout')
  expect(textOf(await call(connection, 'echo', { on: true }))).toBe('{"on":true}')
})

const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'q' } }

it.each([
  ['when the server says so', [cancelled]],
  ['when the call that asked is over', []],
])('is taken back %s', async (_when, before) => {
  let isTakenBack = false
  const server = await serve(
    badAtCall((message, response) => {
      stream(response, question)
      void pause(100).then(() => {
        for (const message of before) response.write(`data: ${JSON.stringify(message)}\n\n`)
        events(response, resultOf(message.id, 'without you'))
      })
    }),
  )
  const connection = await createBench().connect({
    command: server.url,
    onQuestion: (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          isTakenBack = true
          resolve({ kind: 'cancelled' })
        })
      }),
  })
  expect(textOf(await call(connection, 'bad'))).toBe('"without you"')
  await until(() => isTakenBack)
})

it('is asked round after round in the newer era, with the state of the server', async () => {
  const ask = (state: string) => ({
    ...{ resultType: 'input_required', requestState: state },
    inputRequests: { who: { method: 'elicitation/create', params: form } },
  })
  const server = await serve((seen, response) => {
    const { message } = seen
    if (message?.method !== 'tools/call') {
      plain(modernResult)(seen, response)
      return
    }
    const { requestState, inputResponses } = message.params ?? {}
    const done = { resultType: 'complete', content: [{ type: 'text', text: JSON.stringify(inputResponses) }] }
    const next = requestState === undefined ? 'é1' : 'é2'
    const result = requestState === 'é2' ? done : ask(next)
    json(response, { jsonrpc: '2.0', id: message.id, result })
  })
  let count = 0
  const connection = await createBench().connect({
    command: server.url,
    onQuestion: () => Promise.resolve({ kind: 'accepted', values: { name: `Ada ${(count += 1)}` } }),
  })
  expect(JSON.parse(textOf(await call(connection, 'echo')))).toEqual({
    who: { action: 'accept', content: { name: 'Ada 2' } },
  })
  const calls = server.seen.filter(({ message }) => message?.method === 'tools/call')
  expect(new Set(calls.map(({ message }) => message?.id)).size).toBe(3)
  expect(calls.map(({ message }) => message?.params?.['requestState'])).toEqual([undefined, 'é1', 'é2'])
})

it('is refused where nobody can be asked, and the call goes on', async () => {
  const server = await serve((seen, response) => {
    const { message } = seen
    if (message?.id === 'q' && message.method === undefined) {
      response.writeHead(202).end()
      events(open, resultOf(callId, message))
    } else if (message?.method === 'tools/call') {
      callId = message.id
      stream((open = response), question)
    } else plain(legacyResult)(seen, response)
  })
  let open: ServerResponse | undefined
  let callId: Message['id']
  const connection = await createBench().connect({ command: server.url })
  expect(JSON.parse(textOf(await call(connection, 'echo')))).toMatchObject({ error: { code: -32601 } })
})
