/** Servers that change their tools while a program uses them. */

import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runText } from '../../src/index.ts'
import type { Diagnostic, RunEvent } from '../../src/index.ts'
import type { ToolServerConnection } from '../../src/runtime/ports/tool-servers.ts'
import { call, COMPILE_CACHE, createBench, NEVER, textOf, until } from './harness.ts'
import { json, legacyResult, modernResult, plain, serve, stream } from './http-fixture.ts'
import type { Message } from './http-fixture.ts'

const SERVER = fileURLToPath(new URL('changing-server.ts', import.meta.url))

/** What the program after `s = connect_mcp(...)` prints, and what is heard of the server. */
async function ran(server: readonly string[], lines: readonly string[], labels = '') {
  const args = [SERVER, ...server].map((word) => JSON.stringify(word)).join(', ')
  const program = `s = connect_mcp("s", ${JSON.stringify(process.execPath)}, [${args}]${labels})
set delegation = inference("mock", "m", script: ["call s.grow {}", "{result}", "call s.grow {}", "{result}"])
${lines.join('\n')}
`
  const [warnings, events]: [Diagnostic[], RunEvent[]] = [[], []]
  const { output, problems } = await runText(program, {
    onWarning: (warning) => warnings.push(warning),
    onEvent: (event) => events.push(event),
  })
  expect(problems).toEqual([])
  return {
    output: output.trimEnd().split('\n'),
    warnings: warnings.map(({ code, headline }) => `${code}: ${headline}`),
    events: events.filter(({ kind }) => kind === 'server-tools'),
  }
}

const ask = 'print(ask_with_tools("?", s.tools).value)'
const BEFORE = '[<mcp tool s.grow>, <mcp tool s.journal>, <mcp tool s.old>]'
const AFTER = '[<mcp tool s.grow>, <mcp tool s.journal>, <mcp tool s.new1>]'

describe.each(['legacy', 'modern'])('a server of the %s era', (era) => {
  it('changes its tools: what was read stays, what is read is new, and it is told once', async () => {
    const lines = ['before = s.tools', ask, 'print(s.tools)', 'print(s.tools)', 'print(before)', 'print(s)']
    const { output, warnings, events } = await ran([era, 'well'], lines)
    expect(output).toEqual(['grown', AFTER, AFTER, BEFORE, '<mcp server s (3 tools)>'])
    expect(warnings).toEqual([
      'mcp-tools-changed: the MCP server `s` has changed its tools: new `new1`; gone `old`; other than before `grow`',
    ])
    expect(events).toMatchObject([{ name: 's', added: ['new1'], removed: ['old'], changed: ['grow'] }])
  })

  it('changes tools that the program does not want, which is nobody’s business', async () => {
    const lines = [ask, 'print(s.tools)', 'print(s.tools[0].description)']
    const wanted = await ran([era, 'well'], lines, ', tools: ["journal", "grow"]')
    expect(wanted.output).toEqual(['grown', '[<mcp tool s.grow>, <mcp tool s.journal>]', 'Size 1.'])
    expect(wanted.events).toMatchObject([{ added: [], removed: [], changed: ['grow'] }])
  })

  it('says that its tools have changed where they have not', async () => {
    const { output, warnings, events } = await ran([era, 'same'], [ask, 'print(s.tools)'])
    expect([output, warnings, events]).toEqual([['grown', BEFORE], [], []])
  })

  it('does not list what it has changed: the old tools stay', async () => {
    const { output, warnings } = await ran([era, 'broken'], [ask, 'print(s.tools)', 'print(s.tools)'])
    expect(output).toEqual(['grown', BEFORE, BEFORE])
    expect(warnings).toEqual([
      'mcp-list-kept: the MCP server `s` says that its tools have changed, but does not list them: no\\u{1b} list (-32603)',
    ])
  })

  it('is asked for its tools only when somebody reads them', async () => {
    const connection = await createBench().connect({ args: [SERVER, era], environment: [COMPILE_CACHE] })
    for (let count = 0; count < 3; count += 1) await call(connection, 'grow')
    const listings = async () => (await heard(connection)).filter((method) => method === 'tools/list').length
    expect(await listings()).toBe(1)
    expect((await connection.changedTools(NEVER))?.map(({ name }) => name)).toContain('new3')
    expect(connection.changedTools(NEVER)).toBeUndefined()
    expect(await listings()).toBe(2)
  })
})

