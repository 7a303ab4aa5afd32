/**
 * Shakes hands with a server that has been started, in the way of its era.
 *
 *   server/discover ──> modern: ready at once
 *       │ error, silence        ▲ a late answer
 *       │                       │
 *       └──> initialize ────────┴──> legacy: ready
 */

import type { JsonObject } from '../../runtime/ports/json.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import type { Answer, ErrorAnswer } from './answer.ts'
import { elicitationCapability } from './elicitation.ts'
import { EraProbe, eraOf, MODERN_VERSION, modernMeta } from './era-probe.ts'
import type { ClientInfo, Era } from './era-probe.ts'
import { fieldOf, isJsonArray, isJsonObject, textField } from './json-shape.ts'
import { errorText, McpSession } from './mcp-session.ts'
import type { Quoting } from './quoted-text.ts'
import { RpcPeer } from './rpc-peer.ts'
import { factsOf, offersOf } from './server-facts.ts'
import type { SessionChannel } from './session-channel.ts'

/** A slow-starting server's silence says nothing for so long, and so long after that it means the older era. */
const PROBE_STARTUP_MS = 3_000
const PROBE_SILENCE_MS = 1_000
/** Verdicts of one server that contradict each other: it refuses `initialize`, then `server/discover`, and so on. */
const VERDICTS_MAX = 3
/** Revisions of the older era, the newest first: that one is offered, each of them is accepted. */
const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const

/** What an answer to `initialize` means: the server is ready, it is of the other era, or it wants another revision. */
type Greeting = { readonly session: McpSession } | { readonly era: Era } | { readonly version: string }

export class Handshake {
  readonly #channel: SessionChannel
  readonly #client: ClientInfo
  readonly #quoting: Quoting
  readonly #peer: RpcPeer
  readonly #probe: EraProbe
  readonly #startupMs: number

  /** `startupMs`: how long the silence of a server that has not spoken yet says nothing. */
  constructor(
    channel: SessionChannel,
    client: ClientInfo,
    quoting: Quoting,
    { startupMs = PROBE_STARTUP_MS }: { readonly startupMs?: number } = {},
  ) {
    this.#startupMs = startupMs
    this.#channel = channel
    this.#client = client
    this.#quoting = quoting
    this.#peer = new RpcPeer(channel)
    this.#probe = new EraProbe(this.#peer, client)
  }

  /** Without the probe the server is taken to be of the older era. `startTimeoutMs` is what all of it may take. */
  async run(isProbing: boolean, startTimeoutMs: number): Promise<McpSession> {
    let greeting: Exclude<Greeting, { session: McpSession }> = {
      era: isProbing ? await this.#ask(startTimeoutMs) : { kind: 'legacy' },
    }
    for (let verdictCount = 0; verdictCount < VERDICTS_MAX; verdictCount += 1) {
      const next = await this.#follow(greeting)
      if ('session' in next) {
        this.#probe.forget()
        return next.session
      }
      greeting = next
    }
    throw notMcp('it refuses both ways to start')
  }

  async #ask(startTimeoutMs: number): Promise<Era> {
    // A short start limit leaves time for the handshake that follows a silence.
    const share = startTimeoutMs / 4
    return await this.#probe.ask(this.#channel, Math.min(this.#startupMs, share), Math.min(PROBE_SILENCE_MS, share))
  }

  async #follow(greeting: Exclude<Greeting, { session: McpSession }>): Promise<Greeting> {
    if ('version' in greeting) return await this.#initialize(greeting.version)
    const { era } = greeting
    switch (era.kind) {
      case 'legacy':
        return await this.#initialize(LEGACY_VERSIONS[0])
      case 'modern':
        this.#peer.ignoreQuestions()
        return { session: this.#session(era.greeting, MODERN_VERSION, modernMeta(this.#client)) }
      case 'unknown':
        throw unknownRevision(era.versions)
    }
  }

  async #initialize(version: string): Promise<Greeting> {
    this.#peer.answerQuestions()
    const { name, version: ownVersion, elicitation } = this.#client
    const asked = this.#peer.ask('initialize', {
      protocolVersion: version,
      capabilities: elicitationCapability(elicitation),
      clientInfo: { name, version: ownVersion },
    })
    // A late verdict for the older era changes nothing.
    const greeting = asked.answer.then((answer) => this.#greetingOf(answer, version))
    const late = this.#probe.answered.then((era): Greeting | Promise<Greeting> =>
      era.kind === 'legacy' ? greeting : { era },
    )
    const first = await Promise.race([greeting, late])
    asked.forget()
    return first
  }

  #greetingOf(answer: Answer, offered: string): Greeting {
    switch (answer.kind) {
      case 'result': {
        const version = textField(answer.result, 'protocolVersion')
        if (version === undefined) throw notMcp('its answer names no protocol version')
        if (!isLegacyVersion(version)) throw unknownRevision([version])
        this.#peer.notify('notifications/initialized')
        return { session: this.#session(answer.result, version, undefined) }
      }
      case 'error': {
        const era = eraOf(answer)
        if (era.kind !== 'legacy') return { era }
        const other = versionNamedIn(answer, offered)
        if (other !== undefined) return { version: other }
        throw new ToolServerFailure({ kind: 'protocol-error', subject: 'initialize', detail: errorText(answer) })
      }
      case 'invalid':
        throw notMcp(answer.reason)
    }
  }

  #session(greeting: JsonObject, protocol: string, meta: JsonObject | undefined): McpSession {
    return new McpSession({
      facts: factsOf(greeting, protocol),
      offers: offersOf(greeting, protocol),
      meta,
      elicitation: this.#client.elicitation,
      peer: this.#peer,
      channel: this.#channel,
      quoting: this.#quoting,
    })
  }
}

function isLegacyVersion(version: string): boolean {
  return LEGACY_VERSIONS.some((known) => known === version)
}

/** Another revision that a server names when it refuses the one that was offered. */
function versionNamedIn({ data }: ErrorAnswer, offered: string): string | undefined {
  const supported = isJsonObject(data) ? fieldOf(data, 'supported') : undefined
  if (!isJsonArray(supported)) return undefined
  return LEGACY_VERSIONS.find((version) => version < offered && supported.includes(version))
}

function unknownRevision(versions: readonly string[]): ToolServerFailure {
  const isContradiction = versions.includes(MODERN_VERSION)
  const detail = isContradiction
    ? `it refuses the revision ${MODERN_VERSION} of the protocol, which it names as its own`
    : `it speaks the revision ${versions.slice(0, VERSIONS_SHOWN_MAX).join(', ')} of the protocol, which is not known here`
  return new ToolServerFailure({ kind: 'start-failed', detail })
}

const VERSIONS_SHOWN_MAX = 5

function notMcp(detail: string): ToolServerFailure {
  return new ToolServerFailure({ kind: 'not-mcp', detail })
}
