/**
 * From a command to a session: start the process, shake hands.
 *
 * Every way this can go wrong ends the process and everything it started before the failure is told. A server that exits
 * after it was asked for its era is started once more and greeted with `initialize` at once.
 */

import type { ChildRequest, ChildSupervisor } from '../node/supervised-child.ts'
import { ChildStartFailure, whyRunByShell } from '../node/start-failure.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import type { ToolServerFailureFacts } from '../../runtime/ports/tool-servers.ts'
import type { ClientInfo } from './era-probe.ts'
import { Handshake } from './handshake.ts'
import { messageOf } from './mcp-session.ts'
import type { McpSession } from './mcp-session.ts'
import { ServerChannel } from './server-channel.ts'
import type { ChannelOptions } from './server-channel.ts'
import type { ChannelDeath } from './session-channel.ts'
import type { StartLimit } from './start-limit.ts'

export interface ServerStart {
  readonly child: ChildRequest
  readonly channel: ChannelOptions
  readonly supervisor: ChildSupervisor
  readonly client: ClientInfo
  readonly limit: StartLimit
  readonly startTimeoutMs: number
}

/** A server that does not get far enough to be used has little to save. */
const FAILED_POLITE_MS = 200

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
  const handshake = new Handshake(channel, start.client, start.channel.quoting)
  const died = channel.died.then((death): never => {
    throw new DiedAtStart(death)
  })
  try {
    return await Promise.race([handshake.run(isProbing, start.startTimeoutMs), died, start.limit.reached])
  } catch (error) {
    // The evidence is taken first: what follows from our ending it is none.
    const failure = await startFailure(error, channel, start.child)
    await channel.end(FAILED_POLITE_MS)
    const isProbeToBlame = isProbing && error instanceof DiedAtStart && isOwnExit(error.death) && !channel.endedUnread
    throw isProbeToBlame ? new ExitOnProbe(failure) : failure
  }
}

/**
 * Whether it may have been the probe that ended the server, if it had read it. Some answer it with an error first, and some
 * abort; any other signal comes from outside or from a fault that is there every time.
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
    // Whoever gave up relies on it that nothing is left.
    await starting.then((child) => child.end(0)).catch(() => undefined)
    throw error
  }
}

function childFailure(failure: ChildStartFailure, start: ServerStart): ToolServerFailure {
  const { quoting } = start.channel
  const subject = quoting.quote(failure.subject, 500)
  const { kind, names } = failure
  return new ToolServerFailure({ kind, subject, detail: quoting.quote(failure.detail, 500), names })
}

async function startFailure(error: unknown, channel: ServerChannel, child: ChildRequest): Promise<ToolServerFailure> {
  const facts = startFailureFacts(error, channel)
  const stderrLines = channel.stderrLines()
  const cause = facts.exit?.status === undefined ? undefined : await whyRunByShell(child)
  const detail = joined(cause ?? '', channel.quote(facts.detail ?? ''))
  return new ToolServerFailure({ ...facts, detail, stderrLines })
}

function startFailureFacts(error: unknown, channel: ServerChannel): ToolServerFailureFacts {
  const said = channel.said === undefined ? '' : `it wrote: ${channel.said}`
  const death = error instanceof DiedAtStart ? error.death : channel.death
  if (death !== undefined) return { kind: 'start-failed', detail: joined(death.detail, said), exit: death.exit }
  if (error instanceof ToolServerFailure && error.kind === 'start-timeout') {
    const echo = channel.hasEchoed ? 'it sends back what it gets' : said
    // A program that writes something else than MCP all the time is probably no server.
    if (echo !== '') return { kind: 'not-mcp', detail: `it did not answer \`${error.subject}\`; ${echo}` }
  }
  if (error instanceof ToolServerFailure) return { ...facts(error), detail: joined(error.detail, said) }
  return { kind: 'not-mcp', subject: 'initialize', detail: joined(messageOf(error), said) }
}

function facts({ kind, subject, code }: ToolServerFailure): ToolServerFailureFacts {
  return { kind, subject, code }
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ')
}
