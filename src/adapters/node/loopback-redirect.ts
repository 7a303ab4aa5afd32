/**
 * Waits for a browser to be sent back to this machine, as it is after somebody has given or refused consent.
 *
 * It listens on the loopback address only, answers one path, and takes only a visit that knows the `state` of the request:
 * any page in the browser can send it here.
 */

import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackRedirect {
  /** Where the browser is to be sent. */
  readonly url: string
  /** The parameters of the visit that knows `state`. Rejects with the reason of `signal`. */
  visit(state: string, signal: AbortSignal): Promise<URLSearchParams>
  close(): void
}

const PATH = '/callback'
const LOOPBACK = '127.0.0.1'
/** A code is a few hundred characters long. */
const URL_LENGTH_MAX = 16 * 1024

/** `port`: the one that is wanted, because the address is known elsewhere already; another where that is taken. */
export async function listenForRedirect(port: number): Promise<LoopbackRedirect> {
  const visits = new Visits()
  const server = createServer({ maxHeaderSize: URL_LENGTH_MAX * 2 }, (request, response) => {
    visits.answer(request, response)
  })
  const actualPort = (await listen(server, port)) ?? (await listen(server, 0)) ?? 0
  return {
    url: `http://${LOOPBACK}:${actualPort}${PATH}`,
    visit: (state, signal) => visits.wait(state, signal),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

class Visits {
  #state: string | undefined
  #take: (parameters: URLSearchParams) => void = () => undefined

  wait(state: string, signal: AbortSignal): Promise<URLSearchParams> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      this.#state = state
      this.#take = resolve
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
  }

  answer({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
    // Whoever asks may ask for anything: `//` would be no URL.
    const [path = '', ...query] = url.slice(0, URL_LENGTH_MAX).split('?')
    const parameters = new URLSearchParams(query.join('?'))
    const isVisit = method === 'GET' && path === PATH
    const isOurs = isVisit && this.#state !== undefined && parameters.get('state') === this.#state
    if (!isOurs) {
      response.writeHead(isVisit ? 400 : 404, headers).end(page('This is not what Sense is waiting for.'))
      return
    }
    this.#state = undefined
    const words = parameters.has('code') ? 'Sense may go on now.' : 'Sense was told that there is no consent.'
    response.writeHead(200, headers).end(page(`${words} You can close this page.`))
    this.#take(parameters)
  }
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  connection: 'close',
}

function page(words: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Sense</title><p>${words}</p>\n`
}

/** The port; undefined where it is taken. */
function listen(server: Server, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const onError = () => resolve(undefined)
    server.once('error', onError)
    server.listen(port, LOOPBACK, () => {
      server.off('error', onError)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
