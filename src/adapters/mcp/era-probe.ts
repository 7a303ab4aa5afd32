/**
 * Finds out which of the two eras of MCP a server speaks.
 *
 * Up to 2025-11-25 a connection starts with `initialize`; from 2026-07-28 on there is no handshake and a server answers
 * `server/discover`. So that is asked first, on the pipe that will be used, and any error, or silence, means the older era.
 * A server may still be starting, so its silence counts only from its first byte or some seconds after its start on.
 * The probe stays open until the handshake is answered: a slow modern server must not be taken for an old one.
 */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { incomingOf } from './answer.ts'
import type { Answer, Incoming } from './answer.ts'
import { fieldOf, isJsonArray, isJsonObject } from './json-shape.ts'
import type { ChannelReceiver, ServerChannel } from './server-channel.ts'
import { capabilitiesOf, isClientMethod } from './session-transport.ts'

export const MODERN_VERSION = '2026-07-28'

export type Era = { readonly kind: 'legacy' } | { readonly kind: 'modern'; readonly discover: Discovery } | UnknownEra

/** The server speaks only revisions that nobody here knows. */
export interface UnknownEra {
  readonly kind: 'unknown'
  readonly versions: readonly string[]
}

/** What the library needs to know of a modern server. */
export interface Discovery {
  readonly supportedVersions: string[]
  readonly capabilities: { readonly tools?: JsonObject }
  readonly resultType: 'complete'
  readonly ttlMs: number
  readonly cacheScope: 'private'
}

export interface ClientInfo {
  readonly name: string
  readonly version: string
}

export class EraProbe implements ChannelReceiver {
  /** Resolves with the server's own verdict, however late; never when the server is silent. */
  readonly answered: Promise<Era>
  readonly #channel: ServerChannel
  readonly #client: ClientInfo
  #id = ''
  #attemptCount = 0
  #noteAnswered: (era: Era) => void = () => undefined

  constructor(channel: ServerChannel, client: ClientInfo) {
    this.#channel = channel
    this.#client = client
    this.answered = new Promise((resolve) => (this.#noteAnswered = resolve))
  }

  /** Asks. The verdict is `legacy` after a silence of `silenceMs`, counted from the first byte or from `startupMs` on. */
  async ask(startupMs: number, silenceMs: number): Promise<Era> {
    this.#channel.receiver = this
    this.#send()
    const timers: NodeJS.Timeout[] = []
    const after = (waitMs: number) => new Promise<void>((resolve) => void timers.push(setTimeout(resolve, waitMs)))
    const silence = Promise.race([this.#channel.spoke, after(startupMs)])
      .then(() => after(silenceMs))
      .then((): Era => ({ kind: 'legacy' }))
    try {
      return await Promise.race([this.answered, silence])
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }

  /** An answer that came while somebody else was the receiver. */
  strayAnswer(id: string, answer: Answer): void {
    if (id === this.#id) this.#judge(answer)
  }

  message(message: JsonObject): void {
    const incoming = incomingOf(message)
    // An answer to our own question, sent back, would come back as the verdict.
    if (incoming.kind === 'request' && isClientMethod(incoming.method)) this.#channel.echoed(incoming.method)
    else if (incoming.kind === 'request') this.#reply(incoming)
    else if (incoming.kind === 'answer') this.strayAnswer(incoming.id ?? this.#id, incoming.answer)
  }

  unreadable(id: string | undefined, reason: string): void {
    this.strayAnswer(id ?? this.#id, { kind: 'invalid', reason })
  }

  ended(): void {
    // Whoever waits for the probe also waits for the channel's end.
  }

  #send(): void {
    this.#attemptCount += 1
    // Text, because the requests that follow are numbered.
    this.#id = `sense-probe-${this.#attemptCount}`
    const meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
      'io.modelcontextprotocol/clientInfo': { name: this.#client.name, version: this.#client.version },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    this.#sendQuietly({ jsonrpc: '2.0', id: this.#id, method: 'server/discover', params: { _meta: meta } })
  }

  /** Only a server of the older era asks anything; it may wait for the answer before it goes on. */
  #reply(request: Incoming & { kind: 'request' }): void {
    const unknown = { error: { code: -32601, message: 'Method not found' } }
    const reply: JsonObject = request.method === 'ping' ? { result: {} } : unknown
    this.#sendQuietly({ jsonrpc: '2.0', id: request.id, ...reply })
  }

  /** The end of the channel is noticed by whoever waits for it. */
  #sendQuietly(message: JsonObject): void {
    if (this.#channel.isOpen) this.#channel.send(message)
  }

  #judge(answer: Answer): void {
    const era = eraOf(answer)
    const isRefused = answer.kind === 'error' && era.kind === 'modern'
    // It refused the version and named the same version as its own: it is asked once more, as the specification says.
    if (isRefused && this.#attemptCount === 1) this.#send()
    else this.#noteAnswered(isRefused ? { kind: 'unknown', versions: era.discover.supportedVersions } : era)
  }
}

/** The error by which a server refuses a protocol version and says which it has. */
const UNSUPPORTED_VERSION = -32022

/** The era that an answer to `server/discover`, or a refusal of `initialize`, shows. */
export function eraOf(answer: Answer): Era {
  if (answer.kind === 'result') return eraOfVersions(answer.result, 'supportedVersions')
  const isRefusal = answer.kind === 'error' && answer.code === UNSUPPORTED_VERSION
  if (isRefusal && isJsonObject(answer.data)) return eraOfVersions(answer.data, 'supported')
  return { kind: 'legacy' }
}

function eraOfVersions(source: JsonObject, field: string): Era {
  const listed: Json | undefined = fieldOf(source, field)
  const versions = isJsonArray(listed) ? listed.filter((version) => typeof version === 'string') : []
  // Versions are dates, so their order as text is their order in time.
  const modern = versions.filter((version) => version >= MODERN_VERSION)
  if (modern.length === 0) return { kind: 'legacy' }
  if (!modern.includes(MODERN_VERSION) && versions.length === modern.length)
    return { kind: 'unknown', versions: modern }
  if (!modern.includes(MODERN_VERSION)) return { kind: 'legacy' }
  const capabilities = capabilitiesOf(source)
  return {
    kind: 'modern',
    discover: {
      supportedVersions: [MODERN_VERSION],
      capabilities,
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
    },
  }
}
