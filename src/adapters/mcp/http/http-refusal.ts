/** What an HTTP server, or the way to it, says instead of an answer, in words. */

import { codeOfSystemError } from '../../node/system-error.ts'
import type { JsonObject } from '../../../runtime/ports/json.ts'
import { fieldOf, isJsonObject, parsedJson, textField } from '../json-shape.ts'
import { AddressRefused } from './guarded-fetch.ts'
import { bytesOf } from './message-body.ts'

/** A response that is no success. */
export interface Refusal {
  readonly status: number
  readonly statusText: string
  readonly contentType: string
  /** Where a redirect leads. */
  readonly location: string | undefined
  readonly retryAfter: string | undefined
  /** How the body begins. */
  readonly text: string
}

/** Why a request failed; `status` is that of the response, if there was one. */
export interface HttpFailure {
  readonly status: number | undefined
  readonly detail: string
}

/** More than any error has that somebody wrote for people. */
const REFUSAL_BYTES_MAX = 64 * 1024
const QUOTE_LENGTH_MAX = 300
const FIELDS_NAMED_MAX = 5

/** The refusal, and the response as the library may still read it. */
export async function readRefusal(response: Response): Promise<{ refusal: Refusal; response: Response }> {
  const { status, statusText, headers } = response
  const text = response.body === null ? '' : await beginningOf(response.body)
  const refusal: Refusal = {
    status,
    statusText,
    contentType: headers.get('content-type') ?? '',
    location: headers.get('location') ?? undefined,
    retryAfter: headers.get('retry-after') ?? undefined,
    text,
  }
  const hasBody = ![204, 205, 304].includes(status)
  return { refusal, response: new Response(hasBody ? text : null, { status, statusText, headers }) }
}

async function beginningOf(body: ReadableStream<Uint8Array>): Promise<string> {
  return (await bytesOf(body, REFUSAL_BYTES_MAX))?.toString('utf8') ?? ''
}

/** The error of the protocol in the body, if there is one. */
export function errorIn({ text }: Refusal): JsonObject | undefined {
  const body = parsedJson(text.trim())
  const error = isJsonObject(body) ? fieldOf(body, 'error') : undefined
  return isJsonObject(error) ? error : undefined
}

export function refusalText(refusal: Refusal): string {
  const { status, statusText, location, retryAfter } = refusal
  if (status >= 300 && status < 400) {
    const place = location === undefined ? 'an unknown place' : withoutQuery(location)
    return `it sends its requests elsewhere, to ${place} (HTTP ${status}), which is not followed`
  }
  const reason = statusText === '' ? '' : ` ${statusText}`
  const wait = retryAfter === undefined || !/^\d{1,6}$/.test(retryAfter) ? '' : `; it asks to wait ${retryAfter} s`
  const said = saidIn(refusal)
  return `it answered with HTTP ${status}${reason}${wait}${said === '' ? '' : `: ${said}`}`
}

/** What an answer is that is no message. */
export function pageText(contentType: string, text: string): string {
  if (isPage(contentType, text)) return 'it is a web page'
  const beginning = shortened(text)
  if (beginning === '') return 'it is empty'
  return `it is no message of MCP: ${beginning}`
}

function isPage(contentType: string, text: string): boolean {
  return contentType.includes('text/html') || /^\s*<(?:!doctype|html)\b/i.test(text)
}

/** The words of an error, wherever servers put them. */
function saidIn(refusal: Refusal): string {
  const { text, contentType } = refusal
  if (isPage(contentType, text)) return 'a web page'
  const body = parsedJson(text.trim())
  if (!isJsonObject(body)) return shortened(text)
  const error = fieldOf(body, 'error')
  const inError = isJsonObject(error) ? textField(error, 'message') : undefined
  const words =
    inError ?? textField(body, 'error_description') ?? textField(body, 'message') ?? textField(body, 'detail')
  return shortened(words ?? textField(body, 'error') ?? text)
}

function shortened(text: string): string {
  return text.trim().slice(0, QUOTE_LENGTH_MAX)
}

/** A query may hold a key. */
function withoutQuery(location: string): string {
  return location.replace(/[?#].*$/s, '')
}

/** Why no response came. */
export function networkText(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  const code = networkCodeOf(error)
  const words = code === undefined ? undefined : causes.find(([pattern]) => pattern.test(code))?.[1]
  if (words !== undefined) return `${words} (${code})`
  const missing = fieldsOfSchemaError(error)
  if (missing !== undefined) return `what it answers lacks what the protocol asks for: ${missing.join(', ')}`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** The library's checks of what a server sends have all their findings as JSON in the message. */
function fieldsOfSchemaError(error: unknown): readonly string[] | undefined {
  if (!(error instanceof Error) || !('issues' in error) || !Array.isArray(error.issues)) return undefined
  const issues = error.issues as readonly { readonly path: readonly PropertyKey[] }[]
  return issues.slice(0, FIELDS_NAMED_MAX).map(({ path }) => `\`${path.map(String).join('.')}\``)
}

/** `fetch` wraps the error of the system, and of a name with several addresses several of them. */
function networkCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const own = codeOfSystemError(error)
  if (own !== undefined) return own
  if (error instanceof AggregateError) return networkCodeOf(error.errors[0])
  return error.cause === undefined ? undefined : networkCodeOf(error.cause)
}

const causes: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nothing answers at this address'],
  [/^(?:ENOTFOUND|EAI_)/, 'its host is not known'],
  [/CERT|SELF_SIGNED|UNABLE_TO_/, 'its certificate is not trusted'],
  [
    /^(?:ERR_SSL_|EPROTO|HPE_)/,
    'what answers there does not speak this protocol; http:// and https:// are different doors',
  ],
  [/TIMEDOUT|UND_ERR_CONNECT_TIMEOUT/, 'no connection came about in time'],
  [/^(?:EHOSTUNREACH|ENETUNREACH)$/, 'there is no way to its network'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was cut'],
]
