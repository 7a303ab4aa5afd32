/**
 * Requests to one connected server.
 *
 * This is our own interface in front of the library's client: limits, cancelling, and failures that say what happened.
 * The client numbers the requests, finds the answers, tells the server of a cancelled call and answers what it asks.
 */

import type { Client, StandardSchemaV1 } from '@modelcontextprotocol/client'
import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import type { ToolServerFailureFacts } from '../../runtime/ports/tool-servers.ts'
import type { Answer } from './answer.ts'
import { CallLimit, TIMER_MS_MAX } from './call-limit.ts'
import type { Quoting } from './quoted-text.ts'
import type { ServerChannel } from './server-channel.ts'
import { CARRIED_ANSWER } from './session-transport.ts'
import type { SessionTransport } from './session-transport.ts'

export interface RequestOptions {
  /** How long it may go on without progress; undefined: no progress is asked for. Milliseconds. */
  readonly idleMs?: number
  readonly totalMs: number
  readonly signal: AbortSignal
}

/** Time for a server to save its state and leave, once its input has ended (spec 02 §3). */
const POLITE_MS = 1_000
const ABANDONED_POLITE_MS = 200
const DETAIL_LENGTH_MAX = 2_000

export class McpSession {
  readonly hasTools: boolean
  readonly #client: Client
  readonly #transport: SessionTransport
  readonly #channel: ServerChannel
  readonly #quoting: Quoting
  #requestCount = 0
  #isClosed = false

  constructor(client: Client, transport: SessionTransport, channel: ServerChannel, quoting: Quoting) {
    this.hasTools = client.getServerCapabilities()?.tools !== undefined
    this.#client = client
    this.#transport = transport
    this.#channel = channel
    this.#quoting = quoting
    // What the server left running ends with it, not with the program.
    void channel.died.then(() => channel.end(0))
  }

  /** The result of one request, as the server gave it. Rejects with a `ToolServerFailure`. */
  async request(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    this.#refuseIfOver()
    if (options.signal.aborted) throw this.failure({ kind: 'cancelled' })
    const limit = new CallLimit(options.idleMs ?? TIMER_MS_MAX, options.totalMs)
    const onAbort = () => limit.cancel()
    options.signal.addEventListener('abort', onAbort, { once: true })
    this.#requestCount += 1
    const token = options.idleMs === undefined ? undefined : `sense-${this.#requestCount}`
    if (token !== undefined) this.#transport.progressListeners.set(token, (progress) => limit.note(progress))
    try {
      return this.#resultOf(method, await this.#ask(method, params, token, limit.signal))
    } catch (error) {
      throw error instanceof ToolServerFailure ? error : this.#failureOf(error, limit, method)
    } finally {
      limit.stop()
      options.signal.removeEventListener('abort', onAbort)
      if (token !== undefined) this.#transport.progressListeners.delete(token)
    }
  }

  /** Ends the server; resolves when nothing of it is left. Requests under way fail with kind `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#channel.end(POLITE_MS)
  }

  /** The same for a server that nobody has used yet, which therefore has little to save. */
  async abandon(): Promise<void> {
    this.#isClosed = true
    await this.#channel.end(ABANDONED_POLITE_MS)
  }

  /** A failure with what the server last said on stderr. */
  failure(facts: ToolServerFailureFacts): ToolServerFailure {
    const detail = this.#quoting.quote(facts.detail ?? '', DETAIL_LENGTH_MAX)
    const stderrLines = facts.kind === 'closed' || facts.kind === 'cancelled' ? [] : this.#channel.stderrLines()
    return new ToolServerFailure({ ...facts, detail, stderrLines })
  }

  #ask(method: string, params: JsonObject, token: string | undefined, signal: AbortSignal): Promise<Answer> {
    const request =
      token === undefined ? { method, params } : { method, params: { ...params, _meta: { progressToken: token } } }
    // Its own limit is set so far away that only ours is ever reached.
    return this.#client.request(request, CARRIED_ANSWER_SCHEMA, { signal, timeout: TIMER_MS_MAX })
  }

  #resultOf(method: string, answer: Answer): JsonObject {
    switch (answer.kind) {
      case 'result':
        return answer.result
      case 'error':
        throw this.failure({ kind: 'protocol-error', subject: method, detail: errorText(answer) })
      case 'invalid':
        throw this.failure({ kind: 'invalid-answer', subject: method, detail: answer.reason })
    }
  }

  /** `underWay` is the request that was already sent, if one was. */
  #refuseIfOver(underWay = ''): void {
    if (this.#isClosed) throw this.failure({ kind: 'closed', subject: underWay })
    const { death } = this.#channel
    if (death === undefined) return
    throw this.failure({ kind: 'died', subject: underWay, detail: death.detail, exit: death.exit })
  }

  /** The model and the audit log read only the detail, so it names the label that changes the limit. */
  #timeout(subject: 'idle' | 'total', detail: string): ToolServerFailure {
    return this.failure({ kind: 'call-timeout', subject, detail: `${detail}, the limit that \`call_timeout:\` sets` })
  }

  #failureOf(error: unknown, limit: CallLimit, method: string): ToolServerFailure {
    switch (limit.reached) {
      case 'cancelled':
        return this.failure({ kind: 'cancelled', subject: method })
      case 'idle':
        return this.#timeout('idle', `it made no progress for ${secondsText(limit.idleMs)} s`)
      case 'total':
        return this.#timeout('total', `it took longer than ${secondsText(limit.totalMs)} s in all`)
      case undefined:
        this.#refuseIfOver(method)
        return this.failure({ kind: 'invalid-answer', subject: method, detail: messageOf(error) })
    }
  }
}

/** Takes the carried answer out of the stand-in result. The interface is that of the Standard Schema the library asks for. */
const CARRIED_ANSWER_SCHEMA: StandardSchemaV1<unknown, Answer> = {
  '~standard': {
    version: 1,
    vendor: 'sense',
    validate: (value) => ({ value: carriedAnswer(value) }),
  },
}

function carriedAnswer(value: unknown): Answer {
  const carries = typeof value === 'object' && value !== null && CARRIED_ANSWER in value
  return carries ? answerIn(value) : { kind: 'invalid', reason: 'it was lost on the way' }
}

/** The transport put it there. */
function answerIn(carrier: object & { readonly [CARRIED_ANSWER]: unknown }): Answer {
  return carrier[CARRIED_ANSWER] as Answer
}

function errorText(answer: Answer & { kind: 'error' }): string {
  const data: Json | undefined = answer.data
  const extra = typeof data === 'string' && data !== answer.message ? `: ${data}` : ''
  return `${answer.message}${extra}${answer.code === undefined ? '' : ` (${answer.code})`}`
}

function secondsText(milliseconds: number): string {
  return String(Math.round(milliseconds / 100) / 10)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
