/**
 * Requests to one connected server: limits, cancelling, and failures that say what happened.
 */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import type { ToolServerFacts, ToolServerFailureFacts, ToolServerStatus } from '../../runtime/ports/tool-servers.ts'
import type { Answer, ErrorAnswer } from './answer.ts'
import { CallLimit, TIMER_MS_MAX } from './call-limit.ts'
import type { LimitReached } from './call-limit.ts'
import { elicit, ELICITATION_METHOD, inputRequestOf } from './elicitation.ts'
import type { Elicitation, Elicited, InputRequest } from './elicitation.ts'
import { fieldOf, isJsonObject, textField } from './json-shape.ts'
import type { Quoting } from './quoted-text.ts'
import type { Asked, ProgressListener, RpcPeer } from './rpc-peer.ts'
import { ChannelEnded, LISTEN_ID } from './rpc-peer.ts'
import type { ServerOffers } from './server-facts.ts'
import type { SessionChannel } from './session-channel.ts'

export interface RequestOptions {
  /** How long it may go on without progress; undefined: no progress is asked for. Milliseconds. */
  readonly idleMs?: number
  readonly totalMs: number
  readonly signal: AbortSignal
  /** Told of each step forward: the params of the notification. */
  readonly onProgress?: (params: JsonObject) => void
}

/** Requests that are one to the program: they share its limits, and are made one after the other. */
export interface SharedRequests {
  /** The result of one. `receipt`: what is asked for goes on when that has come, and so does its progress. */
  readonly ask: (method: string, params: JsonObject, kind?: 'receipt') => Promise<JsonObject>
  readonly pause: (milliseconds: number) => Promise<void>
  /** Asks, and does not wait for what is answered. */
  readonly askInPassing: (method: string, params: JsonObject) => void
  /** The server has shown that it goes on. */
  readonly step: () => void
}

export interface SessionParts {
  readonly peer: RpcPeer
  readonly channel: SessionChannel
  readonly quoting: Quoting
  readonly facts: ToolServerFacts
  readonly offers: ServerOffers
  /** How a person is asked what the server wants to know; undefined where nobody can be. */
  readonly elicitation: Elicitation | undefined
  /** What each request carries in `_meta`: the envelope of the newer era. */
  readonly meta: JsonObject | undefined
}

/** Time for a server to save its state and leave, once its input has ended (spec 02 §3). */
const POLITE_MS = 1_000
const ABANDONED_POLITE_MS = 200
/** How often one request may ask a person. */
const INPUT_ROUNDS_MAX = 10
const DETAIL_LENGTH_MAX = 2_000

/** A request that ended because of us. */
class LimitedEnd extends Error {
  readonly reached: LimitReached
  constructor(reached: LimitReached) {
    super(reached)
    this.reached = reached
  }
}

export class McpSession {
  readonly facts: ToolServerFacts
  readonly offers: ServerOffers
  readonly #parts: SessionParts
  /** Of the requests under way. */
  readonly #limits = new Set<CallLimit>()
  #isClosed = false
  /** Resolves when the server has died, or is closed. */
  readonly #over: Promise<unknown>
  #noteClosed: () => void = () => undefined
  /** Aborted when no request is under way any more, for which a person could still be asked. */
  #asking = new AbortController()
  #listenCount = 0
  readonly #listeners: ((method: string, params: JsonObject) => void)[] = []

