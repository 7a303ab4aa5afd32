/**
 * A server that speaks the format of a vendor, on loopback.
 *
 * It checks each request against the vendor's rules and refuses one that breaks any, as the vendor does. Then it plays the
 * next turn of its list: an answer, or a failure of any kind.
 */

import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../src/runtime/ports/json.ts'
import type { FormatName, PlayedTurn, VendorFormat } from './vendor-formats.ts'
import { formats } from './vendor-formats.ts'

export type Turn = PlayedTurn | PlayedFailure | PlayedByHand

export interface PlayedFailure {
  readonly status: number
  /** The vendor's name of the error. */
  readonly code?: string
  readonly message?: string
  /** Instead of an error in the form of the vendor. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Does with the connection what no vendor should. */
export interface PlayedByHand {
  readonly play: (response: ServerResponse, request: IncomingMessage) => void
}

export interface VendorServer {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string
  readonly origin: string
  /** The bodies of all requests, in the order in which they came. */
  readonly requests: readonly JsonObject[]
  readonly headers: readonly IncomingMessage['headers'][]
  /** Resolves when that many requests have come. */
  untilAsked(count: number): Promise<void>
  /** Resolves when the client has closed a connection before it had its answer. */
  untilAbandoned(): Promise<void>
  close(): Promise<void>
}

/** Plays `turns` one after another; a request after the last is an error. `pages` are answers to GET, by path. */
export async function startVendorServer(
  formatName: FormatName,
  turns: readonly Turn[],
  pages: Readonly<Record<string, JsonObject>> = {},
): Promise<VendorServer> {
  const format: VendorFormat = formats[formatName]
  const requests: JsonObject[] = []
  const headers: IncomingMessage['headers'][] = []
  const abandonment = Promise.withResolvers<undefined>()
  let waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandonment.resolve(undefined)
    })
    const page = request.method === 'GET' ? pages[request.url ?? ''] : undefined
    if (page !== undefined) {
      send(response, 200, page)
      return
    }
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    request.on('end', () => {
      const body = JSON.parse(text || '{}') as JsonObject
      requests.push(body)
      headers.push(request.headers)
      waiting = waiting.filter(({ count, resolve }) => {
        if (requests.length >= count) resolve()
        return requests.length < count
      })
      playTurn({ format, request, response, body }, turns[requests.length - 1], requests.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl: `${origin}/v1`,
    origin,
    requests,
    headers,
    untilAbandoned: () => abandonment.promise,
    untilAsked: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Played {
  readonly format: VendorFormat
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: JsonObject
}

function playTurn({ format, request, response, body }: Played, turn: Turn | undefined, number: number): void {
  if (turn !== undefined && 'play' in turn) {
    turn.play(response, request)
    return
  }
  const [complaint] = format.complaints(body, request.headers)
  if (request.method !== 'POST' || request.url !== format.path) {
    send(response, 404, format.error(404, 'not_found', `no such path: ${String(request.url)}`))
  } else if (complaint !== undefined) {
    send(response, 400, format.error(400, 'rule_broken', complaint))
  } else if (turn === undefined) {
    send(response, 400, format.error(400, 'no_turn', `no turn ${number} in the test`))
  } else if ('status' in turn) {
    const { status, code = '', message = 'as the test wants it', headers = {} } = turn
    send(response, status, turn.body ?? format.error(status, code, message), headers)
  } else {
    send(response, 200, format.answer(turn, number))
  }
}

export function send(
  response: ServerResponse,
  status: number,
  body: JsonObject | string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
