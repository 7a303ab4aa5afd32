/**
 * Questions of servers to a person (elicitation): in the older era requests that the server sends us, in the newer one
 * results that ask for more, after which the request is made again with the answers.
 */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import type { QuestionAnswer, QuestionListener, ServerQuestion } from '../../runtime/ports/server-questions.ts'
import { fieldOf, isJsonObject, textField } from './json-shape.ts'
import { fieldsOf } from './question-form.ts'

export const ELICITATION_METHOD = 'elicitation/create'

/** The answer for the server, or in words why its question is none. */
export type Elicited = { readonly result: JsonObject } | { readonly refusal: string }

export interface Elicitation {
  readonly ask: QuestionListener
  /** Opens a web page for the person; absent where pages cannot be opened, and servers are told so. */
  readonly openPage?: (url: URL) => void
}

/** What a client that can ask tells servers of itself. */
export function elicitationCapability(elicitation: Elicitation | undefined): JsonObject {
  if (elicitation === undefined) return {}
  return { elicitation: { form: {}, ...(elicitation.openPage === undefined ? {} : { url: {} }) } }
}

export async function elicit(elicitation: Elicitation, params: JsonObject, signal: AbortSignal): Promise<Elicited> {
  const question = questionOf(params, elicitation.openPage !== undefined)
  if (typeof question === 'string') return { refusal: question }
  const answer = await elicitation.ask(question, signal)
  // Only now: the person has seen whose page it is.
  if (question.kind === 'page' && answer.kind === 'accepted') elicitation.openPage?.(new URL(question.url))
  return { result: resultOf(question, answer) }
}

/** The longest message that is shown; a question is a sentence. */
const MESSAGE_LENGTH_MAX = 4_000
const URL_LENGTH_MAX = 4_000

function questionOf(params: JsonObject, canOpen: boolean): ServerQuestion | string {
  const message = (textField(params, 'message') ?? '').slice(0, MESSAGE_LENGTH_MAX)
  const mode = textField(params, 'mode') ?? 'form'
  if (mode === 'form') {
    const fields = fieldsOf(fieldOf(params, 'requestedSchema'))
    return typeof fields === 'string' ? fields : { kind: 'form', message, fields }
  }
  if (mode !== 'url' || !canOpen) return 'this client does not ask in that mode'
  const given = textField(params, 'url') ?? ''
  const url = given.length <= URL_LENGTH_MAX && URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'its `url` is no address of a web page'
  return { kind: 'page', message, url: url.href, host: url.host }
}

function resultOf(question: ServerQuestion, answer: QuestionAnswer): JsonObject {
  switch (answer.kind) {
    case 'accepted':
      return question.kind === 'form' ? { action: 'accept', content: answer.values } : { action: 'accept' }
    case 'declined':
      return { action: 'decline' }
    case 'cancelled':
      return { action: 'cancel' }
  }
}

/** What a result of the newer era asks for: requests by their keys, and a text to be given back as it is. */
export interface InputRequest {
  readonly requests: readonly (readonly [key: string, params: JsonObject])[]
  readonly state: Json | undefined
}

/** Undefined for a result that asks for nothing; in words why it asks in vain. */
export function inputRequestOf(result: JsonObject): InputRequest | string | undefined {
  if (textField(result, 'resultType') !== 'input_required') return undefined
  const given = fieldOf(result, 'inputRequests') ?? {}
  if (!isJsonObject(given)) return 'it asks for more input, but not for what'
  const requests: (readonly [string, JsonObject])[] = []
  for (const [key, request] of Object.entries(given)) {
    const isElicitation = isJsonObject(request) && textField(request, 'method') === ELICITATION_METHOD
    const params = isElicitation ? fieldOf(request, 'params') : undefined
    if (!isJsonObject(params)) return 'it asks for input of a kind that this client does not give'
    requests.push([key, params])
  }
  const state = fieldOf(result, 'requestState')
  return requests.length === 0 && state === undefined ? 'it asks for more input, but not for what' : { requests, state }
}
