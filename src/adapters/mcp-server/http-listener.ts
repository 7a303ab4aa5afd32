/**
 * Serves a program over HTTP, to clients of both eras, at `/mcp`.
 *
 * It listens before the program runs, so that a taken port is known at once; who comes early waits. A request is answered only
 * if it names this machine (`Host`, `Origin`) and shows the token.
 */

import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServedProgram } from '../../runtime/ports/served-program.ts'
import { abortionOf } from '../node/abortion-of.ts'
import { causeOfSystemError } from '../node/system-error.ts'
import { allowedHosts, bracketed } from './allowed-hosts.ts'
import { showsToken } from './bearer-token.ts'
import { LegacySessions, refusal } from './legacy-sessions.ts'
import type { ServerLibrary } from './library.ts'
import { loadServerLibrary } from './library.ts'
import { protocolServer } from './protocol-server.ts'
import { SuspendedCalls } from './suspended-calls.ts'
import { bodyOf, sendWebResponse, webRequestOf } from './web-exchange.ts'

export const PATH = '/mcp'

/** Arguments of calls are far smaller; what is larger is answered 413. */
export const BODY_BYTES_MAX = 4 * 1024 * 1024

/** Each takes a descriptor; the usual limit of a process is 1,024. */
const CONNECTIONS_MAX = 256

/** How long a request may take to arrive. */
const REQUEST_MS = 30_000

export interface HttpListening {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  readonly token: string
}

export interface HttpServing {
  readonly program: ServedProgram
  readonly name: string
  /** Told of what was no message, and of what could not be answered. */
  readonly onFault: (fault: string) => void
}

export interface HttpListener {
  /** Where clients find it. */
  readonly url: string
  /** Resolves when `signal` is aborted. */
  serve(serving: HttpServing, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** The listener, or why there is none, in words. */
export async function openHttpListener(listening: HttpListening): Promise<HttpListener | string> {
  const library = await loadServerLibrary()
  const exchange = new Exchange(library, listening)
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    void exchange.answer(request, response)
  })
  server.maxConnections = CONNECTIONS_MAX
  const fault = await listen(server, listening)
  if (fault !== undefined) return fault
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    await exchange.close()
    server.close()
    server.closeAllConnections()
  }
  return {
    url: `http://${bracketed(listening.host)}:${port}${PATH}`,
    async serve(serving, signal) {
      exchange.start(serving)
      await abortionOf(signal)
      await close()
    },
    close,
  }
}

/** What answers requests of one of the eras. */
interface Answering {
  answer(request: Request): Promise<Response>
  close(): Promise<void>
}

class Exchange {
  readonly #library: ServerLibrary
  readonly #token: string
  readonly #hosts: string[]
  readonly #answering: Promise<Answering>
  #start: (answering: Answering) => void = () => undefined
  #started: Answering | undefined

  constructor(library: ServerLibrary, { host, token }: HttpListening) {
    this.#library = library
    this.#token = token
    this.#hosts = allowedHosts(host)
    this.#answering = new Promise((resolve) => {
      this.#start = resolve
    })
  }

  start(serving: HttpServing): void {
    this.#started = answeringOf(this.#library, serving)
    this.#start(this.#started)
  }

  async close(): Promise<void> {
    await this.#started?.close()
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const refused = this.#refusalOf(request)
      if (refused !== undefined) {
        await sendWebResponse(refused, response)
        return
      }
      const body = await bodyOf(request, BODY_BYTES_MAX)
      const answering = await this.#answering
      const answer =
        body === undefined
          ? refusal(413, `A request may have ${BODY_BYTES_MAX} bytes`)
          : await answering.answer(webRequestOf(request, body, response))
      await sendWebResponse(answer, response)
    } catch {
      if (response.headersSent) response.destroy()
      else await sendWebResponse(refusal(500, 'Internal server error'), response)
    }
  }

  #refusalOf({ url = '', headers }: IncomingMessage): Response | undefined {
    const { validateHostHeader, validateOriginHeader } = this.#library
    const host = validateHostHeader(headers.host?.toLowerCase(), this.#hosts)
    if (!host.ok) return refusal(403, host.message)
    const origin = validateOriginHeader(headers.origin?.toLowerCase(), this.#hosts)
    if (!origin.ok) return refusal(403, origin.message)
    if (url.split('?')[0] !== PATH) return refusal(404, `There is nothing here; the server is at ${PATH}`)
    if (showsToken(headers.authorization, this.#token)) return undefined
    const challenge = { 'www-authenticate': 'Bearer' }
    return refusal(401, 'The token is missing or wrong: send it as `Authorization: Bearer TOKEN`', challenge)
  }
}

function answeringOf(library: ServerLibrary, { program, name, onFault }: HttpServing): Answering {
  const served = { library, program, name, suspended: new SuspendedCalls() }
  const modern = library.createMcpHandler(({ era }) => protocolServer(served, era), {
    legacy: 'reject',
    maxRequestBodySize: BODY_BYTES_MAX,
    onerror: (error) => {
      onFault(error.message)
    },
  })
  const legacy = new LegacySessions(served, BODY_BYTES_MAX, onFault)
  return {
    async answer(request) {
      const isLegacy = await library.isLegacyRequest(request, undefined, { maxRequestBodySize: BODY_BYTES_MAX })
      return isLegacy ? await legacy.answer(request) : await modern.fetch(request)
    },
    async close() {
      await Promise.all([modern.close(), legacy.close()])
    },
  }
}

function listen(server: Server, { host, port }: HttpListening): Promise<string | undefined> {
  return new Promise((resolve) => {
    const onError = (error: Error): void => {
      resolve(causeOfSystemError(error))
    }
    server.once('error', onError)
    server.listen(port, host, () => {
      server.off('error', onError)
      resolve(undefined)
    })
  })
}
