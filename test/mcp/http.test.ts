/** Servers over HTTP: both eras, the transport of 2024, and what is said and kept on the way. */

import { describe, expect, it } from 'vitest'
import { call, createBench, failureOf, textOf, until } from './harness.ts'
import { badAtCall, json, legacyResult, modernResult, plain, serve, stream } from './http-fixture.ts'
import type { Message, Seen } from './http-fixture.ts'

const methodsOf = (seen: readonly Seen[]) => seen.map(({ method, message }) => message?.method ?? method)

describe('a server over HTTP', () => {
  it('of the older era is greeted, listed, called, and told of the end', async () => {
    const server = await serve((seen, response) => {
      if (seen.message?.method === 'initialize') {
        json(response, { jsonrpc: '2.0', id: seen.message.id, result: legacyResult(seen.message) }, 200, {
          'mcp-session-id': 's1',
        })
      } else plain()(seen, response)
    })
    const connection = await createBench().connect({ command: server.url })
    expect(connection.tools.map(({ name }) => name)).toEqual(['echo', 'bad'])
    expect(textOf(await call(connection, 'echo', { a: 1 }))).toBe('{"a":1}')
    await connection.close()
    const posts = server.seen.filter(({ method }) => method !== 'GET')
    expect(methodsOf(posts)).toEqual([
      ...['server/discover', 'initialize', 'notifications/initialized', 'tools/list', 'tools/call', 'DELETE'],
    ])
    const later = posts.slice(2)
    expect(later.map(({ headers }) => headers['mcp-session-id'])).toEqual(later.map(() => 's1'))
    expect(later.map(({ headers }) => headers['mcp-protocol-version'])).toEqual(later.map(() => '2025-11-25'))
  })

  it('of the newer era gets its headers and no handshake', async () => {
    const server = await serve(plain(modernResult))
    const connection = await createBench().connect({ command: server.url })
    expect(textOf(await call(connection, 'echo', { a: 1 }))).toBe('{"a":1}')
    expect(methodsOf(server.seen)).toEqual(['server/discover', 'tools/list', 'tools/call'])
    expect(server.seen.at(-1)?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
    })
  })

  it('may answer with a stream of events that it never ends', async () => {
    const server = await serve(
      badAtCall((message, response) => {
        stream(
          response,
          { jsonrpc: '2.0', method: 'notifications/message', params: {} },
          { jsonrpc: '2.0', id: message.id, result: { content: [{ type: 'text', text: 'streamed' }] } },
        )
      }),
    )
    const connection = await createBench().connect({ command: server.url })
    expect(textOf(await call(connection, 'bad'))).toBe('streamed')
    await server.seen.at(-1)?.closed
  })

  it('that knows only the transport of 2024 is spoken to in that', async () => {
    let events: Parameters<typeof stream>[0] | undefined
    const server = await serve(({ method, path, message }, response) => {
      if (method === 'GET') {
        events = response.writeHead(200, { 'content-type': 'text/event-stream' })
        events.write('event: endpoint\ndata: /post?id=1\n\n')
      } else if (path !== '/post?id=1') response.writeHead(405).end()
      else {
        response.writeHead(202).end('Accepted')
        if (message?.id === undefined) return
        const answer = { jsonrpc: '2.0', id: message.id, result: legacyResult(message) }
        events?.write(`data: ${JSON.stringify(answer)}\n\n`)
      }
    })
    const connection = await createBench().connect({ command: server.url })
    expect(textOf(await call(connection, 'echo', { b: 2 }))).toBe('{"b":2}')
    events?.destroy()
    await until(() => failureOf(call(connection, 'echo')).then((failure) => failure.kind === 'died'))
  })

  it('keeps every digit of numbers, in both directions', async () => {
    const number = '123456789012345678901234567890'
    const server = await serve(
      badAtCall(({ id }, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"n":${number}}}}`)
      }),
    )
    const connection = await createBench().connect({ command: server.url })
    const { structuredContent } = await call(connection, 'bad')
    expect(JSON.stringify(structuredContent)).toBe(`{"n":${number}}`)
  })

  it('may ask, and gets its answer at the same address', async () => {
    const server = await serve(
      badAtCall((message, response) => {
        stream(response, { jsonrpc: '2.0', id: 'q', method: 'ping' })
        const result = { content: [] }
        setTimeout(() => response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n\n`), 50)
      }),
    )
    const connection = await createBench().connect({ command: server.url })
    await call(connection, 'bad')
    await until(() => server.seen.some(({ message }) => message?.id === 'q' && message.result !== undefined))
  })

  it('that has lost the session gets a new one, and the call once more', async () => {
    let sessionCount = 0
    const server = await serve((seen, response) => {
      const { message, headers } = seen
      if (message?.method === 'initialize') {
        sessionCount += 1
        json(response, { jsonrpc: '2.0', id: message.id, result: legacyResult(message) }, 200, {
          'mcp-session-id': `s${sessionCount}`,
        })
      } else if (message?.method === 'tools/call' && headers['mcp-session-id'] === 's1') response.writeHead(404).end()
      else plain()(seen, response)
    })
    const connection = await createBench().connect({ command: server.url })
    expect(textOf(await call(connection, 'echo', { c: 3 }))).toBe('{"c":3}')
    expect(
      methodsOf(server.seen)
        .filter((method) => method !== 'GET')
        .slice(4),
    ).toEqual([...['tools/call', 'initialize', 'notifications/initialized', 'tools/call']])
  })
})

