/**
 * Lets the library's client speak over our channel.
 *
 * The library checks every message against its schemas and drops what does not fit, so that a call with a slightly wrong
 * answer waits for its full limit, and one bad tool loses a whole list. Therefore the library sees only messages that it
 * cannot refuse: the handshake's answer is rebuilt from the parts that matter, and the answer to a later request travels
 * inside a stand-in result, under a symbol, untouched. Numbers of requests are our own, so that a late answer to an
 * earlier client of the same channel is never taken for a new one.
 */

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { incomingOf } from './answer.ts'
import type { Answer, Incoming } from './answer.ts'
import { fieldOf, isJsonObject, textField } from './json-shape.ts'
import type { ChannelReceiver, ServerChannel } from './server-channel.ts'

/** Where a stand-in result carries the real answer. */
export const CARRIED_ANSWER = Symbol('carried answer')

/**
 * A result that the library accepts for `tools/list` and `tools/call` of either era. Its handling keeps fields with
 * symbols, which no JSON from outside can have.
 */
const STAND_IN = { resultType: 'complete', content: [], tools: [], ttlMs: 0, cacheScope: 'private' }

/** Gets an answer to nothing that this transport asked, such as a late one to the era probe. */
export type StrayAnswerListener = (id: string, answer: Answer) => void

interface Asked {
  readonly libraryId: number
  readonly method: string
}

export class SessionTransport implements Transport, ChannelReceiver {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  /** By token, which the session chooses: who is told how far a call has come. */
  readonly progressListeners = new Map<string, (progress: number) => void>()
  readonly #channel: ServerChannel
  readonly #onStrayAnswer: StrayAnswerListener
  /** Added to the library's numbers on the wire. */
  readonly #firstId: number
  readonly #asked = new Map<string, Asked>()
  #hasCancelled = false
  #isClosed = false

  constructor(channel: ServerChannel, firstId: number, onStrayAnswer: StrayAnswerListener) {
    this.#channel = channel
    this.#firstId = firstId
    this.#onStrayAnswer = onStrayAnswer
  }

  /** Called by the library: the channel is open already. */
  start(): Promise<void> {
    this.#channel.receiver = this
    if (this.#channel.death !== undefined) this.ended()
    return Promise.resolve()
  }

  /** Called by the library with a request, an answer or a notification. */
  async send(message: JSONRPCMessage): Promise<void> {
    await Promise.resolve()
    this.#channel.send(this.#outgoing(jsonOf(message)))
  }

  /** Called by the library and by the session. The process is the channel's owner's business. */
  close(): Promise<void> {
    this.ended()
    return Promise.resolve()
  }

  ended(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#asked.clear()
    this.onclose?.()
  }

  message(message: JsonObject): void {
    if (this.#isClosed) return
    const incoming = incomingOf(message)
    switch (incoming.kind) {
      case 'request':
        this.#request(incoming)
        break
      case 'notification':
        this.#notification(incoming)
        break
      case 'answer':
        this.#answer(incoming.id, incoming.answer)
        break
    }
  }

  unreadable(id: string | undefined, reason: string): void {
    if (!this.#isClosed) this.#answer(id, { kind: 'invalid', reason })
  }

  #outgoing(message: JsonObject): JsonObject {
    const id = fieldOf(message, 'id')
    const method = fieldOf(message, 'method')
    if (typeof id === 'number' && typeof method === 'string') {
      const wireId = id + this.#firstId
      this.#asked.set(String(wireId), { libraryId: id, method })
      return { ...message, id: wireId }
    }
    return method === 'notifications/cancelled' ? this.#cancellation(message) : message
  }

  #cancellation(message: JsonObject): JsonObject {
    const params = fieldOf(message, 'params')
    const id = isJsonObject(params) ? fieldOf(params, 'requestId') : undefined
    if (!isJsonObject(params) || typeof id !== 'number') return message
    const wireId = id + this.#firstId
    this.#asked.delete(String(wireId))
    this.#hasCancelled = true
    return { ...message, params: { ...params, requestId: wireId } }
  }

  #request({ id, method }: Incoming & { kind: 'request' }): void {
    // Many a server writes what it reads to stdout, beside its answers.
    if (isClientMethod(method)) this.#channel.echoed(method)
    // Parameters are left out: the library refuses some, and none of them matters to its answers.
    else this.onmessage?.({ jsonrpc: '2.0', id, method })
  }

