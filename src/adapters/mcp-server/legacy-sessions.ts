/**
 * Clients of the legacy era over HTTP, each in a session of its own: only there can the server ask the client something.
 *
 * A session ends when its client says so, or when it has not been used for a while.
 */

import { randomUUID } from 'node:crypto'
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { ServedBy } from './protocol-server.ts'
import { protocolServer } from './protocol-server.ts'

export const SESSIONS_MAX = 100

/** Clients that are still there ask again before. */
const IDLE_MS = 30 * 60_000

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** Requests that are being answered, streams included. */
  openCount: number
  lastUsedMs: number
}

export class LegacySessions {
  readonly #served: ServedBy
  readonly #bodyBytesMax: number
  readonly #onFault: (fault: string) => void
  readonly #sessions = new Map<string, Session>()
  readonly #sweeper: NodeJS.Timeout

  constructor(served: ServedBy, bodyBytesMax: number, onFault: (fault: string) => void) {
    this.#served = served
    this.#bodyBytesMax = bodyBytesMax
    this.#onFault = onFault
    this.#sweeper = setInterval(() => {
      this.#endIdle(IDLE_MS)
    }, IDLE_MS / 10)
    this.#sweeper.unref()
  }

  /** Answers a request. The response may be a stream that is open for long. */
  async answer(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id !== null) {
      const session = this.#sessions.get(id)
      return session === undefined ? refusal(404, 'Session not found') : await this.#answerIn(session, request)
    }
    // A request without a session can only be the first; the transport says so where it is not.
    if (this.#sessions.size >= SESSIONS_MAX) this.#endOldest()
    if (this.#sessions.size >= SESSIONS_MAX) return refusal(503, 'Too many sessions are open')
    return await this.#answerIn(await this.#newSession(), request)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    const sessions = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(sessions.map(({ transport }) => transport.close()))
  }

  async #newSession(): Promise<Session> {
    const { WebStandardStreamableHTTPServerTransport: Transport } = this.#served.library
    const transport = new Transport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.#bodyBytesMax,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session)
      },
      onsessionclosed: (id) => {
        this.#sessions.delete(id)
      },
    })
    const session: Session = { transport, openCount: 0, lastUsedMs: performance.now() }
    transport.onerror = (error) => {
      this.#onFault(error.message)
    }
    await protocolServer(this.#served, 'legacy').connect(transport)
    return session
  }

  async #answerIn(session: Session, request: Request): Promise<Response> {
    session.openCount += 1
    const end = (): void => {
      session.openCount -= 1
      session.lastUsedMs = performance.now()
    }
    try {
      const response = await session.transport.handleRequest(request)
      if (response.body === null) {
        end()
        return response
      }
      const { readable, writable } = new TransformStream()
      void response.body
        .pipeTo(writable)
        .catch(() => undefined)
        .then(end)
      return new Response(readable, response)
    } catch (error) {
      end()
      throw error
    }
  }

  #endIdle(idleMs: number): void {
    const now = performance.now()
    for (const [id, { openCount, lastUsedMs }] of this.#sessions) {
      if (openCount === 0 && now - lastUsedMs > idleMs) this.#end(id)
    }
  }

  #endOldest(): void {
    const idle = [...this.#sessions].filter(([, { openCount }]) => openCount === 0)
    const [oldest] = idle.sort(([, a], [, b]) => a.lastUsedMs - b.lastUsedMs)
    if (oldest !== undefined) this.#end(oldest[0])
  }

  #end(id: string): void {
    const session = this.#sessions.get(id)
    this.#sessions.delete(id)
    session?.transport.close().catch(() => undefined)
  }
}

/** An answer that is an error of the protocol without a request it belongs to. */
export function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }, { status, headers })
}
