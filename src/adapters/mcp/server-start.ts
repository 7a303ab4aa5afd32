/**
 * From a command to a session: start the process, find its era, shake hands.
 *
 * Every way this can go wrong ends the process and everything it started before the failure is told.
 *
 *   spawn ──> server/discover ──> modern: ready at once
 *                 │ error, silence        ▲ a late answer
 *                 │                       │
 *                 └──> initialize ────────┴──> legacy: ready
 *   A server that exits before it is ready is started once more and greeted with initialize at once.
 */

import type { Client } from '@modelcontextprotocol/client'
import type { ChildRequest, ChildSupervisor } from '../node/supervised-child.ts'
import { ChildStartFailure } from '../node/start-failure.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import type { ToolServerFailureFacts } from '../../runtime/ports/tool-servers.ts'
import { EraProbe, eraOf } from './era-probe.ts'
import type { ClientInfo, Era } from './era-probe.ts'
import { isJsonObject } from './json-shape.ts'
import type { McpLibrary } from './library.ts'
import { McpSession, messageOf } from './mcp-session.ts'
import { ServerChannel } from './server-channel.ts'
import type { ChannelDeath, ChannelOptions } from './server-channel.ts'
import { NOT_MCP, SessionTransport } from './session-transport.ts'
import type { StartLimit } from './start-limit.ts'

export interface ServerStart {
  readonly child: ChildRequest
  readonly channel: ChannelOptions
  readonly supervisor: ChildSupervisor
  readonly library: McpLibrary
  readonly client: ClientInfo
  readonly limit: StartLimit
  readonly startTimeoutMs: number
}

/** A server that does not get far enough to be used has little to save. */
const FAILED_POLITE_MS = 200
/** A slow-starting server's silence says nothing for so long, and so long after that it means the older era. */
const PROBE_STARTUP_MS = 3_000
const PROBE_SILENCE_MS = 1_000
/** Verdicts of one server that contradict each other: it refuses `initialize`, then `server/discover`, and so on. */
const VERDICTS_MAX = 3

/** Rejects with a `ToolServerFailure`; then no process is left. */
export async function startServer(start: ServerStart): Promise<McpSession> {
  try {
    return await startOnce(start, true)
  } catch (error) {
    if (!(error instanceof ExitOnProbe)) throw error
    return await startAgain(start, error.failure)
  }
}

/** A server that needed most of the time to exit is reported with its exit, not with the time that then ran out. */
async function startAgain(start: ServerStart, first: ToolServerFailure): Promise<McpSession> {
  try {
    return await startOnce(start, false)
  } catch (error) {
    throw error instanceof ToolServerFailure && error.kind === 'start-timeout' ? first : error
  }
}

/** The server exited when it was asked for its era, as some of the older era do. */
class ExitOnProbe extends Error {
  readonly failure: ToolServerFailure
  constructor(failure: ToolServerFailure) {
    super('the server exited when it was asked for its era')
    this.failure = failure
  }
}
/** The server ended before it was ready. */
class DiedAtStart extends Error {
  readonly death: ChannelDeath
  constructor(death: ChannelDeath) {
    super('the server ended')
    this.death = death
  }
}

async function startOnce(start: ServerStart, isProbing: boolean): Promise<McpSession> {
  start.limit.step = 'spawn'
  const channel = await openChannel(start)
  start.limit.step = 'initialize'
  const handshake = new Handshake(start, channel)
  const died = channel.died.then((death): never => {
    throw new DiedAtStart(death)
  })
  try {
    return await Promise.race([handshake.run(isProbing), died, start.limit.reached])
  } catch (error) {
    // The evidence is taken first: what follows from our ending it is none.
    const failure = startFailure(error, channel)
    handshake.abandon()
    await channel.end(FAILED_POLITE_MS)
    throw isProbing && error instanceof DiedAtStart && isOwnExit(error.death) ? new ExitOnProbe(failure) : failure
  }
}

/**
 * Whether it may have been the probe that ended the server. Some answer it with an error first, and some abort; any other
 * signal comes from outside or from a fault that is there every time.
 */
function isOwnExit({ exit }: ChannelDeath): boolean {
  return exit !== undefined && (exit.status !== undefined || exit.signal === 'SIGABRT')
}

/** A child that appears after the limit is ended at once. */
async function openChannel(start: ServerStart): Promise<ServerChannel> {
  const starting = start.supervisor.start(start.child)
  try {
    return new ServerChannel(await Promise.race([starting, start.limit.reached]), start.channel)
  } catch (error) {
    if (error instanceof ChildStartFailure) throw childFailure(error, start)
    void starting.then((child) => child.end(0)).catch(() => undefined)
    throw error
  }
}

function childFailure(failure: ChildStartFailure, start: ServerStart): ToolServerFailure {
  const { quoting } = start.channel
  const subject = quoting.quote(failure.subject, 500)
  return new ToolServerFailure({ kind: failure.kind, subject, detail: quoting.quote(failure.detail, 500) })
}

class Handshake {
  readonly #start: ServerStart
  readonly #channel: ServerChannel
  readonly #probe: EraProbe
  #transport: SessionTransport | undefined
  #transportCount = 0

