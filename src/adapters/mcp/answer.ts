/**
 * What a message from a server is, and what an answer says.
 *
 * Servers get the details of JSON-RPC wrong in many ways. Whatever can be understood is understood; an answer that cannot
 * be is still the answer to that call, which therefore fails at once instead of waiting for its limit.
 */

import { isExactNumber } from '../../runtime/ports/exact-json.ts'
import type { ExactNumber } from '../../runtime/ports/exact-json.ts'
import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { fieldOf, isJsonObject, jsonText, numberOf } from './json-shape.ts'

/** One answer, whatever form it came in. */
export type Answer =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | ErrorAnswer
  | { readonly kind: 'invalid'; readonly reason: string }

export interface ErrorAnswer {
  readonly kind: 'error'
  /** Undefined when the server gave none that is a number. */
  readonly code: number | undefined
  readonly message: string
  readonly data: Json | undefined
}

/** As the server wrote it; null where it wrote something that is no id. */
export type RequestId = string | number | ExactNumber | null

export type Incoming =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  /** `id` is undefined when the server did not say what it answers. */
  | { readonly kind: 'answer'; readonly id: string | undefined; readonly answer: Answer }

export function incomingOf(message: JsonObject): Incoming {
  const id = fieldOf(message, 'id')
  const hasOutcome = Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error')
  // An answer that repeats the method of its request is an answer.
  if (hasOutcome || !Object.hasOwn(message, 'method'))
    return { kind: 'answer', id: idText(id), answer: answerOf(message) }
  const given = fieldOf(message, 'method')
  // A method that is no text is none that anybody knows.
  const method = typeof given === 'string' ? given : ''
  const givenParams = fieldOf(message, 'params')
  const params = isJsonObject(givenParams) ? givenParams : {}
  if (id !== undefined && id !== null) return { kind: 'request', id: isRequestId(id) ? id : null, method, params }
  return { kind: 'notification', method, params }
}

function isRequestId(id: Json): id is string | number | ExactNumber {
  return typeof id === 'string' || typeof id === 'number' || isExactNumber(id)
}

/** Some servers give a number back as text, or as text with a decimal point. One beyond 2^53 is none of ours, but an id all the same. */
export function idText(id: Json | undefined): string | undefined {
  if (isExactNumber(id)) return id.rawJSON
  return typeof id === 'string' || typeof id === 'number'
    ? String(id)
        .trim()
        .replace(/^(\d+)\.0+$/, '$1')
    : undefined
}

function answerOf(message: JsonObject): Answer {
  // JSON-RPC 1 had both fields in every answer, one of them null.
  const result = fieldOf(message, 'result') ?? undefined
  const error = errorField(message)
  if (error !== undefined && result !== undefined)
    return { kind: 'invalid', reason: 'it has both a result and an error' }
  if (error !== undefined) return errorAnswer(error)
  if (isJsonObject(result)) return { kind: 'result', result }
  if (!Object.hasOwn(message, 'result')) return { kind: 'invalid', reason: 'it has neither a result nor an error' }
  return { kind: 'invalid', reason: `its result is ${kindOf(result)} instead of an object` }
}

/** Some servers write "no error" as text without content, or as false. */
function errorField(message: JsonObject): Json | undefined {
  const error = fieldOf(message, 'error')
  return error === null || error === false || error === '' ? undefined : error
}

function errorAnswer(error: Json): ErrorAnswer {
  if (!isJsonObject(error)) {
    const message = typeof error === 'string' ? error : jsonText(error)
    return { kind: 'error', code: undefined, message, data: undefined }
  }
  const code = numberOf(fieldOf(error, 'code'))
  const message = fieldOf(error, 'message')
  return {
    kind: 'error',
    code: Number.isSafeInteger(code) ? code : undefined,
    message: typeof message === 'string' && message.trim() !== '' ? message : jsonText(error),
    data: fieldOf(error, 'data'),
  }
}

/** With its article, for a sentence. */
export function kindOf(value: Json | undefined): string {
  if (value === undefined || value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (isExactNumber(value)) return 'a number'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
