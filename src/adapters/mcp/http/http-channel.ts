/**
 * A server over HTTP as a two-way channel of messages, over a transport of the MCP library.
 *
 *   send ──> transport.send ──> fetch ──> server
 *                                 │
 *   receiver <── message-body <───┘  (the transport sees stand-ins)
 *
 * The library does what HTTP needs: sessions, streams that are taken up again, redirects, consent. Whatever happens to a
 * request, its id gets an answer: the server's, or an error that says what came instead.
 */

import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../runtime/ports/json.ts'
import { idText, incomingOf } from '../answer.ts'
import { fieldOf, isJsonObject, textField } from '../json-shape.ts'
import type { Quoting } from '../quoted-text.ts'
import type { ChannelDeath, ChannelReceiver, ChannelTap, SessionChannel } from '../session-channel.ts'
import { Exchange } from './exchange.ts'
import type { SignIn } from '../oauth/sign-in.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import { errorIn, networkText, pageText, readRefusal, refusalText } from './http-refusal.ts'
import type { HttpFailure } from './http-refusal.ts'
import type { BodySink } from './message-body.ts'
import { readEventStream, readWholeBody } from './message-body.ts'
import { ParameterHeaders } from './parameter-headers.ts'

/** What both transports of the library are to this channel. */
export type WebTransport = Pick<Transport, 'start' | 'send' | 'close'> & {
  onmessage?: ((message: JSONRPCMessage) => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  readonly sessionId?: string | undefined
  setProtocolVersion(version: string): void
  terminateSession?(): Promise<void>
}

export interface HttpChannelOptions {
  readonly fetch: GuardedFetch
  readonly makeTransport: (fetch: GuardedFetch) => WebTransport
  /** Whether answers come in the one stream that is opened at the start, as in the oldest transport. */
  readonly hasOneStream: boolean
  readonly quoting: Quoting
  readonly messageBytesMax: number
  readonly tap?: ChannelTap | undefined
  /** What to do where the server wants to know who we are. */
  readonly signIn?: SignIn | undefined
  /** Told of a tool that must not be used. */
  readonly onBadTool: (name: string, reason: string) => void
}

/** Tells the `fetch` below which request it sends; never sent itself. */
const EXCHANGE_HEADER = 'x-sense-exchange'
/** The id of an `initialize` for a new session in the place of a lost one. */
const SESSION_ID = 'sense-session'
/** A server that asks and does not take the answers would make us keep them. */
const REPLIES_MAX = 100
/** A stream whose answer has come is closed after this time, however long the server would keep it open. */
const LINGER_MS = 2_000
const QUOTE_LENGTH_MAX = 2_000

export class HttpChannel implements SessionChannel {
  receiver: ChannelReceiver | undefined
  readonly #dying = Promise.withResolvers<ChannelDeath>()
  readonly #speaking = Promise.withResolvers<undefined>()
  readonly died = this.#dying.promise
  readonly spoke = this.#speaking.promise
  death: ChannelDeath | undefined
  /** The last failure of HTTP itself. */
  failure: HttpFailure | undefined
  readonly #options: HttpChannelOptions
  readonly #transport: WebTransport
  readonly #exchanges = new Map<string, Exchange>()
  readonly #parameters: ParameterHeaders
  #exchangeCount = 0
  #replyCount = 0
  /** What follows must not overtake it, and needs the session that its answer gives. */
  #handshake: Promise<void> = Promise.resolve()
  #initialize: JsonObject | undefined
  #renewal: Promise<void> | undefined
  #isOver = false
  #ending: Promise<void> | undefined

  constructor(options: HttpChannelOptions) {
    this.#options = options
    this.#parameters = new ParameterHeaders(options.onBadTool)
    this.#transport = options.makeTransport((url, init) => this.#fetch(url, init))
    // Stand-ins are results; an error comes only where the library has read a body by itself.
    this.#transport.onmessage = (message) => {
      if ('error' in message) this.#received(message as unknown as JsonObject, undefined)
    }
    this.#transport.onerror = () => undefined
  }

  /** Opens what has to be open before anything is sent. Rejects with what went wrong. */
  async start(): Promise<void> {
    await this.#transport.start()
    // The same listener hears of failed requests, which fail by themselves.
    this.#transport.onerror = (error) => {
      if (this.#options.hasOneStream && error.message.startsWith('SSE error')) this.#die('its stream of events ended')
    }
  }

  get isOpen(): boolean {
    return !this.#isOver
  }

  get isBackedUp(): boolean {
    return this.#replyCount > REPLIES_MAX
  }

  /** Each request has a response of its own: what that says is not waited for elsewhere. */
  get lastOutputAt(): number {
    return -Infinity
  }

  stderrLines(): readonly string[] {
    return []
  }

  echoed(): void {
    // Over HTTP nobody sends our own messages back by accident.
  }

  send(message: JsonObject): void {
    if (this.#isOver) throw new Error('the channel is closed')
    const exchange = this.#newExchange(message)
    if (exchange.method === 'notifications/cancelled' && this.#cancel(message)) return
    this.#options.tap?.('to server', message)
    if (exchange.method === 'initialize') this.#initialize = message
    const sending = this.#exchange(exchange)
    if (isOfHandshake(exchange.method)) this.#handshake = sending
  }

  async end(politeMs: number): Promise<void> {
    this.#finish()
    this.#ending ??= this.#end(politeMs)
    await this.#ending
  }

  async #end(politeMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, politeMs)))
    const ended = this.#transport.terminateSession?.().catch(() => undefined)
    await Promise.race([ended, waited])
    clearTimeout(timer)
    await this.#transport.close().catch(() => undefined)
  }

  /** Sends one message and sees to it that a request is answered. Never rejects. */
  async #exchange(exchange: Exchange): Promise<void> {
    this.#exchanges.set(exchange.key, exchange)
    if (exchange.id === undefined) this.#replyCount += 1
    try {
      await this.#handshake
      await this.#post(exchange)
    } catch (error) {
      await this.#failed(exchange, error)
    } finally {
      if (exchange.id === undefined) this.#replyCount -= 1
    }
    if (exchange.isStreaming) return
    const isAwaited = this.#options.hasOneStream && exchange.id !== undefined && !exchange.isAnswered
    if (!isAwaited) this.#ended(exchange)
  }

  #newExchange(message: JsonObject): Exchange {
    this.#exchangeCount += 1
    return new Exchange(String(this.#exchangeCount), message)
  }

  async #post(exchange: Exchange): Promise<void> {
    const options: TransportSendOptions = {
      requestSignal: exchange.aborter.signal,
      headers: { ...this.#parameters.headersFor(exchange.message), [EXCHANGE_HEADER]: exchange.key },
      onRequestStreamEnd: () => {
        exchange.isStreaming = false
        this.#ended(exchange)
      },
    }
    await this.#transport.send(exchange.message as unknown as JSONRPCMessage, options)
    this.#speaking.resolve(undefined)
  }

  async #failed(exchange: Exchange, error: unknown): Promise<void> {
    const isSessionLost = exchange.refusal?.status === 404 && this.#transport.sessionId !== undefined
    if (isSessionLost && !exchange.isRepeated && exchange.method !== 'initialize' && !this.#isOver) {
      exchange.isRepeated = true
      exchange.refusal = undefined
      // The server has not taken the request, so it may be sent again.
      try {
        await this.#renewSession()
        await this.#post(exchange)
        return
      } catch (again) {
        this.#refused(exchange, again)
        return
      }
    }
    this.#refused(exchange, error)
  }

  #refused(exchange: Exchange, error: unknown): void {
    const { refusal, id } = exchange
    if (exchange.isAnswered || exchange.aborter.signal.aborted || this.#isOver) return
    const signInFailure = this.#options.signIn?.failure
    const said = refusal === undefined ? networkText(error) : refusalText(refusal)
    const text = signInFailure === undefined || (refusal?.status ?? 401) < 401 ? said : `${said}; ${signInFailure}`
    const detail = this.#options.quoting.quote(text, QUOTE_LENGTH_MAX)
    this.failure = { status: refusal?.status, detail }
    this.#options.tap?.('from server', detail)
    this.#speaking.resolve(undefined)
    if (id === undefined) return
    exchange.isAnswered = true
    const error_ = (refusal === undefined ? undefined : errorIn(refusal)) ?? { message: detail }
    this.receiver?.message({ jsonrpc: '2.0', id: fieldOf(exchange.message, 'id') ?? null, error: error_ })
  }

  /** A new session in the place of one that the server no longer knows. */
  #renewSession(): Promise<void> {
    this.#renewal ??= this.#startSession().finally(() => (this.#renewal = undefined))
    return this.#renewal
  }

  async #startSession(): Promise<void> {
    const again = this.#newExchange({ ...this.#initialize, id: SESSION_ID })
    this.#exchanges.set(again.key, again)
    try {
      await this.#post(again)
      if (!again.isAnswered && again.isStreaming) await again.over
      await this.#transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    } catch (error) {
      const cause = again.refusal === undefined ? networkText(error) : refusalText(again.refusal)
      throw new Error(`the server has ended our session and gives no new one: ${cause}`)
    } finally {
      if (!again.isStreaming) this.#ended(again)
    }
  }

  /** Whether the server need not be told: in the newer era a request is cancelled by closing its stream. */
  #cancel(message: JsonObject): boolean {
    const params = fieldOf(message, 'params')
    const id = isJsonObject(params) ? idText(fieldOf(params, 'requestId')) : undefined
    const exchange = this.#exchangeOf(id)
    if (exchange === undefined) return false
    exchange.isAnswered = true
    exchange.abort()
    this.#exchanges.delete(exchange.key)
    return exchange.isModern
  }

  #exchangeOf(id: string | undefined): Exchange | undefined {
    if (id === undefined) return undefined
    for (const exchange of this.#exchanges.values()) if (exchange.id === id) return exchange
    return undefined
  }

  /** Nothing more will come for it. If it has no answer, it gets what came instead. */
  #ended(exchange: Exchange): void {
    exchange.end()
    this.#exchanges.delete(exchange.key)
    if (exchange.isAnswered || exchange.id === undefined || this.#isOver || exchange.aborter.signal.aborted) return
    const { contentType, noise } = exchange
    const isStream = contentType === 'text/event-stream'
    const reason = isStream ? 'its stream ended before the answer' : pageText(contentType, noise)
    this.#unreadable(exchange.id, reason, exchange)
  }

  #unreadable(id: string | undefined, reason: string, exchange: Exchange | undefined): void {
    const quoted = this.#options.quoting.quote(reason, QUOTE_LENGTH_MAX)
    const ownId = id ?? exchange?.id
    const answered = this.#exchangeOf(ownId) ?? exchange
    if (answered !== undefined) this.#settle(answered)
    this.failure = { status: undefined, detail: quoted }
    this.receiver?.unreadable(ownId, quoted)
  }

  #received(message: JsonObject, exchange: Exchange | undefined): void {
    this.#options.tap?.('from server', message)
    const incoming = incomingOf(message)
    if (incoming.kind !== 'answer') {
      this.receiver?.message(message)
      return
    }
    const answered = incoming.id === undefined ? exchange : (this.#exchangeOf(incoming.id) ?? undefined)
    if (answered !== undefined) this.#answered(answered, message)
    if (answered?.id === SESSION_ID) return
    // Whose answer it is can be told without its number.
    const isNameless = incoming.id === undefined && answered?.id !== undefined
    const named = isNameless ? { ...message, id: answered.id } : message
    const isModernList = answered?.method === 'tools/list' && answered.isModern
    this.receiver?.message(isModernList ? this.#parameters.withUsableTools(named) : named)
  }

  #answered(exchange: Exchange, message: JsonObject): void {
    const result = fieldOf(message, 'result')
    const version = isJsonObject(result) ? textField(result, 'protocolVersion') : undefined
    if (exchange.method === 'initialize' && version !== undefined) this.#transport.setProtocolVersion(version)
    this.#settle(exchange)
  }

  /** It has its answer; what is still open for it is closed soon. */
  #settle(exchange: Exchange): void {
    exchange.isAnswered = true
    if (this.#options.hasOneStream) this.#ended(exchange)
    if (!exchange.isStreaming) return
    const timer = setTimeout(() => {
      exchange.abort()
      this.#exchanges.delete(exchange.key)
    }, LINGER_MS)
    void exchange.over.then(() => clearTimeout(timer))
  }

  /** What the transport calls in the place of `fetch`. */
  async #fetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const exchange = this.#exchanges.get(headers.get(EXCHANGE_HEADER) ?? '')
    headers.delete(EXCHANGE_HEADER)
    const response = await this.#options.fetch(url, { ...init, headers })
    if (exchange !== undefined) exchange.contentType = essenceOf(response.headers.get('content-type'))
    if (response.status === 403 && exchange !== undefined && (await this.#hasSteppedUp(response))) {
      return await this.#fetch(url, { ...init, headers: await this.#withToken(headers, exchange.key) })
    }
    if (!response.ok) {
      const read = await readRefusal(response)
      if (exchange !== undefined) exchange.refusal = read.refusal
      return read.response
    }
    if (exchange !== undefined) exchange.refusal = undefined
    this.#options.signIn?.accepted()
    return await this.#withStandIns(response, init.method ?? 'GET', exchange)
  }

  async #hasSteppedUp(response: Response): Promise<boolean> {
    const { signIn } = this.#options
    if (signIn === undefined || !(await signIn.stepUp(response))) return false
    await response.body?.cancel()
    return true
  }

  async #withToken(headers: Headers, key: string): Promise<Headers> {
    const token = await this.#options.signIn?.token()
    const changed = new Headers(headers)
    if (token !== undefined) changed.set('authorization', `Bearer ${token}`)
    changed.set(EXCHANGE_HEADER, key)
    return changed
  }

  async #withStandIns(response: Response, method: string, exchange: Exchange | undefined): Promise<Response> {
    const { status, body } = response
    const { messageBytesMax } = this.#options
    if (body === null) return response
    const headers = new Headers(response.headers)
    // The body is given on decoded.
    for (const name of ['content-length', 'content-encoding']) headers.delete(name)
    const sink = this.#sink(exchange)
    if (essenceOf(headers.get('content-type')) === 'text/event-stream') {
      if (exchange?.id !== undefined) exchange.isStreaming = true
      return new Response(readEventStream(body, messageBytesMax, sink), { status, headers })
    }
    if (method !== 'POST') return response
    await readWholeBody(body, messageBytesMax, sink)
    if (status === 202) return new Response(null, { status, headers })
    headers.set('content-type', 'application/json')
    return new Response('[]', { status, headers })
  }

  #sink(exchange: Exchange | undefined): BodySink {
    return {
      message: (message) => this.#received(message, exchange),
      unreadable: (id, reason) => this.#unreadable(id, reason, exchange),
      noise: (text) => {
        if (exchange !== undefined) exchange.noise ||= text
      },
    }
  }

  #die(detail: string): void {
    if (this.#isOver) return
    this.death = { exit: undefined, detail }
    this.#finish()
    this.#dying.resolve(this.death)
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const exchange of this.#exchanges.values()) exchange.abort()
    this.#exchanges.clear()
    this.receiver?.ended()
  }
}

function isOfHandshake(method: string | undefined): boolean {
  return method === 'initialize' || method === 'notifications/initialized'
}

function essenceOf(contentType: string | null): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}