  constructor(parts: SessionParts) {
    this.facts = parts.facts
    this.offers = parts.offers
    this.#parts = parts
    const { channel } = parts
    // What the server left running ends with it, not with the program.
    void channel.died.then(() => channel.end(0))
    this.#over = Promise.race([channel.died, new Promise<void>((resolve) => (this.#noteClosed = resolve))])
    const { elicitation, peer } = parts
    peer.onLate = (result) => this.#endLateTask(result)
    peer.onTold = (method, told) => {
      for (const listener of this.#listeners) listener(method, told)
    }
    if (elicitation === undefined) return
    peer.answerWith((method, params, signal) =>
      method === ELICITATION_METHOD ? this.#elicit(elicitation, params, signal) : undefined,
    )
  }

  /**
   * The result of one request, after as many rounds as the server needs to ask a person. In the newer era it asks by a
   * result, and the request is made again with the answers.
   */
  async requestWithInput(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    const { elicitation } = this.#parts
    let answers: JsonObject = {}
    for (let round = 0; round <= INPUT_ROUNDS_MAX; round += 1) {
      const result = await this.request(method, { ...params, ...answers }, options)
      const input = elicitation === undefined ? undefined : inputRequestOf(result)
      if (elicitation === undefined || input === undefined) return result
      if (typeof input === 'string') throw this.failure({ kind: 'invalid-answer', subject: method, detail: input })
      answers = await this.#answersTo(input, elicitation, method, options.signal)
    }
    const detail = `it asked for more input ${INPUT_ROUNDS_MAX} times`
    throw this.failure({ kind: 'invalid-answer', subject: method, detail })
  }

  /** The result of one request, as the server gave it. Rejects with a `ToolServerFailure`. */
  async request(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    return await this.within(method, options, ({ ask }) => ask(method, params))
  }

  /** Several requests as one, which `method` names. Rejects with a `ToolServerFailure`. */
  async within<Result>(
    method: string,
    options: RequestOptions,
    use: (requests: SharedRequests) => Promise<Result>,
  ): Promise<Result> {
    this.#refuseIfOver()
    if (options.signal.aborted) throw this.failure({ kind: 'cancelled' })
    const limit = new CallLimit(options.idleMs ?? TIMER_MS_MAX, options.totalMs)
    this.#limits.add(limit)
    const onAbort = () => limit.cancel()
    options.signal.addEventListener('abort', onAbort, { once: true })
    const receipts: Asked[] = []
    try {
      return await use({
        ask: async (askedMethod, params, kind) => {
          const asked = this.#ask(askedMethod, params, limit, options, kind === 'receipt')
          if (kind === 'receipt') receipts.push(asked)
          return this.#resultOf(askedMethod, await within(limit, asked.answer, () => asked.cancel()))
        },
        pause: (milliseconds) => pauseWithin(limit, milliseconds, this.#over),
        askInPassing: (askedMethod, params) => this.#askInPassing(askedMethod, params),
        step: () => limit.step(),
      })
    } catch (error) {
      throw error instanceof ToolServerFailure ? error : this.#failureOf(error, limit, method)
    } finally {
      limit.stop()
      this.#limits.delete(limit)
      if (this.#limits.size === 0) this.#takeQuestionsBack()
      for (const asked of receipts) asked.forget()
      options.signal.removeEventListener('abort', onAbort)
    }
  }

  /** Tells of each notification `method`: its params. */
  onTold(method: string, listener: (params: JsonObject) => void): void {
    this.#listeners.push((told, params) => {
      if (told === method) listener(params)
    })
  }

  /**
   * In the newer era a server tells of changes only while it answers `subscriptions/listen`. Resolves when it has come to the
   * end of that answer; undefined in the older era, where nothing is to be asked for.
   */
  listenToToolChanges(): Promise<Answer> | undefined {
    const { peer, meta } = this.#parts
    if (meta === undefined) return undefined
    this.#listenCount += 1
    const id = `${LISTEN_ID}${this.#listenCount}`
    try {
      return peer.ask('subscriptions/listen', { notifications: { toolsListChanged: true } }, { id, meta }).answer
    } catch {
      // The end of the channel is noticed by whoever waits for it.
      return Promise.reject(new ChannelEnded())
    }
  }

  get status(): ToolServerStatus {
    if (this.#isClosed) return 'closed'
    return this.#parts.channel.death === undefined ? 'connected' : 'ended'
  }

  /** Ends the server; resolves when nothing of it is left. Requests under way fail with kind `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#noteClosed()
    await this.#parts.channel.end(POLITE_MS)
  }

  /** The same for a server that nobody has used yet, which therefore has little to save. */
  async abandon(): Promise<void> {
    this.#isClosed = true
    this.#noteClosed()
    await this.#parts.channel.end(ABANDONED_POLITE_MS)
  }

  /** A failure with what the server last said on stderr. */
  failure(facts: ToolServerFailureFacts): ToolServerFailure {
    const { channel, quoting } = this.#parts
    const detail = quoting.quote(facts.detail ?? '', DETAIL_LENGTH_MAX)
    const stderrLines = facts.kind === 'closed' || facts.kind === 'cancelled' ? [] : channel.stderrLines()
    return new ToolServerFailure({ ...facts, detail, stderrLines })
  }

  async #answersTo(
    { requests, state }: InputRequest,
    elicitation: Elicitation,
    method: string,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    const inputResponses: Record<string, JsonObject> = {}
    for (const [key, params] of requests) {
      const elicited = await elicit(elicitation, params, signal)
      if (signal.aborted) throw this.failure({ kind: 'cancelled', subject: method })
      if ('refusal' in elicited)
        throw this.failure({ kind: 'invalid-answer', subject: method, detail: elicited.refusal })
      inputResponses[key] = elicited.result
    }
    return { inputResponses, ...(state === undefined ? {} : { requestState: state }) }
  }

  /** Whose call it is that asks is not said, so the clocks of all of them stand. */
  async #elicit(elicitation: Elicitation, params: JsonObject, signal: AbortSignal): Promise<Elicited> {
    const releases = [...this.#limits].map((limit) => limit.hold())
    try {
      const isOver = AbortSignal.any([signal, this.#asking.signal])
      return withRelatedTask(await elicit(elicitation, params, isOver), params)
    } finally {
      for (const release of releases) release()
    }
  }

  #ask(
    method: string,
    params: JsonObject,
    limit: CallLimit,
    { idleMs, onProgress }: RequestOptions,
    isReceipt: boolean,
  ): Asked {
    const { peer, meta } = this.#parts
    return peer.ask(method, params, {
      isReceipt,
      ...(meta === undefined ? {} : { meta }),
      ...(idleMs === undefined ? {} : { onProgress: progressTo(limit, onProgress) }),
    })
  }

  /** A server that answers while a person is still asked no longer wants to know. */
  #takeQuestionsBack(): void {
    this.#asking.abort()
    this.#asking = new AbortController()
  }

  /** The receipt of a call that was cancelled before it came. */
  #endLateTask(receipt: JsonObject): void {
    const task = this.offers.cancelsTasks ? fieldOf(receipt, 'task') : undefined
    const taskId = isJsonObject(task) ? textField(task, 'taskId') : undefined
    if (taskId !== undefined) this.#askInPassing('tasks/cancel', { taskId })
  }

