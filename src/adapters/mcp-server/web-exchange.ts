/** One exchange of Node's HTTP server in the objects of the web, which the library speaks. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * The body, whole; undefined where it is longer than `bytesMax`. The rest of a longer one is read too and thrown away, because a
 * client that still sends hears nothing; Node's limit for the time of a request bounds that.
 */
export async function bodyOf(request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    const bytes = Buffer.from(piece as Uint8Array)
    length += bytes.length
    if (length <= bytesMax) pieces.push(bytes)
    else pieces.length = 0
  }
  return length <= bytesMax ? Buffer.concat(pieces) : undefined
}

/** The request; its signal is aborted when the client has gone before the answer has. */
export function webRequestOf(request: IncomingMessage, body: Buffer, response: ServerResponse): Request {
  const { method = 'GET', url = '/', headers } = request
  const aborter = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) aborter.abort()
  })
  const copied = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) copied.append(name, each)
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: copied,
    signal: aborter.signal,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  })
}

/** Sends the answer piece by piece, as fast as the client reads; of a client that has gone or goes, the rest is cancelled. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body === null) {
    response.end()
    return
  }
  // Headers of a stream must arrive although nothing follows them for a while.
  response.flushHeaders()
  const body = Readable.fromWeb(answer.body)
  // What breaks off in the middle cannot be told any more. A client that has gone before is nothing to pipe to, and then the
  // body is left as it is.
  await pipeline(body, response).catch(() => body.destroy())
}
