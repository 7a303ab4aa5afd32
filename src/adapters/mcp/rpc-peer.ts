/**
 * JSON-RPC over one channel: numbers the requests, finds their answers, and answers what the server asks.
 *
 * A server may answer late, twice, without a number, or something nobody asked; it may ask with our numbers, and send back
 * what it gets. An answer therefore reaches a request only if it names it, or if no other can be meant. What is asked of us
 * is answered only to a server of the older era: in the newer, nobody may ask. Before the era is known a question waits for
 * the verdict, which comes a second after the first byte at the latest.
 */

import { isDeepStrictEqual } from 'node:util'
import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { idText, incomingOf } from './answer.ts'
import type { Answer, Incoming, RequestId } from './answer.ts'
import { fieldOf, isJsonObject, numberOf, parsedJson } from './json-shape.ts'
import type { ChannelReceiver, SessionChannel } from './session-channel.ts'

/** How the texts begin that serve as ids of requests beside the numbered ones: probes, and subscriptions. */
export const PROBE_ID = 'sense-probe-'
export const LISTEN_ID = 'sense-listen-'

export interface AskOptions {
  /** Instead of a number: the text by which the answer is known. It begins with `PROBE_ID` or `LISTEN_ID`. */
  readonly id?: string
  /** Fields of `_meta`. */
  readonly meta?: JsonObject
  /** Asks for progress, and gets it. */
  readonly onProgress?: ProgressListener
  /** The answer is only a receipt: progress is told until the request is forgotten. */
  readonly isReceipt?: boolean
}

/** `params` are those of the notification. */
export type ProgressListener = (progress: number, params: JsonObject) => void

/** A request under way. */
export interface Asked {
  /** Rejects with `ChannelEnded` when no answer can come any more. */
  readonly answer: Promise<Answer>
  /** Nobody waits for the answer any more. */
  forget(): void
  /** The same, and the server is told. Once is enough. */
  cancel(): void
}

/** No answer can come any more. */
export class ChannelEnded extends Error {
  override readonly message = 'the channel has ended'
}

interface OpenRequest {
  /** It has a text for its id, and may stay open for ever. */
  readonly isBeside: boolean
  readonly isReceipt: boolean
  readonly onProgress: ProgressListener | undefined
  settle(answer: Answer): void
  fail(error: Error): void
}

/** Answers a question of the server; undefined for one that is not answered here. `signal`: nobody waits any more. */
export type QuestionHandler = (
  method: string,
  params: JsonObject,
  signal: AbortSignal,
) => Promise<{ readonly result: JsonObject } | { readonly refusal: string }> | undefined

type Question = Incoming & { kind: 'request' }

/** Who may ask us: nobody knows yet, everybody, nobody. */
type Questions = 'wait' | 'answered' | 'ignored'

/** Questions that wait at one time; a server that asks more is answered what it asked first. */
const WAITING_MAX = 100
/** How long an answer without a number waits for a proper one, if the server has given proper ones before: so long it is silent. */
const NAMELESS_WAIT_MS = 500
/** The same where it is not silent. */
const NAMELESS_WAIT_MS_MAX = 10_000
/** Remembered numbers: of cancelled requests, and of questions that were answered. */
const REMEMBERED_MAX = 1_000
/** What the server is told, always the same: why a program cancels is none of the server's business. */
const CANCEL_REASON = 'cancelled by the client'
/** The code of JSON-RPC for a method that the other side does not have. */
export const METHOD_NOT_FOUND = -32601
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603
/** Questions that are being answered at one time: one person answers them one by one. */
const ANSWERING_MAX = 20

export class RpcPeer implements ChannelReceiver {
  /** Told of each notification that is not about one request. */
  onTold: ((method: string, params: JsonObject) => void) | undefined
  /** Told of the result of a request that was cancelled. */
  onLate: ((result: JsonObject) => void) | undefined
  readonly #channel: SessionChannel
  readonly #open = new Map<string, OpenRequest>()
  /** Requests that have their receipt, and go on. */
  readonly #receipts = new Map<string, OpenRequest>()
  /** Requests that were cancelled and may still be answered. */
  readonly #cancelled = new Set<string>()
  /** Our answers to questions whose number a request of ours has too, or will have, as they were sent. */
  readonly #collided = new Map<string, JsonObject>()
  #lastId = 0
  #questions: Questions = 'wait'
  #waiting: Question[] = []
  #handler: QuestionHandler | undefined
  /** The questions that are being answered, by their numbers. */
  readonly #answering = new Map<string, AbortController>()
  /** The request that an answer without a number is meant for, unless a proper one comes. */
  #namelessFor: string | undefined
  #namelessTimer: NodeJS.Timeout | undefined
  #hasNamedAnswers = false
  #isEnded = false

  constructor(channel: SessionChannel) {
    this.#channel = channel
    channel.receiver = this
    if (channel.death !== undefined) this.ended()
  }

