/**
 * Servers over HTTP for the tests: real ones on loopback, good in the plain modes and bad in the others.
 *
 * One function answers every request of one server; the modes are what stands between the protocol and the wire.
 */

import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** The message, if there was one. */
  readonly message: Message | undefined
  /** The body as a form sends it. */
  readonly form: URLSearchParams
  /** Resolves when the client has closed the connection before it was answered. */
  readonly closed: Promise<void>
}

export interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: unknown
}

export interface HttpFixture {
  readonly origin: string
  readonly url: string
  readonly seen: readonly Seen[]
}

export type Answering = (seen: Seen, response: ServerResponse) => void

/** A server that answers as `answer` says until the test is over. */
export async function serve(answer: Answering): Promise<HttpFixture> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const entry: Seen = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        message: body.startsWith('{') ? (JSON.parse(body) as Message) : undefined,
        form: new URLSearchParams(body.startsWith('{') ? '' : body),
        closed: new Promise((resolve) => {
          response.once('close', () => {
            if (!response.writableEnded) resolve()
          })
        }),
      }
      seen.push(entry)
      answer(entry, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => ended(server))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, url: `${origin}/mcp`, seen }
}

function ended(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const TOOLS = [
  { name: 'echo', description: 'Gives its text back.', inputSchema: { type: 'object' } },
  { name: 'bad', inputSchema: { type: 'object' } },
]

/** The result of a request to a plain server of the older era; undefined for what it does not know. */
export function legacyResult({ method, params }: Message): unknown {
  const info = { serverInfo: { name: 'fixture', version: '1' } }
  if (method === 'initialize') return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, ...info }
  if (method === 'tools/list') return { tools: TOOLS }
  if (method === 'tools/call') return { content: [{ type: 'text', text: JSON.stringify(params?.['arguments']) }] }
  return undefined
}

export function modernResult(message: Message): unknown {
  const base = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
  if (message.method === 'server/discover') {
    return { ...base, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
  }
  const result = message.method === 'initialize' ? undefined : legacyResult(message)
  return result === undefined ? undefined : { ...base, ...(result as object) }
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

/** What a plain server does: results as JSON, 202 for what asks nothing, no stream of its own. */
export function plain(resultOf: (message: Message) => unknown = legacyResult): Answering {
  return ({ method, message }, response) => {
    if (method !== 'POST' || message === undefined) response.writeHead(405).end()
    else if (message.id === undefined || message.method === undefined) response.writeHead(202).end()
    else {
      const result = resultOf(message)
      const { id } = message
      if (result !== undefined) json(response, { jsonrpc: '2.0', id, result })
      else json(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }, 400)
    }
  }
}

/** A plain server that does something else when the tool `bad` is called. */
export function badAtCall(bad: (message: Message, response: ServerResponse, seen: Seen) => void): Answering {
  return (seen, response) => {
    const { message } = seen
    if (message?.method === 'tools/call' && message.params?.['name'] === 'bad') bad(message, response, seen)
    else plain()(seen, response)
  }
}

/** Events of a stream, which stays open unless it is ended. */
export function stream(response: ServerResponse, ...events: readonly unknown[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  for (const event of events) response.write(`event: message\ndata: ${JSON.stringify(event)}\n\n`)
}
