/** Calls whose result comes later (tasks of 2025-11-25): to the program they are calls like all others. */

import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { LogNote, ToolServerConnection, ToolServerRequest } from '../../src/runtime/ports/tool-servers.ts'
import { call, COMPILE_CACHE, createBench, failureOf, textOf, until } from './harness.ts'
import { legacyResult, plain, serve } from './http-fixture.ts'
import type { HttpFixture, Message, Seen } from './http-fixture.ts'

const SERVER = fileURLToPath(new URL('task-server.ts', import.meta.url))

const connect = (changes: Partial<ToolServerRequest> = {}, mode = ''): Promise<ToolServerConnection> =>
  createBench().connect({ args: [SERVER, mode], environment: [COMPILE_CACHE], ...changes })

const heard = async (connection: ToolServerConnection): Promise<readonly string[]> =>
  textOf(await call(connection, 'journal')).split(' ')

describe('a call that is a task', () => {
  it('returns when its task ends, and tells what is said of it', async () => {
    const notes: LogNote[] = []
    const connection = await connect({ onLog: (note) => notes.push(note) })
    expect(textOf(await call(connection, 'plain'))).toBe('done')
    expect(notes.map(({ text }) => text)).toEqual(['reading', 'writ\\u{1b}ing'])
    expect((await heard(connection)).slice(-5, -1)).toEqual([
      ...['tools/call', 'tasks/get:plain', 'tasks/get:plain', 'tasks/result:plain'],
    ])
  })

  it('may be one, and ends at once where the task has', async () => {
    const connection = await connect()
    expect(textOf(await call(connection, 'optional'))).toBe('done')
    expect((await heard(connection)).slice(-3, -1)).toEqual(['tools/call', 'tasks/result:optional'])
  })

  it('may be answered without one', async () => {
    expect(textOf(await call(await connect(), 'direct'))).toBe('no task')
  })

  it('is none where the tool wants none, or the server declares none', async () => {
    expect(textOf(await call(await connect(), 'unasked'))).toBe('no task')
    expect(textOf(await call(await connect({}, 'plain'), 'plain'))).toBe('no task')
  })

  it('lets the person be asked, whose answer names it', async () => {
    const asked: unknown[] = []
    const connection = await connect({
      callIdleTimeoutMs: 3_000,
      onQuestion: async (question) => {
        asked.push(question)
        await pause(4_000)
        return { kind: 'accepted', values: { name: 'Ada' } }
      },
    })
    const result = JSON.parse(textOf(await call(connection, 'asks'))) as object
    expect(result).toEqual({
      action: 'accept',
      content: { name: 'Ada' },
      _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'asks' } },
    })
    expect(asked).toHaveLength(1)
  })

  it('goes on where the result is not ready while a person is asked', async () => {
    expect(textOf(await call(await connect(), 'unready'))).toBe('done')
  })
})

describe('a task that fails', () => {
  it.each([
    ['fails', 'its task failed: the disk is full'],
    ['mute', 'its task failed: it broke (-32603)'],
    ['stopped', 'its task was cancelled by the server: by the owner'],
    ['lost', 'Task not found (-32602)'],
    ['unkept', 'the result is gone (-32602)'],
    ['odd', 'the state of its task is "dreaming"'],
    ['nameless', 'it is a task without an id that can be used'],
  ])('%s', async (tool, detail) => {
    const failure = await failureOf(call(await connect(), tool))
    expect(['protocol-error', 'invalid-answer']).toContain(failure.kind)
    expect(failure.detail).toBe(detail)
  })

  it('gives the error that the server has kept', async () => {
    const result = await call(await connect(), 'sorry')
    expect([result.isError, textOf(result)]).toEqual([true, 'the disk is full'])
  })

  it('with its connection, at once, however seldom the server wants to be asked', async () => {
    const connection = await connect({ callIdleTimeoutMs: 120_000, callTotalTimeoutMs: 900_000 })
    const called = failureOf(call(connection, 'seldom'))
    await heard(connection)
    const begun = performance.now()
    await connection.close()
    expect((await called).kind).toBe('closed')
    // The next question would come ten seconds after the receipt.
    expect(performance.now() - begun).toBeLessThan(8_000)
  })

  it('with its server, at once', async () => {
    expect(await failureOf(call(await connect(), 'dies'))).toMatchObject({ kind: 'died', exit: { status: 7 } })
  })
})