describe('a call over HTTP that is cancelled', () => {
  const waiting = (resultOf: (message: Message) => unknown) =>
    serve((seen, response) => {
      if (seen.message?.method !== 'tools/call') plain(resultOf)(seen, response)
    })

  it('is taken back by a notification in the older era, and the connection goes on', async () => {
    const server = await waiting(legacyResult)
    const connection = await createBench().connect({ command: server.url })
    const aborter = new AbortController()
    const called = failureOf(connection.callTool('echo', {}, aborter.signal))
    await until(() => methodsOf(server.seen).includes('tools/call'))
    aborter.abort()
    expect((await called).kind).toBe('cancelled')
    await until(() => methodsOf(server.seen).includes('notifications/cancelled'))
  })

  it('is taken back by closing its stream in the newer era', async () => {
    const server = await waiting(modernResult)
    const connection = await createBench().connect({ command: server.url, callIdleTimeoutMs: 200 })
    expect((await failureOf(call(connection, 'echo'))).kind).toBe('call-timeout')
    await server.seen.at(-1)?.closed
    expect(methodsOf(server.seen)).not.toContain('notifications/cancelled')
  })
})

describe('headers of the program', () => {
  it('go to the server, with variables of the environment in them', async () => {
    const server = await serve(plain())
    const bench = createBench({ environment: { TOKEN: 'tok-12345678\n' } })
    await bench.connect({
      command: server.url,
      headers: ['Authorization: Bearer ${TOKEN}', 'X-Team: a b', 'Accept-Language: ${NO:-en}'],
    })
    for (const { headers } of server.seen) {
      expect(headers).toMatchObject({ authorization: 'Bearer tok-12345678', 'x-team': 'a b', 'accept-language': 'en' })
      expect(headers['x-sense-exchange']).toBeUndefined()
    }
  })

  it('of a file are sent as they are', async () => {
    const server = await serve(plain())
    const bench = createBench({ environment: { TOKEN: 'tok-12345678' } })
    await bench.connect({ command: server.url, plainHeaders: ['X-Odd: ${TOKEN} ${NOT_SET}'] })
    expect(server.seen[0]?.headers).toMatchObject({ 'x-odd': '${TOKEN} ${NOT_SET}' })
  })

  it('name a variable that is missing, and send nothing', async () => {
    const server = await serve(plain())
    const failure = await failureOf(
      createBench({ environment: {} }).connect({ command: server.url, headers: ['A: ${NOT_SET}'] }),
    )
    expect(failure).toMatchObject({ kind: 'environment-missing', subject: 'NOT_SET' })
    expect(server.seen).toEqual([])
  })

  it('never go to another host, and are never shown', async () => {
    const elsewhere = await serve(plain())
    const server = await serve((_, response) => {
      response.writeHead(307, { location: `${elsewhere.url}?key=1` }).end()
    })
    const bench = createBench({ environment: { TOKEN: 'tok-12345678' } })
    const failure = await failureOf(bench.connect({ command: server.url, headers: ['Authorization: Bearer ${TOKEN}'] }))
    expect(failure).toMatchObject({ kind: 'unreachable', code: 307 })
    expect(failure.detail).toBe(
      `it sends its requests elsewhere, to ${elsewhere.url} (HTTP 307), which is not followed`,
    )
    expect(elsewhere.seen).toEqual([])
    const echoing = await serve(({ headers }, response) => {
      response.writeHead(400).end(`bad header ${headers.authorization}`)
    })
    const echoed = await failureOf(bench.connect({ command: echoing.url, headers: ['Authorization: Bearer ${TOKEN}'] }))
    expect(echoed.detail).toContain('[secret ')
    expect(JSON.stringify(echoed)).not.toContain('tok-12345678')
  })

  it('go along with a redirect at the same server', async () => {
    const server = await serve((seen, response) => {
      if (seen.path === '/mcp') response.writeHead(308, { location: '/there' }).end()
      else plain()(seen, response)
    })
    await createBench().connect({ command: server.url, headers: ['X-Key: 1'] })
    expect(server.seen.find(({ path }) => path === '/there')?.headers['x-key']).toBe('1')
  })
})