  constructor(start: ServerStart, channel: ServerChannel) {
    this.#start = start
    this.#channel = channel
    this.#probe = new EraProbe(channel, start.client)
  }

  async run(isProbing: boolean): Promise<McpSession> {
    let era: Era = { kind: 'legacy' }
    if (isProbing) era = await this.#ask()
    for (let verdictCount = 0; verdictCount < VERDICTS_MAX; verdictCount += 1) {
      if (era.kind === 'unknown') throw notMcp(`it speaks only ${era.versions.join(', ')}`)
      const outcome: McpSession | Era = await this.#connect(era)
      if (outcome instanceof McpSession) return outcome
      era = outcome
    }
    throw notMcp('it refuses both ways to start')
  }

  /** Nobody waits for the client any more; what it still has to say is not heard. */
  abandon(): void {
    void this.#transport?.close()
  }

  async #ask(): Promise<Era> {
    // A short start limit leaves time for the handshake that follows a silence.
    const share = this.#start.startTimeoutMs / 4
    return await this.#probe.ask(Math.min(PROBE_STARTUP_MS, share), Math.min(PROBE_SILENCE_MS, share))
  }

  /** A session, or the other era when that is the server's answer. */
  async #connect(era: Exclude<Era, { kind: 'unknown' }>): Promise<McpSession | Era> {
    const transport = this.#nextTransport()
    const client = new this.#start.library.Client(this.#start.client, { capabilities: {} })
    const prior = era.kind === 'modern' ? { kind: era.kind, discover: { ...era.discover } } : { kind: era.kind }
    const connecting = client.connect(transport, { prior, timeout: CONNECT_MS_MAX }).then((): undefined => undefined)
    const other = await (era.kind === 'legacy' ? this.#otherEra(connecting) : connecting)
    if (other === undefined) return this.#session(client, transport)
    connecting.catch(() => undefined)
    await transport.close()
    return other
  }

  /** Undefined when `initialize` was accepted. */
  async #otherEra(connecting: Promise<undefined>): Promise<Era | undefined> {
    // A late verdict for the older era changes nothing.
    const late = this.#probe.answered.then((era) => (era.kind === 'legacy' ? connecting : era))
    try {
      return await Promise.race([connecting, late])
    } catch (error) {
      const era = eraOfRefusal(error)
      if (era.kind === 'legacy') throw error
      return era
    }
  }

  #nextTransport(): SessionTransport {
    const firstId = this.#transportCount * REQUESTS_PER_CLIENT
    this.#transportCount += 1
    this.#transport = new SessionTransport(this.#channel, firstId, (id, answer) => this.#probe.strayAnswer(id, answer))
    return this.#transport
  }

  #session(client: Client, transport: SessionTransport): McpSession {
    // The library reports what it could not use; what matters of it has been seen by our transport.
    client.onerror = () => undefined
    return new McpSession(client, transport, this.#channel, this.#start.channel.quoting)
  }
}

/** Only our own limit is ever reached. */
const CONNECT_MS_MAX = 2 ** 31 - 1
/** Keeps the numbers of two clients of one channel apart; the first sends nothing but its handshake. */
const REQUESTS_PER_CLIENT = 1_000

function notMcp(detail: string): ToolServerFailure {
  return new ToolServerFailure({ kind: 'not-mcp', detail })
}

/** A server of the newer era alone refuses `initialize` and says which versions it has. */
function eraOfRefusal(error: unknown): Era {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return { kind: 'legacy' }
  const data = 'data' in error && isJsonObject(error.data) ? error.data : undefined
  return eraOf({ kind: 'error', code: error.code, message: error.message, data })
}

function startFailure(error: unknown, channel: ServerChannel): ToolServerFailure {
  const facts = startFailureFacts(error, channel)
  return new ToolServerFailure({
    ...facts,
    detail: channel.quote(facts.detail ?? ''),
    stderrLines: channel.stderrLines(),
  })
}

function startFailureFacts(error: unknown, channel: ServerChannel): ToolServerFailureFacts {
  const said = channel.firstNoise === undefined ? '' : `it wrote: ${channel.firstNoise}`
  const death = error instanceof DiedAtStart ? error.death : channel.death
  if (death !== undefined) return { kind: 'start-failed', detail: joined(death.detail, said), exit: death.exit }
  if (error instanceof ToolServerFailure && error.kind === 'start-timeout' && channel.hasEchoed)
    return { kind: 'not-mcp', detail: 'it sends back what it gets' }
  if (error instanceof ToolServerFailure) {
    // A program that writes something else than MCP all the time is probably no server.
    const kind = error.kind === 'start-timeout' && said !== '' ? 'not-mcp' : error.kind
    return { kind, subject: error.subject, detail: joined(error.detail, said) }
  }
  const isOtherError = error instanceof Error && 'code' in error && typeof error.code === 'number'
  const isNotMcp = !isOtherError || ('data' in error && error.data === NOT_MCP)
  return {
    kind: isNotMcp ? 'not-mcp' : 'protocol-error',
    subject: 'initialize',
    detail: joined(messageOf(error), said),
  }
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ')
}
