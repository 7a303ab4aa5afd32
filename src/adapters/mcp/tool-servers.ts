/**
 * Servers of tools over MCP: the tool-server port, fulfilled by child processes that speak MCP on their pipes, and by
 * servers over HTTP.
 *
 * What one run needs is in one object: the supervisor of its processes, its open connections. A connection is one process
 * from beginning to end; nothing is ever started again behind the program's back.
 */

import { isTerminal } from '../node/builtin-modules.ts'
import { createChildSupervisor } from '../node/supervised-child.ts'
import type { ChildSupervisor } from '../node/supervised-child.ts'
import { RUN_MARK_VARIABLE } from '../node/process-table.ts'
import type { SecretsPort } from '../../runtime/ports/secrets.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import type { ToolServerConnection, ToolServerRequest, ToolServersPort } from '../../runtime/ports/tool-servers.ts'
import { childEnvironmentOf } from './child-environment.ts'
import type { Environment } from './child-environment.ts'
import type { ClientInfo } from './era-probe.ts'
import { requestHeadersOf } from './http/request-headers.ts'
import { findMcpLibrary, requireLibrary } from './library.ts'
import type { LibraryFinder } from './library.ts'
import type { McpSession } from './mcp-session.ts'
import type { ShowConsentPage } from './oauth/sign-in.ts'
import { OpenConnection } from './open-connection.ts'
import { createQuoting } from './quoted-text.ts'
import type { Quoting } from './quoted-text.ts'
import type { ChannelTap, TapDirection } from './session-channel.ts'
import { startServer } from './server-start.ts'
import { StartLimit } from './start-limit.ts'
import { listToolsOf } from './tool-list.ts'
import type { ListedTool } from './tool-list.ts'

export interface ToolServersOptions {
  /** Our own environment, of which servers get a part. */
  readonly environment: Environment
  /** Told of the values that servers get from our environment. */
  readonly secrets?: SecretsPort
  /** Sees all that is said on every connection, as text without the secrets of that connection. */
  readonly tap?: ServerTap
  /** How this client names itself to servers. */
  readonly client?: ClientInfo
  /** Shows a page where somebody signs in at a server over HTTP. Without it nobody is there to do so. */
  readonly showConsentPage?: ShowConsentPage
  /** Opens a web page for the person at hand, after that one has agreed; absent where pages cannot be opened. */
  readonly openPage?: (url: URL) => void
  /** For tests: how the MCP library is looked for. */
  readonly findLibrary?: LibraryFinder
  /** A message above this size fails its call. Default: 128 MB, several times what any honest tool gives. */
  readonly messageBytesMax?: number
  /** Whether somebody watches and is told of a slow start. Default: whether our stderr is a terminal. */
  readonly hasTerminal?: boolean
  /** For tests: when a start is slow. Milliseconds. */
  readonly slowStartMs?: number
}

/** `text`: the JSON of a message, or what stood in place of one. */
export type ServerTap = (server: string, direction: TapDirection, text: string) => void

interface Run {
  readonly environment: Environment
  readonly secrets: SecretsPort | undefined
  readonly tap: ServerTap | undefined
  readonly openPage: ((url: URL) => void) | undefined
  readonly client: ClientInfo
  readonly showConsentPage: ShowConsentPage | undefined
  readonly findLibrary: LibraryFinder
  readonly messageBytesMax: number
  readonly hasTerminal: boolean
  readonly slowStartMs: number
  readonly supervisor: ChildSupervisor
  /** Connections that are open or coming about, each with how it is closed. */
  readonly open: Set<() => Promise<void>>
}

const MESSAGE_BYTES_MAX = 128 * 1024 * 1024
/** On a terminal the user is told that it still starts (spec 02 §3). */
const SLOW_START_MS = 5_000
const NAME_LENGTH_MAX = 200
/** Where warnings are shown. */
const STDERR = 2

export function createToolServers(options: ToolServersOptions): ToolServersPort {
  const run: Run = {
    environment: options.environment,
    secrets: options.secrets,
    tap: options.tap,
    openPage: options.openPage,
    client: options.client ?? { name: 'sense-lang', version: '0' },
    showConsentPage: options.showConsentPage,
    findLibrary: options.findLibrary ?? findMcpLibrary,
    messageBytesMax: options.messageBytesMax ?? MESSAGE_BYTES_MAX,
    hasTerminal: options.hasTerminal ?? isTerminal(STDERR),
    slowStartMs: options.slowStartMs ?? SLOW_START_MS,
    supervisor: createChildSupervisor(options.environment[RUN_MARK_VARIABLE]),
    open: new Set(),
  }
  return {
    connect: (request, signal) => connect(run, request, signal),
    async closeAll() {
      while (run.open.size > 0) await Promise.all([...run.open].map((close) => close()))
      await run.supervisor.stop()
    },
  }
}

/** While it comes about, a connection is closed by cancelling it. */
async function connect(run: Run, request: ToolServerRequest, signal: AbortSignal): Promise<ToolServerConnection> {
  const cancelling = new AbortController()
  const opening = open(run, request, AbortSignal.any([signal, cancelling.signal]))
  const cancel = async () => {
    cancelling.abort()
    await opening.then(
      (connection) => connection.close(),
      () => undefined,
    )
  }
  run.open.add(cancel)
  try {
    return await opening
  } finally {
    run.open.delete(cancel)
  }
}