const heard = async (connection: ToolServerConnection): Promise<readonly string[]> =>
  textOf(await call(connection, 'journal')).split(' ')

describe('a subscription of the newer era', () => {
  it('that has ended is made anew before the tools are listed', async () => {
    const { output } = await ran(['modern', 'ending'], [ask, 'print(s.tools)', ask, 'print(len(s.tools))'])
    expect(output).toEqual(['grown', AFTER, 'grown', '4'])
  })

  it('that is refused is not asked for again', async () => {
    const connection = await createBench().connect({
      args: [SERVER, 'modern', 'refusing'],
      environment: [COMPILE_CACHE],
    })
    await call(connection, 'grow')
    expect(connection.changedTools(NEVER)).toBeUndefined()
    expect((await heard(connection)).filter((method) => method === 'subscriptions/listen')).toHaveLength(1)
  })
})

describe('over HTTP', () => {
  const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
  /** Has the tool `late` too from the first call on. */
  const changing = (resultOf: (message: Message) => unknown) => {
    let isCalled = false
    return (message: Message): unknown => {
      const result = resultOf(message) as { capabilities?: object; tools?: readonly object[] } | undefined
      isCalled ||= message.method === 'tools/call'
      if (result?.capabilities !== undefined) return { ...result, capabilities: { tools: { listChanged: true } } }
      if (result?.tools === undefined || !isCalled) return result
      return { ...result, tools: [...result.tools, { name: 'late', inputSchema: { type: 'object' } }] }
    }
  }
  const lateTools = async (connection: ToolServerConnection) => {
    await call(connection, 'echo')
    let listed: ReturnType<ToolServerConnection['changedTools']>
    await until(() => (listed = connection.changedTools(NEVER)) !== undefined)
    return (await listed)?.map(({ name }) => name)
  }

  it('a server of the older era tells in the stream that stays open', async () => {
    const resultOf = changing(legacyResult)
    let events: Parameters<typeof stream>[0] | undefined
    const server = await serve((seen, response) => {
      if (seen.method === 'GET') stream((events = response))
      else plain(resultOf)(seen, response)
      if (seen.message?.method === 'tools/call') events?.write(`data: ${JSON.stringify(changed)}\n\n`)
    })
    const connection = await createBench().connect({ command: server.url })
    await until(() => events !== undefined)
    expect(await lateTools(connection)).toEqual(['echo', 'bad', 'late'])
  })

  it('a server of the newer era tells in the answer to the subscription, and where that is cut it is asked again', async () => {
    const resultOf = changing(modernResult)
    const subscriptions: Parameters<typeof stream>[0][] = []
    const server = await serve((seen, response) => {
      const { message } = seen
      if (message?.method === 'subscriptions/listen') {
        const params = { notifications: { toolsListChanged: true } }
        subscriptions.push(response)
        stream(response, { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params })
      } else plain(resultOf)(seen, response)
      if (message?.method === 'tools/call') subscriptions.at(-1)?.write(`data: ${JSON.stringify(changed)}\n\n`)
    })
    const connection = await createBench().connect({ command: server.url })
    await until(() => subscriptions.length === 1)
    expect(await lateTools(connection)).toEqual(['echo', 'bad', 'late'])
    subscriptions[0]?.destroy()
    await until(() => connection.changedTools(NEVER) !== undefined)
    await until(() => subscriptions.length === 2)
    expect(await lateTools(connection)).toEqual(['echo', 'bad', 'late'])
  })

  it('a server that refuses subscriptions is used all the same', async () => {
    const resultOf = changing(modernResult)
    const server = await serve((seen, response) => {
      if (seen.message?.method === 'subscriptions/listen') json(response, { detail: 'not here' }, 404)
      else plain(resultOf)(seen, response)
    })
    const connection = await createBench().connect({ command: server.url })
    for (let count = 0; count < 10; count += 1) await call(connection, 'echo')
    await connection.changedTools(NEVER)
    await until(() => connection.changedTools(NEVER) === undefined)
    const asked = server.seen.filter(({ message }) => message?.method === 'subscriptions/listen').length
    expect(asked).toBeLessThanOrEqual(3)
  })
})