describe('the limits of a call hold for its task', () => {
  it('that makes no progress, and is cancelled', async () => {
    const connection = await connect({ callIdleTimeoutMs: 2_000 })
    expect(await failureOf(call(connection, 'endless'))).toMatchObject({ kind: 'call-timeout', subject: 'idle' })
    await until(async () => (await heard(connection)).includes('tasks/cancel:endless'))
  })

  it('that is progressing for too long', async () => {
    const connection = await connect({ callIdleTimeoutMs: 10_000, callTotalTimeoutMs: 2_000 })
    expect(await failureOf(call(connection, 'lively'))).toMatchObject({ kind: 'call-timeout', subject: 'total' })
    await until(async () => (await heard(connection)).includes('tasks/cancel:lively'))
  })

  it.each(['lively', 'progressing'])('of which %s is a sign of life', async (tool) => {
    // Less than its 45 steps take.
    const connection = await connect({ callIdleTimeoutMs: 3_000 })
    expect(textOf(await call(connection, tool))).toBe('done')
  })

  it('that the server wants to be asked about less often than that', async () => {
    const connection = await connect({ callIdleTimeoutMs: 6_000 })
    expect(textOf(await call(connection, 'seldom'))).toBe('done')
  })

  it('that the program cancels', async () => {
    const connection = await connect()
    const aborter = new AbortController()
    const called = failureOf(connection.callTool('endless', {}, aborter.signal))
    await until(async () => (await heard(connection)).includes('tasks/get:endless'))
    aborter.abort()
    expect((await called).kind).toBe('cancelled')
    await until(async () => (await heard(connection)).includes('tasks/cancel:endless'))
  })
})

it('a task that begins after its call was cancelled is cancelled too', async () => {
  const connection = await connect()
  const aborter = new AbortController()
  const called = failureOf(connection.callTool('slow', {}, aborter.signal))
  // The server reads in order, so it has the call.
  await heard(connection)
  aborter.abort()
  expect((await called).kind).toBe('cancelled')
  await until(async () => (await heard(connection)).includes('tasks/cancel:slow'))
})

describe('a task over HTTP', () => {
  const task = (status: string) => ({
    taskId: 't',
    status,
    ttl: null,
    createdAt: '',
    lastUpdatedAt: '',
    pollInterval: 100,
  })
  const taskResult = (message: Message): unknown => {
    switch (message.method ?? '') {
      case 'initialize':
        return {
          ...(legacyResult(message) as object),
          capabilities: { tools: {}, tasks: { requests: { tools: { call: {} } } } },
        }
      case 'tools/list':
        return { tools: [{ name: 'work', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } }] }
      case 'tools/call':
        return { task: task('working') }
      case 'tasks/get':
        return task('completed')
      case 'tasks/result':
        return { content: [{ type: 'text', text: 'done' }] }
      default:
        return undefined
    }
  }
  /** Loses the first `count` answers to `method`. */
  const losing = (
    method: string,
    count: number,
    lose: (seen: Seen, response: ServerResponse) => void,
  ): Promise<HttpFixture> => {
    let left = count
    return serve((seen, response) => {
      if (seen.message?.method === method && left > 0) {
        left -= 1
        lose(seen, response)
      } else plain(taskResult)(seen, response)
    })
  }

  it.each([
    ['tasks/get', 'a bad gateway', (_: Seen, r: ServerResponse) => r.writeHead(502).end()],
    ['tasks/get', 'a cut', (_: Seen, r: ServerResponse) => r.destroy()],
    ['tasks/result', 'a cut', (_: Seen, r: ServerResponse) => r.destroy()],
  ])('survives that %s meets %s', async (method, _what, lose) => {
    const server = await losing(method, 3, lose)
    const connection = await createBench().connect({ command: server.url })
    expect(textOf(await call(connection, 'work'))).toBe('done')
  })

  it('is given up where that goes on', async () => {
    const server = await losing('tasks/get', 100, (_, response) => response.writeHead(502).end())
    const connection = await createBench().connect({ command: server.url })
    expect((await failureOf(call(connection, 'work'))).detail).toContain('HTTP 502')
    expect(server.seen.filter(({ message }) => message?.method === 'tasks/get')).toHaveLength(4)
  })
})
