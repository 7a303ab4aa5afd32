/**
 * `sense mcp lock FILE`: writes down what the servers of a program are like, so that a later run stops where one has changed.
 *
 * The program is run up to the first thing that is more than to connect a server. The file is written as a whole and only if
 * every server was connected: whoever relies on a lock must not wonder what it misses.
 */

import { nodeEnvironment } from '../adapters/node/environment.ts'
import { createNodeFiles } from '../adapters/node/files.ts'
import { nodeSources } from '../adapters/node/source-files.ts'
import { mcpLockPartial } from '../compiler/diagnostics/catalogue/servers.ts'
import { visibleText } from '../compiler/diagnostics/visible-text.ts'
import type { RunOutcome } from '../engine/run-program.ts'
import { filesProblem } from '../runtime/host/files-problem.ts'
import { FilesFailure } from '../runtime/ports/files.ts'
import type { SecretsPort } from '../runtime/ports/secrets.ts'
import type { ToolServerConnection, ToolServerRequest } from '../runtime/ports/tool-servers.ts'
import { driftOf } from '../runtime/servers/lock/lock-drift.ts'
import type { DriftLine } from '../runtime/servers/lock/lock-drift.ts'
import type { LockedServer, Servers } from '../runtime/servers/lock/lock-file.ts'
import { lockText, readLock } from '../runtime/servers/lock/lock-file.ts'
import { lockSurroundings } from '../runtime/servers/lock/locked-tool-servers.ts'
import { lockedServer } from '../runtime/servers/lock/locked-server.ts'
import type { RunSettings, UsageProblem } from './arguments.ts'
import type { CommandContext } from './command-context.ts'
import { printAndLeave, report } from './command-context.ts'
import { countOf } from './count-text.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import type { ProgramText } from './program-text.ts'
import { readProgram } from './program-text.ts'
import { usageText } from './report.ts'
import { lockPathFor, runHere } from './run-here.ts'
import type { WatchedRun } from './watched-run.ts'
import { watchedRun } from './watched-run.ts'

export interface McpLockRequest {
  readonly kind: 'mcp-lock'
  readonly path: string
  readonly programArgs: readonly string[]
  readonly isJson: boolean
  readonly settings: RunSettings
}

export async function mcpLock(request: McpLockRequest, context: CommandContext): Promise<ExitStatus> {
  const program = readProgram(context, request.path)
  if (program === undefined) return exitStatus.usage
  const watched = watchedRun(request.settings, context)
  if (watched === undefined) return exitStatus.usage
  const look = await lookAtServers(request, program, watched, context)
  report(context, look.outcome.diagnostics)
  if (look.outcome.ending === 'cancelled' && look.effect === undefined) return exitStatus.interrupted
  if (look.outcome.diagnostics.length > 0) return exitStatus.failure
  const path = lockPathFor(program.path)
  const servers = await lockedServers(look, path, watched.secrets)
  if ('headline' in servers) return refusal(servers, context)
  return await writeLock({ path, servers, effect: look.effect, isJson: request.isJson }, context)
}

// ---- Looking

interface Look {
  readonly outcome: RunOutcome
  readonly connected: readonly (readonly [ToolServerRequest, ToolServerConnection])[]
  /** The names of servers that could not be connected. */
  readonly failed: readonly string[]
  /** What the program wanted to do when it was stopped; undefined where it came to its end. */
  readonly effect: string | undefined
}

async function lookAtServers(
  { settings, programArgs }: McpLockRequest,
  program: ProgramText,
  watched: WatchedRun,
  context: CommandContext,
): Promise<Look> {
  const connected: [ToolServerRequest, ToolServerConnection][] = []
  const failed: string[] = []
  const stopping = new AbortController()
  let effect: string | undefined
  const connecting = {
    signal: stopping.signal,
    onEffect: (what: string): void => {
      effect ??= what
      stopping.abort()
    },
    onConnected: (request: ToolServerRequest, connection: ToolServerConnection): void => {
      connected.push([request, connection])
    },
    onNotConnected: ({ name }: ToolServerRequest): void => {
      if (!stopping.signal.aborted) failed.push(name)
    },
  }
  const what = { program, settings, programArgs, watched, connecting, isTestWanted: () => false }
  const outcome = await runHere(what, context)
  return { outcome, connected, failed, effect }
}