  #askInPassing(method: string, params: JsonObject): void {
    const { peer, meta } = this.#parts
    try {
      peer.ask(method, params, meta === undefined ? {} : { meta }).forget()
    } catch {
      // The end of the channel is noticed by whoever waits for it.
    }
  }

  #resultOf(method: string, answer: Answer): JsonObject {
    switch (answer.kind) {
      case 'result':
        return answer.result
      case 'error':
        throw this.failure({ kind: 'protocol-error', subject: method, detail: errorText(answer), code: answer.code })
      case 'invalid':
        throw this.failure({ kind: 'invalid-answer', subject: method, detail: answer.reason })
    }
  }

  /** `underWay` is the request that was already sent, if one was. */
  #refuseIfOver(underWay = ''): void {
    if (this.#isClosed) throw this.failure({ kind: 'closed', subject: underWay })
    const { death } = this.#parts.channel
    if (death === undefined) return
    throw this.failure({ kind: 'died', subject: underWay, detail: death.detail, exit: death.exit })
  }

  /** The model and the audit log read only the detail, so it names the label that changes the limit. */
  #timeout(subject: 'idle' | 'total', detail: string): ToolServerFailure {
    return this.failure({ kind: 'call-timeout', subject, detail: `${detail}, the limit that \`call_timeout:\` sets` })
  }

  #failureOf(error: unknown, limit: CallLimit, method: string): ToolServerFailure {
    if (error instanceof ChannelEnded) this.#refuseIfOver(method)
    if (!(error instanceof LimitedEnd))
      return this.failure({ kind: 'protocol-error', subject: method, detail: messageOf(error) })
    switch (error.reached) {
      case 'cancelled':
        return this.failure({ kind: 'cancelled', subject: method })
      case 'idle':
        return this.#timeout('idle', `it made no progress for ${secondsText(limit.idleMs)} s`)
      case 'total':
        return this.#timeout('total', `it took longer than ${secondsText(limit.totalMs)} s in all`)
    }
  }
}

function progressTo(limit: CallLimit, listener: RequestOptions['onProgress']): ProgressListener {
  return (progress, params) => {
    if (limit.note(progress)) listener?.(params)
  }
}

/** Whichever comes first: what is waited for, or a limit, which ends it. */
function within<Result>(limit: CallLimit, awaited: Promise<Result>, end: () => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    awaited.then(resolve, reject)
    limit.onReached((reached) => {
      end()
      reject(new LimitedEnd(reached))
    })
  })
}

/** `over` ends it early. */
async function pauseWithin(limit: CallLimit, milliseconds: number, over: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const pause = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  try {
    await within(limit, Promise.race([pause, over]), () => undefined)
  } finally {
    clearTimeout(timer)
  }
}

const RELATED_TASK = 'io.modelcontextprotocol/related-task'

/** What is said of a task names it, the answer to its question too. */
function withRelatedTask(elicited: Elicited, params: JsonObject): Elicited {
  const meta = fieldOf(params, '_meta')
  const task = isJsonObject(meta) ? fieldOf(meta, RELATED_TASK) : undefined
  if (task === undefined || 'refusal' in elicited) return elicited
  return { result: { ...elicited.result, _meta: { [RELATED_TASK]: task } } }
}

export function errorText(answer: ErrorAnswer): string {
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