async function open(run: Run, request: ToolServerRequest, signal: AbortSignal): Promise<ToolServerConnection> {
  const { quoting, start } = serverOf(run, request, signal)
  if (signal.aborted) throw new ToolServerFailure({ kind: 'cancelled' })
  requireLibrary(run.findLibrary)
  const limit = new StartLimit(request.startTimeoutMs, signal)
  const slowStart = setTimeout(() => {
    if (run.hasTerminal) request.onWarning({ kind: 'slow-start', subject: request.name, detail: limit.step })
  }, run.slowStartMs)
  try {
    const session = await start(limit)
    limit.stop()
    limit.step = 'tools/list'
    return connectionOf(run, request, session, await toolsOf(session, request, quoting, signal), quoting)
  } finally {
    limit.stop()
    clearTimeout(slowStart)
  }
}

/** How a server is started, and what must not be shown of it. */
interface Server {
  readonly quoting: Quoting
  readonly start: (limit: StartLimit) => Promise<McpSession>
}

/** An address is spoken to over HTTP, everything else is a command. */
function serverOf(run: Run, request: ToolServerRequest, signal: AbortSignal): Server {
  return /^https?:\/\//i.test(request.command) ? remoteServer(run, request, signal) : ownServer(run, request)
}

function ownServer(run: Run, request: ToolServerRequest): Server {
  const { variables, secrets } = childEnvironmentOf(run.environment, request.environment)
  // A value that stands in the program is no secret to the rest of the run; one read from the environment is.
  for (const { name, value } of secrets) if (request.environment.includes(name)) run.secrets?.add(name, value)
  const quoting = createQuoting(secrets)
  const start = (limit: StartLimit) =>
    startServer({
      child: { command: request.command, args: request.args, environment: variables, folder: request.folder },
      channel: {
        quoting,
        messageBytesMax: run.messageBytesMax,
        tap: channelTap(run.tap, request.name, quoting),
        onNoise: onceOnly((detail) => request.onWarning({ kind: 'stdout-noise', subject: request.name, detail })),
      },
      supervisor: run.supervisor,
      client: clientFor(run, request),
      limit,
      startTimeoutMs: request.startTimeoutMs,
    })
  return { quoting, start }
}

function remoteServer(run: Run, request: ToolServerRequest, signal: AbortSignal): Server {
  const { headers, secrets, variables } = requestHeadersOf(
    run.environment,
    request.headers ?? [],
    request.plainHeaders ?? [],
  )
  for (const { name, value } of variables) run.secrets?.add(name, value)
  const quoting = createQuoting(secrets)
  const { environment, showConsentPage } = run
  const hasKey = headers.some(([name]) => name.toLowerCase() === 'authorization')
  const start = async (limit: StartLimit) => {
    const { serverUrl, startHttpServer } = await import('./http/http-start.ts')
    return await startHttpServer({
      url: serverUrl(request.command),
      headers,
      quoting,
      messageBytesMax: run.messageBytesMax,
      tap: channelTap(run.tap, request.name, quoting),
      client: clientFor(run, request),
      limit,
      startTimeoutMs: request.startTimeoutMs,
      onBadTool: (name, detail) => {
        const quote = (text: string) => quoting.quote(text, NAME_LENGTH_MAX)
        request.onWarning({ kind: 'bad-tool', subject: quote(name), detail: quote(detail) })
      },
      signIn: hasKey ? undefined : { serverName: request.name, environment, secrets: run.secrets, showConsentPage },
      signal,
    })
  }
  return { quoting, start }
}

/** A server is told what it may ask of the person at hand. */
function clientFor({ client, openPage }: Run, { onQuestion }: ToolServerRequest): ClientInfo {
  if (onQuestion === undefined) return client
  return { ...client, elicitation: { ask: onQuestion, ...(openPage === undefined ? {} : { openPage }) } }
}

function channelTap(tap: ServerTap | undefined, server: string, quoting: Quoting): ChannelTap | undefined {
  if (tap === undefined) return undefined
  return (direction, content) => {
    tap(server, direction, quoting.withoutSecrets(typeof content === 'string' ? content : JSON.stringify(content)))
  }
}

/** A server that is started twice says the same things twice. */
function onceOnly(listener: (text: string) => void): (text: string) => void {
  let isTold = false
  return (text) => {
    if (isTold) return
    isTold = true
    listener(text)
  }
}

/** When it fails, the server is ended first. */
async function toolsOf(
  session: McpSession,
  request: ToolServerRequest,
  quoting: Quoting,
  signal: AbortSignal,
): Promise<readonly ListedTool[]> {
  try {
    return await listToolsOf({ session, request, quoting }, signal)
  } catch (error) {
    await session.abandon()
    throw error instanceof ToolServerFailure ? listFailure(error) : error
  }
}

/** Until the list is there, the connection is still starting: the same ends have other names. */
function listFailure(failure: ToolServerFailure): ToolServerFailure {
  const { detail, exit, stderrLines } = failure
  if (failure.kind === 'call-timeout') {
    return new ToolServerFailure({ kind: 'start-timeout', subject: 'tools/list', stderrLines })
  }
  if (failure.kind === 'died') {
    return new ToolServerFailure({ kind: 'start-failed', subject: 'tools/list', detail, exit, stderrLines })
  }
  return failure
}

function connectionOf(
  run: Run,
  request: ToolServerRequest,
  session: McpSession,
  tools: readonly ListedTool[],
  quoting: Quoting,
): ToolServerConnection {
  const close = async () => {
    await session.close()
    run.open.delete(close)
  }
  run.open.add(close)
  return new OpenConnection({ session, request, quoting, tools, close })
}
