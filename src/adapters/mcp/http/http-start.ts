/**
 * From an address to a session: Streamable HTTP first, in whichever era, then the transport of 2024 with its one stream.
 *
 * Every way this can go wrong closes what was opened before the failure is told.
 */

import type * as Client from '@modelcontextprotocol/client'
import { ToolServerFailure } from '../../../runtime/ports/tool-servers.ts'
import type { ClientInfo } from '../era-probe.ts'
import { Handshake } from '../handshake.ts'
import { messageOf } from '../mcp-session.ts'
import type { McpSession } from '../mcp-session.ts'
import type { Quoting } from '../quoted-text.ts'
import type { ChannelTap } from '../session-channel.ts'
import type { StartLimit } from '../start-limit.ts'
import { SignIn } from '../oauth/sign-in.ts'
import type { SignInParts } from '../oauth/sign-in.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { HeaderList } from './guarded-fetch.ts'
import { HttpChannel } from './http-channel.ts'
import type { HttpChannelOptions } from './http-channel.ts'
import type { HttpFailure } from './http-refusal.ts'

export interface HttpStart {
  readonly url: URL
  readonly headers: HeaderList
  readonly quoting: Quoting
  readonly messageBytesMax: number
  readonly tap: ChannelTap | undefined
  readonly client: ClientInfo
  readonly limit: StartLimit
  readonly startTimeoutMs: number
  /** Told of a tool that must not be used. */
  readonly onBadTool: (name: string, reason: string) => void
  /** What signing in needs; undefined where the program gives its own key. */
  readonly signIn: Pick<SignInParts, 'serverName' | 'environment' | 'secrets' | 'showConsentPage'> | undefined
  /** Aborted when the connection is over. */
  readonly signal: AbortSignal
}

/** Nobody has used the server yet, so it has little to save. */
const FAILED_POLITE_MS = 200
/** A server that is silent for so long may know only the older era. A remote one may well take seconds. */
const SILENCE_SHARE = 3

type Library = typeof Client

/** The address as it is written, parsed. Throws a `ToolServerFailure` where nothing can be asked there. */
export function serverUrl(address: string): URL {
  const refused = (subject: string, detail: string) => new ToolServerFailure({ kind: 'unreachable', subject, detail })
  if (!URL.canParse(address)) {
    throw refused(address.slice(0, address.indexOf('//') + 2) + '…', 'what stands behind the `//` is no address')
  }
  const url = new URL(address)
  if (url.username === '' && url.password === '') return url
  // `fetch` refuses it too, but its message shows the whole of it.
  throw refused(shownAddress(url), 'the address has a user or a password in it, which belong into a header')
}

/** Rejects with a `ToolServerFailure`; then no connection is left. */
export async function startHttpServer(start: HttpStart): Promise<McpSession> {
  const library = await import('@modelcontextprotocol/client')
  const options = optionsOf(start, library)
  try {
    return await open(start, streamable(options, start.url, library), true)
  } catch (error) {
    if (!(error instanceof StartFailed) || !mayHaveOneStream(error.http)) throw failureOf(error, start)
    return await openOneStream(start, oneStream(options, start.url, library), error)
  }
}

/** The failure of the newer transport is told, because servers of the older one are few. */
async function openOneStream(start: HttpStart, options: HttpChannelOptions, first: StartFailed): Promise<McpSession> {
  try {
    return await open(start, options, false)
  } catch (error) {
    throw failureOf(error instanceof ToolServerFailure ? error : first, start)
  }
}

/** What went wrong, and what HTTP says to it. */
class StartFailed extends Error {
  readonly http: HttpFailure | undefined
  constructor(cause: unknown, http: HttpFailure | undefined) {
    super(messageOf(cause), { cause })
    this.http = http
  }
}

/** A server that knows only the older transport refuses a POST at the address of its stream. */
function mayHaveOneStream(http: HttpFailure | undefined): boolean {
  const status = http?.status ?? 0
  return status >= 400 && status < 500 && ![401, 402, 403, 407, 408, 429].includes(status)
}

async function open(start: HttpStart, options: HttpChannelOptions, isProbing: boolean): Promise<McpSession> {
  const { limit, client, quoting, startTimeoutMs } = start
  const channel = new HttpChannel(options)
  limit.step = 'initialize'
  const handshake = new Handshake(channel, client, quoting, { startupMs: startTimeoutMs / SILENCE_SHARE })
  try {
    await Promise.race([channel.start(), limit.reached])
    return await Promise.race([handshake.run(isProbing, startTimeoutMs), limit.reached])
  } catch (error) {
    const http = channel.failure
    await channel.end(FAILED_POLITE_MS)
    // A limit is no answer of the server's.
    if (error instanceof ToolServerFailure && ['cancelled', 'start-timeout'].includes(error.kind)) throw error
    throw new StartFailed(error, http)
  }
}

function failureOf(error: unknown, { url, quoting }: HttpStart): unknown {
  if (!(error instanceof StartFailed)) return error
  const cause = error.cause instanceof ToolServerFailure ? error.cause.detail : error.message
  const detail = quoting.quote(error.http?.detail ?? cause, 2_000)
  return new ToolServerFailure({ kind: 'unreachable', subject: shownAddress(url), detail, code: error.http?.status })
}

/** Without a query, in which a key may stand. */
export function shownAddress(url: URL): string {
  return `${url.origin}${url.pathname}`
}

type SharedOptions = Pick<HttpChannelOptions, 'fetch' | 'quoting' | 'messageBytesMax' | 'tap' | 'signIn' | 'onBadTool'>

function optionsOf(start: HttpStart, library: Library): SharedOptions {
  const { url, headers, quoting, messageBytesMax, tap, limit, signal, onBadTool } = start
  const fetch = createGuardedFetch(url, headers)
  const whileAsking = <T>(asking: () => Promise<T>) => limit.paused(asking)
  const signIn =
    start.signIn === undefined
      ? undefined
      : new SignIn({ ...start.signIn, library, url, signal, whileAsking, fetch: createGuardedFetch(url, []) })
  return { fetch, quoting, messageBytesMax, tap, signIn, onBadTool }
}

function streamable(options: SharedOptions, url: URL, library: Library): HttpChannelOptions {
  const authProvider = options.signIn
  return {
    ...options,
    hasOneStream: false,
    makeTransport: (fetch) =>
      new library.StreamableHTTPClientTransport(url, {
        fetch,
        ...(authProvider === undefined ? {} : { authProvider }),
      }),
  }
}

function oneStream(options: SharedOptions, url: URL, library: Library): HttpChannelOptions {
  const authProvider = options.signIn
  return {
    ...options,
    hasOneStream: true,
    makeTransport: (fetch) =>
      // Servers that know only this transport are why it is still there.
      // eslint-disable-next-line @typescript-eslint/no-deprecated
      new library.SSEClientTransport(url, { fetch, ...(authProvider === undefined ? {} : { authProvider }) }),
  }
}
