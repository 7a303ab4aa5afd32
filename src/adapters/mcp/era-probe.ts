/**
 * Finds out which of the two eras of MCP a server speaks.
 *
 * Up to 2025-11-25 a connection starts with `initialize`; from 2026-07-28 on there is no handshake and a server answers
 * `server/discover`. So that is asked first, on the pipe that will be used, and any error, or silence, means the older era.
 * A server may still be starting, so its silence counts only from its first byte or some seconds after its start on.
 * The probe stays open until the handshake is answered: a slow modern server must not be taken for an old one.
 */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import type { Answer } from './answer.ts'
import { elicitationCapability } from './elicitation.ts'
import type { Elicitation } from './elicitation.ts'
import { fieldOf, isJsonArray, isJsonObject } from './json-shape.ts'
import type { Asked, RpcPeer } from './rpc-peer.ts'
import { PROBE_ID } from './rpc-peer.ts'
import type { SessionChannel } from './session-channel.ts'

export const MODERN_VERSION = '2026-07-28'

export type Era =
  | { readonly kind: 'legacy' }
  /** `greeting` is what it says of itself: its answer to `server/discover`, or less where it refused something else. */
  | { readonly kind: 'modern'; readonly greeting: JsonObject }
  /** The server speaks only revisions that nobody here knows. */
  | { readonly kind: 'unknown'; readonly versions: readonly string[] }

export interface ClientInfo {
  readonly name: string
  readonly version: string
  /** How a person is asked; absent where nobody can be. */
  readonly elicitation?: Elicitation
}

/** What every request to a modern server carries. */
export function modernMeta({ name, version, elicitation }: ClientInfo): JsonObject {
  return {
    'io.modelcontextprotocol/protocolVersion': MODERN_VERSION,
    'io.modelcontextprotocol/clientInfo': { name, version },
    'io.modelcontextprotocol/clientCapabilities': elicitationCapability(elicitation),
  }
}

export class EraProbe {
  /** Resolves with the server's own verdict, however late; never when the server is silent. */
  readonly answered: Promise<Era>
  readonly #peer: RpcPeer
  readonly #client: ClientInfo
  #asked: Asked | undefined
  #attemptCount = 0
  #noteAnswered: (era: Era) => void = () => undefined

  constructor(peer: RpcPeer, client: ClientInfo) {
    this.#peer = peer
    this.#client = client
    this.answered = new Promise((resolve) => (this.#noteAnswered = resolve))
  }

  /** Asks. The verdict is `legacy` after a silence of `silenceMs`, counted from the first byte or from `startupMs` on. */
  async ask(channel: SessionChannel, startupMs: number, silenceMs: number): Promise<Era> {
    this.#send()
    const timers: NodeJS.Timeout[] = []
    const after = (waitMs: number) => new Promise<void>((resolve) => void timers.push(setTimeout(resolve, waitMs)))
    const silence = Promise.race([channel.spoke, after(startupMs)])
      .then(() => after(silenceMs))
      .then((): Era => ({ kind: 'legacy' }))
    try {
      return await Promise.race([this.answered, silence])
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }

  /** From now on an answer changes nothing. */
  forget(): void {
    this.#asked?.forget()
  }

  #send(): void {
    this.#attemptCount += 1
    // Text, because the requests that follow are numbered.
    const id = `${PROBE_ID}${this.#attemptCount}`
    try {
      this.#asked = this.#peer.ask('server/discover', {}, { id, meta: modernMeta(this.#client) })
    } catch {
      // The end of the channel is noticed by whoever waits for it.
      return
    }
    this.#asked.answer.then(
      (answer) => this.#judge(answer),
      () => undefined,
    )
  }

  #judge(answer: Answer): void {
    const era = eraOf(answer)
    const isRefused = answer.kind === 'error' && era.kind === 'modern'
    // It refused the version and named the same version as its own: it is asked once more, as the specification says.
    if (isRefused && this.#attemptCount === 1) this.#send()
    else this.#noteAnswered(isRefused ? { kind: 'unknown', versions: [MODERN_VERSION] } : era)
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
  if (versions.includes(MODERN_VERSION)) return { kind: 'modern', greeting: source }
  // Versions are dates, so their order as text is their order in time.
  const isAllNewer = versions.length > 0 && versions.every((version) => version > MODERN_VERSION)
  return isAllNewer ? { kind: 'unknown', versions } : { kind: 'legacy' }
}
