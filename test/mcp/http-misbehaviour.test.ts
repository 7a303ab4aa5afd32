/** Whatever a server over HTTP does instead of answering, the program is told at once, and goes on. */

import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { call, createBench, failureOf, textOf } from './harness.ts'
import { badAtCall, json, plain, serve, stream } from './http-fixture.ts'
import type { Message } from './http-fixture.ts'

describe('a server over HTTP cannot be used', () => {
  const refusals: readonly (readonly [string, (response: ServerResponse) => void, number | undefined, string])[] = [
    ['401', (r) => r.writeHead(401).end('no'), 401, 'HTTP 401 Unauthorized: no'],
    ['403', (r) => json(r, { message: 'go away' }, 403), 403, 'HTTP 403 Forbidden: go away'],
    ['404', (r) => r.writeHead(404).end(), 404, 'HTTP 404 Not Found'],
    ['429', (r) => r.writeHead(429, { 'retry-after': '30' }).end(), 429, 'it asks to wait 30 s'],
    ['500', (r) => json(r, { error: { code: 1, message: 'boom' } }, 500), 500, 'HTTP 500 Internal Server Error: boom'],
    ['503 with a page', (r) => r.writeHead(503, { 'content-type': 'text/html' }).end('<html>'), 503, 'a web page'],
    [
      'a page',
      (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>'),
      undefined,
      'a web page',
    ],
    [
      'text',
      (r) => r.writeHead(200, { 'content-type': 'text/plain' }).end('hello'),
      undefined,
      'no message of MCP: hello',
    ],
    ['nothing', (r) => r.writeHead(200).end(), undefined, 'it is empty'],
    ['an accepted question', (r) => r.writeHead(202).end(), undefined, 'it is empty'],
    ['an empty stream', (r) => (stream(r), r.end()), undefined, 'its stream ended before the answer'],
    ['a cut connection', (r) => r.destroy(), undefined, 'the connection was cut'],
  ]
  it.each(refusals)('that answers with %s', async (_, answer, code, words) => {
    const server = await serve((_, response) => answer(response))
    const failure = await failureOf(createBench().connect({ command: `${server.url}?key=geheim` }))
    expect(failure).toMatchObject({ kind: 'unreachable', subject: server.url, code })
    expect(failure.detail).toContain(words)
  })

  it('where nothing listens', async () => {
    const failure = await failureOf(createBench().connect({ command: 'http://127.0.0.1:9/mcp' }))
    expect(failure).toMatchObject({ kind: 'unreachable', code: undefined })
  })

  it('with a password in its address, which is not shown', async () => {
    const failure = await failureOf(createBench().connect({ command: 'http://joe:geheim@127.0.0.1:9/mcp' }))
    expect(failure).toMatchObject({ kind: 'unreachable', subject: 'http://127.0.0.1:9/mcp' })
    expect(failure.detail).toBe('the address has a user or a password in it, which belong into a header')
  })

  it('whose address is none', async () => {
    const failure = await failureOf(createBench().connect({ command: 'http://joe:geheim@[x/mcp' }))
    expect(failure).toMatchObject({ kind: 'unreachable', subject: 'http://…' })
    expect(failure.detail).toBe('what stands behind the `//` is no address')
  })

  it('that says nothing, and the connection is closed', async () => {
    const server = await serve(() => undefined)
    const failure = await failureOf(createBench().connect({ command: server.url, startTimeoutMs: 300 }))
    expect(failure.kind).toBe('start-timeout')
    await Promise.all(server.seen.map(({ closed }) => closed))
  })
})

describe('a call over HTTP fails by itself', () => {
  const answer = ({ id }: Message, text: string) => ({
    jsonrpc: '2.0',
    id,
    result: { content: [{ type: 'text', text }] },
  })
  const faults: readonly (readonly [string, (message: Message, response: ServerResponse) => void, string])[] = [
    ['with HTTP 500', (_, r) => r.writeHead(500).end('oops'), 'HTTP 500 Internal Server Error: oops'],
    ['with HTTP 429', (_, r) => r.writeHead(429, { 'retry-after': '7' }).end(), 'it asks to wait 7 s'],
    ['with HTTP 401', (_, r) => r.writeHead(401).end(), 'HTTP 401'],
    ['with HTTP 403', (_, r) => json(r, { error: 'not yours' }, 403), 'HTTP 403 Forbidden: not yours'],
    ['with HTTP 404, where there is no session', (_, r) => r.writeHead(404).end(), 'HTTP 404 Not Found'],
    ['with HTTP 413', (_, r) => r.writeHead(413).end(), 'HTTP 413'],
    [
      'with a redirect to another host',
      (_, r) => r.writeHead(307, { location: 'http://127.0.0.1:9/mcp?key=geheim' }).end(),
      'it sends its requests elsewhere, to http://127.0.0.1:9/mcp (HTTP 307), which is not followed',
    ],
    [
      'with a redirect to itself, for ever',
      (_, r) => r.writeHead(307, { location: '/mcp' }).end(),
      'which is not followed',
    ],
    ['with a page', (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), 'a web page'],
    [
      'with broken JSON',
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
      'no message of MCP',
    ],
    ['with the answer to another call', (m, r) => json(r, answer({ ...m, id: 99 }, 'x')), 'it is empty'],
    [
      'with a stream that is cut',
      (_, r) => (stream(r), setTimeout(() => r.destroy(), 50)),
      'its stream ended before the answer',
    ],
    ['with a stream of something else', (_, r) => (stream(r, 'text'), r.end()), 'its stream ended before the answer'],
    [
      'with a body that is cut',
      (_, r) => (r.writeHead(200, { 'content-length': '99' }), r.write('{'), setTimeout(() => r.destroy(), 50)),
      '',
    ],
    ['with too much JSON', (m, r) => json(r, answer(m, 'x'.repeat(200_000))), 'larger than the limit'],
    [
      'with too much in a stream',
      (m, r) => (stream(r, answer(m, 'x'.repeat(200_000))), r.end()),
      'larger than the limit',
    ],
    ['with an answer that has no end', (_, r) => flood(r, 'application/json'), 'larger than the limit'],
    ['with an event that has no end', (_, r) => flood(r, 'text/event-stream'), 'larger than the limit'],
  ]
  it.each(faults)('%s', async (_, fault, words) => {
    const server = await serve(badAtCall(fault))
    const connection = await createBench({ messageBytesMax: 100_000 }).connect({ command: server.url })
    const failure = await failureOf(call(connection, 'bad'))
    expect(['protocol-error', 'invalid-answer']).toContain(failure.kind)
    expect(failure.detail).toContain(words)
    expect(textOf(await call(connection, 'echo', { on: true }))).toBe('{"on":true}')
  })

  it('with a code of the protocol, which is kept', async () => {
    const server = await serve(
      badAtCall(({ id }, response) =>
        json(response, { jsonrpc: '2.0', id, error: { code: -32602, message: 'no' } }, 400),
      ),
    )
    const connection = await createBench().connect({ command: server.url })
    const failure = await failureOf(call(connection, 'bad'))
    expect(failure).toMatchObject({ kind: 'protocol-error', code: -32602 })
  })

  it('when its time is over, however busily the server writes', async () => {
    const server = await serve(
      badAtCall((_, response) => {
        stream(response)
        const timer = setInterval(() => response.write(': still here\n\n'), 20)
        response.once('close', () => clearInterval(timer))
      }),
    )
    const connection = await createBench().connect({ command: server.url, callIdleTimeoutMs: 300 })
    expect((await failureOf(call(connection, 'bad'))).kind).toBe('call-timeout')
    await server.seen.at(-1)?.closed
  })

  it.each([
    ['an answer', 200, 'application/json'],
    ['a refusal', 503, 'text/plain'],
    ['an event', 200, 'text/event-stream'],
  ])('when its time is over, while %s comes byte by byte', async (_what, status, contentType) => {
    const server = await serve(
      badAtCall((_, response) => {
        response.writeHead(status, { 'content-type': contentType }).write('data: {"')
        const timer = setInterval(() => response.write('x'), 20)
        response.once('close', () => clearInterval(timer))
      }),
    )
    const connection = await createBench().connect({ command: server.url, callIdleTimeoutMs: 500 })
    expect((await failureOf(call(connection, 'bad'))).kind).toBe('call-timeout')
    await server.seen.at(-1)?.closed
    expect(textOf(await call(connection, 'echo', { on: true }))).toBe('{"on":true}')
  })

  it('and an answer without its number is found by its response', async () => {
    const server = await serve(
      badAtCall((_, response) =>
        json(response, { jsonrpc: '2.0', result: { content: [{ type: 'text', text: 'mine' }] } }),
      ),
    )
    const connection = await createBench().connect({ command: server.url })
    expect(textOf(await call(connection, 'bad'))).toBe('mine')
  })

  it('after the end of the program, which waits for nobody', async () => {
    const server = await serve((seen, response) => {
      if (seen.method === 'POST') plain()(seen, response)
    })
    const bench = createBench()
    const connection = await bench.connect({ command: server.url })
    await bench.servers.closeAll()
    expect((await failureOf(call(connection, 'echo'))).kind).toBe('closed')
  })
})

/** More than fits, and then for ever. */
function flood(response: ServerResponse, contentType: string): void {
  response.writeHead(200, { 'content-type': contentType })
  const timer = setInterval(() => response.write(`data: ${'x'.repeat(20_000)}`), 5)
  response.once('close', () => clearInterval(timer))
}
