/** What `sense serve --http` lets in: names of this machine, the token, bodies and sessions within their limits. */

import { request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runSense } from '../cli/sense-process.ts'
import { HttpProcess, SLOW_MS } from './served.ts'

vi.setConfig({ testTimeout: SLOW_MS, hookTimeout: SLOW_MS })

const shop = join(import.meta.dirname, 'shop.sns')
const served = new HttpProcess([shop])
let url: URL
let token: string

beforeAll(async () => {
  ;({ url, token } = await served.address())
})
afterAll(async () => {
  await served.stop('SIGKILL')
})

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One request, with headers that `fetch` would not send. */
function send({ method = 'POST', path = '/mcp', headers = {}, body = '' }: Sent) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }
    const request = httpRequest({ host: url.hostname, port: url.port, path, method, headers: all }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        // A stream may stay open.
        if (response.headers['content-type'] === 'text/event-stream' && text.includes('\n\n')) request.destroy()
      })
      response.on('close', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      })
    })
    // A server that refuses a large body need not read it.
    request.on('error', reject)
    request.end(body)
  })
}

const withToken = (): Record<string, string> => ({ authorization: `Bearer ${token}` })

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
})

describe('the token', () => {
  it('is needed, whole', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${token.slice(1)}` },
      { authorization: `Bearer ${token}x` },
      { authorization: `Basic ${token}` },
    ]) {
      const { status, headers: answered, text } = await send({ headers, body: initialize })
      expect(status).toBe(401)
      expect(answered['www-authenticate']).toBe('Bearer')
      expect(text).not.toContain(token)
    }
    expect((await send({ headers: withToken(), body: initialize })).status).toBe(200)
  })

  it('comes from SENSE_SERVE_TOKEN, which is not shown', async () => {
    const given = 'a-token-of-our-own-that-is-long'
    const own = new HttpProcess([shop], { SENSE_SERVE_TOKEN: given })
    await own.untilTold('the value of SENSE_SERVE_TOKEN')
    const [, address = ''] = /serving at (\S+)/.exec(own.told) ?? []
    const status = async (shown: string): Promise<number> => {
      const headers = {
        authorization: `Bearer ${shown}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      }
      return (await fetch(address, { method: 'POST', headers, body: initialize })).status
    }
    expect(await status(given)).toBe(200)
    expect(await status('something-else')).toBe(401)
    expect(own.told).not.toContain(given)
    await own.stop()
  })
})

describe('a request from elsewhere', () => {
  it('must name this machine', async () => {
    for (const host of ['evil.example', 'evil.example:80', 'localhost.evil.example', '0.0.0.0']) {
      expect((await send({ headers: { ...withToken(), host }, body: initialize })).status).toBe(403)
    }
    for (const host of ['localhost', 'LOCALHOST:80', `127.0.0.1:${url.port}`, '[::1]:1']) {
      expect((await send({ headers: { ...withToken(), host }, body: initialize })).status).toBe(200)
    }
  })

  it('must not come from a page of another machine', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'nonsense']) {
      expect((await send({ headers: { ...withToken(), origin }, body: initialize })).status).toBe(403)
    }
    const origin = 'http://localhost:6274'
    expect((await send({ headers: { ...withToken(), origin }, body: initialize })).status).toBe(200)
  })

  it('finds nothing beside /mcp', async () => {
    expect((await send({ headers: withToken(), path: '/', method: 'GET' })).status).toBe(404)
    expect((await send({ headers: withToken(), path: '/mcp/x' })).status).toBe(404)
    expect((await send({ headers: withToken(), path: '//[' })).status).toBe(404)
  })
})

describe('what is no call', () => {
  it('is answered, whatever it is', async () => {
    for (const body of ['', '{', '[]', 'null', '"x"', '{"jsonrpc":"2.0"}']) {
      const { status, text } = await send({ headers: withToken(), body })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(text).not.toMatch(/at .*\.[mc]?js/)
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'GET', 'OPTIONS']) {
      const { status } = await send({ headers: withToken(), method })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
    const session = { ...withToken(), 'mcp-session-id': 'made-up' }
    expect((await send({ headers: session, body: '{"jsonrpc":"2.0","id":2,"method":"tools/list"}' })).status).toBe(404)
  })

  it('may not be larger than 4 MB', async () => {
    const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { text: 'x'.repeat(4 * 1024 * 1024) } })
    expect((await send({ headers: withToken(), body: large })).status).toBe(413)
    expect((await send({ headers: withToken(), body: initialize })).status).toBe(200)
  })
})

describe('sessions', () => {
  it('are at most 100: the one that was idle longest makes room', async () => {
    const open = async (): Promise<string> => {
      const { headers } = await send({ headers: withToken(), body: initialize })
      return String(headers['mcp-session-id'])
    }
    const statusIn = async (id: string): Promise<number> => {
      const headers = { ...withToken(), 'mcp-session-id': id }
      return (await send({ headers, body: '{"jsonrpc":"2.0","id":2,"method":"tools/list"}' })).status
    }
    const first = await open()
    expect(await statusIn(first)).toBe(200)
    for (let count = 0; count < 100; count += 1) await open()
    expect(await statusIn(first)).toBe(404)
    expect(await statusIn(await open())).toBe(200)
  })
})

describe('a start that fails', () => {
  it.each([
    [['--http', String(0x1ffff), shop], 'needs a port, or a host and a port'],
    [['--http', 'localhost', shop], 'needs a port, or a host and a port'],
    [['--http', '203.0.113.7:0', shop], 'cannot listen at 203.0.113.7:0'],
  ])('says why: %s', async (words, headline) => {
    const { status, stderr, stdout } = await runSense(['serve', ...words])
    expect(stderr).toContain(headline)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })

  it('because the port is taken ends before the program runs', async () => {
    const { status, stderr, stdout } = await runSense(['serve', '--http', url.port, shop])
    expect(stderr).toContain(`cannot listen at 127.0.0.1:${url.port}`)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })

  it('because the token is a word ends before the program runs', async () => {
    const environment = { SENSE_SERVE_TOKEN: 'secret' }
    const { status, stderr, stdout } = await runSense(['serve', '--http', '0', shop], { environment })
    expect(stderr).toContain('SENSE_SERVE_TOKEN must be at least 16')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })
})