  #notification(notification: Incoming & { kind: 'notification' }): void {
    if (notification.method !== 'notifications/progress') return
    const token = textField(notification.params, 'progressToken')
    const progress = fieldOf(notification.params, 'progress')
    if (token !== undefined && typeof progress === 'number') this.progressListeners.get(token)?.(progress)
  }

  #answer(id: string | undefined, answer: Answer): void {
    // A server that could not read our request does not know its number; with one request under way there is no doubt,
    // unless it may be the late answer to one that was cancelled.
    const [onlyId] = this.#asked.size === 1 && !this.#hasCancelled ? this.#asked.keys() : []
    const key = id ?? onlyId
    if (key === undefined) return
    const asked = this.#asked.get(key)
    if (asked === undefined) {
      this.#onStrayAnswer(key, answer)
      return
    }
    this.#asked.delete(key)
    this.onmessage?.(asked.method === 'initialize' ? handshakeMessage(asked, answer) : carrierOf(asked, answer))
  }
}

function carrierOf(asked: Asked, answer: Answer): JSONRPCMessage {
  return { jsonrpc: '2.0', id: asked.libraryId, result: { ...STAND_IN, [CARRIED_ANSWER]: answer } }
}

/** Whether only clients send requests for this: nobody may ask it of us. */
export function isClientMethod(method: string): boolean {
  return /^(?:initialize|server\/discover|tools\/(?:list|call))$/.test(method)
}

/** The answer to `initialize`, with what is missing or unusable filled in. */
function handshakeMessage(asked: Asked, answer: Answer): JSONRPCMessage {
  const id = asked.libraryId
  switch (answer.kind) {
    case 'result': {
      const { result } = answer
      if (textField(result, 'protocolVersion') === undefined) return notMcp(id, 'its answer names no protocol version')
      return { jsonrpc: '2.0', id, result: initializeResult(result) }
    }
    case 'error':
      return {
        jsonrpc: '2.0',
        id,
        error: { code: answer.code ?? INTERNAL_ERROR, message: answer.message, data: answer.data },
      }
    case 'invalid':
      return notMcp(id, answer.reason)
  }
}

/** JSON-RPC's number for an error that is not further explained; the library insists on one. */
const INTERNAL_ERROR = -32603
/** Data of the error by which the session knows that the server gave no MCP answer. */
export const NOT_MCP = 'sense: not MCP'

function notMcp(id: number, reason: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: reason, data: NOT_MCP } }
}

function initializeResult(result: JsonObject): { [name: string]: Json } {
  const info = fieldOf(result, 'serverInfo')
  return {
    protocolVersion: textField(result, 'protocolVersion') ?? '',
    capabilities: capabilitiesOf(result),
    serverInfo: {
      name: (isJsonObject(info) ? textField(info, 'name') : undefined) ?? 'unnamed',
      version: (isJsonObject(info) ? textField(info, 'version') : undefined) ?? 'unknown',
    },
  }
}

/** Of all capabilities only `tools` matters. A server that declares nothing usable at all is asked for tools anyway. */
export function capabilitiesOf(result: JsonObject): { readonly tools?: JsonObject } {
  const declared = fieldOf(result, 'capabilities')
  const hasTools = !isJsonObject(declared) || (fieldOf(declared, 'tools') ?? false) !== false
  return hasTools ? { tools: {} } : {}
}

/** What the library sends is JSON by its contract. */
function jsonOf(message: JSONRPCMessage): JsonObject {
  return message as unknown as JsonObject
}