async function lockedServers(
  { connected, failed }: Look,
  path: string,
  secrets: SecretsPort,
): Promise<Servers | UsageProblem> {
  const [missing] = failed
  if (missing !== undefined) {
    const headline = `nothing was written, because the MCP server \`${missing}\` could not be connected`
    return { headline, hint: 'look at it with `sense mcp check`; a lock is written when all servers are there' }
  }
  if (connected.length === 0) {
    const hint = 'it connects them with `connect_mcp`, or not before it does something else'
    return { headline: 'nothing was written, because the program connected no MCP server', hint }
  }
  const surroundings = lockSurroundings(path, { environment: nodeEnvironment, secrets })
  const servers = new Map<string, LockedServer>()
  for (const [request, connection] of connected) {
    const server = await lockedServer(request, connection, surroundings)
    const earlier = servers.get(request.name)
    if (earlier !== undefined && driftOf(earlier, server) !== undefined) {
      const headline = `nothing was written, because two MCP servers are called \`${request.name}\` and differ`
      return { headline, hint: 'give each a name of its own: a lock finds them by their names' }
    }
    servers.set(request.name, server)
  }
  return servers
}

// ---- Writing

interface Lock {
  readonly path: string
  readonly servers: Servers
  readonly effect: string | undefined
  readonly isJson: boolean
}

/** What became of one server since the last lock. */
interface Change {
  readonly name: string
  readonly state: 'new' | 'same' | 'changed' | 'removed'
  readonly server: LockedServer
  readonly summary?: string
  readonly lines: readonly DriftLine[]
}

async function writeLock({ path, servers, effect, isJson }: Lock, context: CommandContext): Promise<ExitStatus> {
  const shownPath = nodeSources.shownAs(path)
  const changes = changesSince(await lastLock(path), servers)
  try {
    createNodeFiles().write(path, await lockText(servers))
  } catch (error) {
    if (!(error instanceof FilesFailure)) throw error
    report(context, [filesProblem('sense mcp lock', shownPath, error.fault)])
    return exitStatus.failure
  }
  const text = isJson ? jsonLines(changes) : `${changes.map(changeText).join('')}wrote ${shownPath}\n`
  const status = printAndLeave(context, text, exitStatus.success)
  if (effect !== undefined) {
    report(context, [mcpLockPartial(effect)])
  }
  return status
}

/** Without servers where there is none that can be used. */
async function lastLock(path: string): Promise<Servers> {
  const source = nodeSources.read(path)
  const reading = source.kind === 'text' ? await readLock(source.text) : undefined
  return reading?.kind === 'lock' ? reading.servers : new Map()
}

function changesSince(last: Servers, servers: Servers): readonly Change[] {
  const changes = Array.from(servers, ([name, server]): Change => {
    const earlier = last.get(name)
    if (earlier === undefined) return { name, state: 'new', server, lines: [] }
    const drift = driftOf(earlier, server)
    return drift === undefined
      ? { name, state: 'same', server, lines: [] }
      : { name, state: 'changed', server, ...drift }
  })
  const removed = [...last].filter(([name]) => !servers.has(name))
  return [...changes, ...removed.map(([name, server]): Change => ({ name, state: 'removed', server, lines: [] }))]
}

function changeText({ name, state, server, summary, lines }: Change): string {
  const version = server.version === undefined ? '' : `version ${server.version}, `
  const said = state === 'removed' ? '' : `: ${summary ?? `${version}${countOf(server.tools.size, 'tool')}`}`
  const details = lines.map(([subject, text]) => `         ${visibleText(subject)}: ${visibleText(text)}\n`)
  return `${state.padEnd(8)} ${visibleText(name)}${visibleText(said)}\n${details.join('')}`
}

function jsonLines(changes: readonly Change[]): string {
  return changes
    .map(({ server, lines, ...change }) => {
      const differences = lines.map(([subject, text]) => ({ subject, text }))
      return `${JSON.stringify({ ...change, version: server.version, tools: [...server.tools.keys()], differences })}\n`
    })
    .join('')
}

function refusal(problem: UsageProblem, { console, format }: CommandContext): ExitStatus {
  console.writeReport(usageText(problem, format))
  return exitStatus.failure
}