  /** Sends a request. Throws when it cannot be sent. */
  ask(method: string, params: JsonObject, options: AskOptions = {}): Asked {
    if (options.id === undefined) this.#lastId += 1
    const wireId = options.id ?? this.#lastId
    const id = String(wireId)
    const message = { jsonrpc: '2.0', id: wireId, method, params: withMeta(params, wireId, options) }
    if (this.#isEnded) throw new ChannelEnded()
    const answer = new Promise<Answer>((settle, fail) => {
      const { onProgress, isReceipt = false } = options
      this.#open.set(id, { isBeside: options.id !== undefined, isReceipt, onProgress, settle, fail })
    })
    // Whoever forgets a request does not wait for its failure either.
    answer.catch(() => undefined)
    try {
      this.#channel.send(message)
    } catch (error) {
      this.#close(id)
      throw error
    }
    const cancel = () => {
      if (this.#close(id)) this.#cancel(id, wireId)
    }
    const forget = () => {
      this.#close(id)
      this.#receipts.delete(id)
    }
    return { answer, cancel, forget }
  }

  notify(method: string, params?: JsonObject): void {
    this.#sendQuietly({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) })
  }

  /** A server of the older era: it may ask, and is answered. */
  answerQuestions(): void {
    this.#questions = 'answered'
    this.#endWaiting().forEach((question) => this.#reply(question))
  }

  /** Lets questions of a server be answered; all others are refused. */
  answerWith(handler: QuestionHandler): void {
    this.#handler = handler
  }

  /** A server of the newer era: what it asks is not answered. */
  ignoreQuestions(): void {
    this.#questions = 'ignored'
    this.#endWaiting()
  }

  message(message: JsonObject): void {
    const incoming = incomingOf(message)
    switch (incoming.kind) {
      case 'request':
        this.#question(incoming)
        break
      case 'notification':
        this.#told(incoming.method, incoming.params)
        break
      case 'answer':
        this.#answer(incoming.id, incoming.answer)
        break
    }
  }

  unreadable(id: string | undefined, reason: string): void {
    this.#answer(id, { kind: 'invalid', reason })
  }

  ended(): void {
    this.#isEnded = true
    this.#endWaiting()
    clearTimeout(this.#namelessTimer)
    for (const controller of this.#answering.values()) controller.abort()
    for (const request of this.#open.values()) request.fail(new ChannelEnded())
    this.#open.clear()
  }

  /** Whether the request was still open. */
  #close(id: string): boolean {
    this.#collided.delete(id)
    return this.#open.delete(id)
  }

  #cancel(id: string, requestId: string | number): void {
    this.#cancelled.add(id)
    forgetOldest(this.#cancelled)
    this.notify('notifications/cancelled', { requestId, reason: CANCEL_REASON })
  }

  #question(question: Question): void {
    // Many a server writes what it reads to stdout, beside its answers.
    if (isClientMethod(question.method) && this.#isOurs(question.id))
      this.#channel.echoed(`a request for ${question.method}`)
    else if (this.#questions === 'answered') this.#reply(question)
    else if (this.#questions === 'wait' && this.#waiting.length < WAITING_MAX) this.#waiting.push(question)
  }

  /** Whether we have sent a request with this number. */
  #isOurs(id: RequestId): boolean {
    const text = idText(id) ?? ''
    return isBesideId(text) || (/^\d{1,15}$/.test(text) && Number(text) <= this.#lastId)
  }

  #endWaiting(): readonly Question[] {
    const waiting = this.#waiting
    this.#waiting = []
    return waiting
  }

  #reply(question: Question): void {
    if (question.method === 'ping') this.#send(question, { result: {} })
    else if (!this.#beginAnswer(question)) this.#send(question, { error: refusal })
  }

  /** Whether the question is one that is answered here, however that goes. */
  #beginAnswer(question: Question): boolean {
    const key = idText(question.id)
    if (key === undefined || this.#answering.size >= ANSWERING_MAX || this.#answering.has(key)) return false
    const controller = new AbortController()
    const answer = this.#handler?.(question.method, question.params, controller.signal)
    if (answer === undefined) return false
    this.#answering.set(key, controller)
    answer
      .then(
        (given) =>
          'result' in given ? given : { error: { code: INVALID_PARAMS, message: `Invalid params: ${given.refusal}` } },
        () => ({ error: { code: INTERNAL_ERROR, message: 'Internal error: the question could not be asked' } }),
      )
      .then((outcome) => {
        this.#answering.delete(key)
        if (!controller.signal.aborted) this.#send(question, outcome)
      })
      .catch(() => undefined)
    return true
  }

  #send({ id }: Question, outcome: JsonObject): void {
    // A server that asks and does not read the answers would make us keep them.
    if (this.#channel.isBackedUp) return
    const key = idText(id)
    const message = { jsonrpc: '2.0', id, ...outcome }
    if (key !== undefined && this.#isOpenOrNext(key)) {
      this.#collided.set(key, message)
      forgetOldest(this.#collided)
    }
    this.#sendQuietly(message)
  }

  /** Whether a request has this number, or one will. */
  #isOpenOrNext(id: string): boolean {
    return this.#open.has(id) || (/^\d{1,15}$/.test(id) && Number(id) > this.#lastId)
  }

  #told(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') this.#progress(params)
    else if (method === 'notifications/cancelled')
      this.#answering.get(idText(fieldOf(params, 'requestId')) ?? '')?.abort()
    else this.onTold?.(method, params)
  }

  #progress(params: JsonObject): void {
    const progress = numberOf(fieldOf(params, 'progress'))
    const token = idText(fieldOf(params, 'progressToken'))
    if (token === undefined || Number.isNaN(progress)) return
    const request = this.#open.get(token) ?? this.#receipts.get(token)
    request?.onProgress?.(progress, params)
  }

  #answer(id: string | undefined, answer: Answer): void {
    if (id === undefined) {
      this.#nameless(answer)
      return
    }
    if (this.#cancelled.delete(id) && answer.kind === 'result') this.onLate?.(answer.result)
    const request = this.#open.get(id)
    if (request === undefined) return
    if (this.#isEcho(id, answer)) {
      this.#channel.echoed('an answer')
      return
    }
    this.#hasNamedAnswers ||= !request.isBeside
    this.#close(id)
    if (request.isReceipt) this.#receipts.set(id, request)
    request.settle(answer)
  }

  /** Our own answer to a question that had the number of a request, sent back. */
  #isEcho(id: string, answer: Answer): boolean {
    const sent = this.#collided.get(id)
    return sent !== undefined && isDeepStrictEqual(answerIn(sent), answer) && this.#collided.delete(id)
  }

  /**
   * A server that could not read our request does not know its number. With one request under way there is no doubt, unless
   * it may be the late answer to one that was cancelled; or, from a server that does give numbers, a second answer.
   */
  #nameless(answer: Answer): void {
    const id = this.#onlyId()
    if (id === undefined) return
    const take = () => {
      const request = this.#open.get(id)
      if (this.#close(id)) request?.settle(answer)
    }
    if (!this.#hasNamedAnswers) take()
    else if (this.#namelessFor !== id) this.#whenSilent(id, take)
  }

  /** Calls `take` when no proper answer is likely to come: the server is silent, or does not come to an end. */
  #whenSilent(id: string, take: () => void): void {
    clearTimeout(this.#namelessTimer)
    this.#namelessFor = id
    const endsAt = performance.now() + NAMELESS_WAIT_MS_MAX
    const look = async () => {
      // One turn of the event loop, so that bytes that waited while the program was busy are read.
      await new Promise((resolve) => setImmediate(resolve))
      const now = performance.now()
      const silentMs = now - this.#channel.lastOutputAt
      if (this.#isEnded || this.#namelessFor !== id) return
      if (silentMs < NAMELESS_WAIT_MS && now < endsAt) {
        this.#namelessTimer = setTimeout(() => void look(), NAMELESS_WAIT_MS - silentMs)
        return
      }
      this.#namelessFor = undefined
      take()
    }
    this.#namelessTimer = setTimeout(() => void look(), NAMELESS_WAIT_MS)
  }

  #onlyId(): string | undefined {
    if (this.#cancelled.size > 0) return undefined
    const open = [...this.#open]
    // While the handshake goes on, the probe stays open behind it; a subscription stays open as long as the server likes.
    const asked = open.some(([, request]) => !request.isBeside) ? open.filter(([, { isBeside }]) => !isBeside) : open
    return asked.length === 1 ? asked[0]?.[0] : undefined
  }

  /** The end of the channel is noticed by whoever waits for it. */
  #sendQuietly(message: JsonObject): void {
    try {
      if (this.#channel.isOpen) this.#channel.send(message)
    } catch {
      // It has stopped reading: the requests under way run into their limits.
    }
  }
}

const refusal = { code: METHOD_NOT_FOUND, message: 'Method not found: this client offers nothing to servers' } as const

/** Whether only clients send requests for this: nobody may ask it of us. */
function isClientMethod(method: string): boolean {
  return /^(?:initialize|(?:server|tools|prompts|resources|tasks|subscriptions|completion|logging)\/.+)$/.test(method)
}

function isBesideId(id: string): boolean {
  return id.startsWith(PROBE_ID) || id.startsWith(LISTEN_ID)
}

/** The number of a request serves as its progress token. */
function withMeta(params: JsonObject, wireId: Json, { meta, onProgress }: AskOptions): JsonObject {
  if (meta === undefined && onProgress === undefined) return params
  return { ...params, _meta: { ...meta, ...(onProgress === undefined ? {} : { progressToken: wireId }) } }
}

/** An answer of ours as its receiver reads it. */
function answerIn(sent: JsonObject): Answer | undefined {
  const message = parsedJson(JSON.stringify(sent))
  const incoming = isJsonObject(message) ? incomingOf(message) : undefined
  return incoming?.kind === 'answer' ? incoming.answer : undefined
}

function forgetOldest(ids: Set<string> | Map<string, unknown>): void {
  if (ids.size <= REMEMBERED_MAX) return
  for (const oldest of ids.keys()) {
    ids.delete(oldest)
    break
  }
}
