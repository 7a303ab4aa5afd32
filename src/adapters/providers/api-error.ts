/**
 * What a provider package threw, as facts.
 *
 * The packages mark their errors by name, so none of them has to be loaded to look into one.
 */

import { jsonObjectIn } from './json-shape.ts'

/** What is known of a failed exchange; all text is the other side's, as it came. */
export interface ExchangeFacts {
  /** Undefined where no answer came. */
  readonly status: number | undefined
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The message of an error in the form of the vendor, or else what the package says. */
  readonly text: string
  /** The vendor's own name for the error, such as `insufficient_quota`. */
  readonly code: string
  /** The system's or the HTTP client's code of a broken connection, such as `ECONNREFUSED`. */
  readonly networkCode: string
  /** The names of the error and of its causes, outermost first. */
  readonly names: readonly string[]
  /** Whether the package says that the same request may succeed later. */
  readonly isRetryable: boolean
}

export function exchangeFactsOf(error: unknown): ExchangeFacts {
  const chain = causesOf(error)
  const errorBody =
    vendorErrorIn(fieldOf(error, 'data')) ?? vendorErrorIn(jsonObjectIn(textField(error, 'responseBody')))
  return {
    status: numberField(error, 'statusCode'),
    headers: headersOf(error),
    body: textField(error, 'responseBody'),
    text: errorBody?.message || chain.map((cause) => textField(cause, 'message')).find((text) => text !== '') || '',
    code: errorBody?.code ?? '',
    networkCode: chain.map((cause) => textField(cause, 'code')).find((code) => /^[A-Z][A-Z0-9_]+$/.test(code)) ?? '',
    names: chain.map((cause) => textField(cause, 'name')),
    isRetryable: fieldOf(error, 'isRetryable') === true,
  }
}

/** As deep as errors are wrapped in practice. */
const causesMax = 8

function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (let cause = error; cause !== undefined && cause !== null && chain.length < causesMax;) {
    chain.push(cause)
    const [first] = errorsIn(cause)
    cause = fieldOf(cause, 'cause') ?? first
  }
  return chain
}

/** Of an address with several hosts behind it, each attempt failed with an error of its own. */
function errorsIn(error: unknown): readonly unknown[] {
  const errors = fieldOf(error, 'errors')
  return Array.isArray(errors) ? errors : []
}

interface VendorError {
  readonly message: string
  readonly code: string
}

/** `{error: {message, type, code}}`, as all vendors write it; some servers write `{error: "..."}` or `{message}`. */
function vendorErrorIn(body: unknown): VendorError | undefined {
  const error = fieldOf(body, 'error')
  if (typeof error === 'string') return { message: error, code: '' }
  const holder = error ?? body
  const message = textField(holder, 'message') || textField(holder, 'detail')
  if (message === '') return undefined
  const code = fieldOf(holder, 'code')
  return { message, code: typeof code === 'string' && code !== '' ? code : textField(holder, 'type') }
}

function headersOf(error: unknown): Readonly<Record<string, string>> {
  const headers = fieldOf(error, 'responseHeaders')
  if (typeof headers !== 'object' || headers === null) return {}
  const pairs = Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]))
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textField(value: unknown, name: string): string {
  const field = fieldOf(value, name)
  return typeof field === 'string' ? field : ''
}

function numberField(value: unknown, name: string): number | undefined {
  const field = fieldOf(value, name)
  return typeof field === 'number' ? field : undefined
}
