/**
 * The `fetch` through which the provider packages talk to their services: everything that leaves for a model or comes back
 * passes here.
 *
 * What leaves has no secret in its body; a key travels in a header. A redirect is not followed, because `fetch` would take
 * the key along to another host. What comes back has a limit, and is read whole before the package sees it.
 */

import type { PatientOptions } from '../node/patient-dispatcher.ts'
import type { SecretsPort } from '../../runtime/ports/secrets.ts'

/** Bytes of one answer. The longest texts of models have less than one of them. */
export const answerBytesMax = 64 * 1024 * 1024

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/** Counts what passes in the requests of one exchange. It is found by the signal that the request is made with. */
export interface TrafficMeter {
  bytesSent: number
  bytesReceived: number
}

export type VendorFetch = typeof fetch

export interface VendorFetchOptions {
  readonly secrets: SecretsPort | undefined
  /** Whether the arguments of calls are text with JSON in it, as in all formats that OpenAI began. */
  readonly hasTextualArguments: boolean
  readonly patience: PatientOptions
  readonly meters: WeakMap<AbortSignal, TrafficMeter>
}

export function createVendorFetch(options: VendorFetchOptions): VendorFetch {
  const { secrets, hasTextualArguments, patience, meters } = options
  return async (input, init = {}) => {
    const meter = meters.get(init.signal ?? neverAborted) ?? { bytesSent: 0, bytesReceived: 0 }
    const body = typeof init.body === 'string' ? (secrets?.replacedIn(init.body) ?? init.body) : init.body
    if (typeof body === 'string') meter.bytesSent += Buffer.byteLength(body)
    const settings: RequestInit = { ...init, ...patience, redirect: 'manual' }
    const response = await fetch(input, body === undefined ? settings : { ...settings, body })
    return await wholeResponse(response, meter, hasTextualArguments)
  }
}

/** Stands for no signal at all. */
const neverAborted = new AbortController().signal

async function wholeResponse(response: Response, meter: TrafficMeter, hasTextualArguments: boolean): Promise<Response> {
  const { status, statusText, headers } = response
  if (response.body === null) return response
  const bytes = await bytesOf(response.body)
  meter.bytesReceived += bytes.length
  return new Response(hasTextualArguments ? withTextualArguments(bytes) : bytes, { status, statusText, headers })
}

async function bytesOf(body: ReadableStream<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for await (const chunk of body) {
    byteCount += chunk.length
    // Leaving the loop cancels the stream, which closes the connection.
    if (byteCount > answerBytesMax) throw new AnswerTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Some servers write the arguments of a call as JSON instead of as text with JSON in it. The packages refuse the whole
 * answer then; as text they reach the check that tells the model what is wrong.
 */
function withTextualArguments(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> | string {
  const text = bytes.toString('utf8')
  if (!/"arguments"\s*:\s*[^\s"]/.test(text)) return bytes
  try {
    return JSON.stringify(JSON.parse(text, (key, value: unknown) => (key === 'arguments' ? asText(value) : value)))
  } catch {
    return text
  }
}

function asText(value: unknown): unknown {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
