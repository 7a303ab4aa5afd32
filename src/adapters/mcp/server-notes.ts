/** What a server says beside its answers, made fit to be shown: how far a call is, and what it logs. */

import type { JsonObject } from '../../runtime/ports/json.ts'
import type { LogNote, ProgressNote } from '../../runtime/ports/tool-servers.ts'
import { fieldOf, jsonText, numberOf, textField } from './json-shape.ts'
import type { Quoting } from './quoted-text.ts'

/** A line on a terminal, or in a log. */
const TEXT_LENGTH_MAX = 500
const LEVEL_LENGTH_MAX = 20

/** From the params of `notifications/progress`. */
export function progressNoteOf(params: JsonObject, quoting: Quoting): ProgressNote {
  const [total, message] = [numberOf(fieldOf(params, 'total')), textField(params, 'message')]
  return {
    progress: numberOf(fieldOf(params, 'progress')),
    total: Number.isNaN(total) ? undefined : total,
    message: message === undefined ? undefined : quoting.quote(message, TEXT_LENGTH_MAX),
  }
}

/** What a server says of the state of a task. */
export function statusNoteOf(text: string, quoting: Quoting): LogNote {
  return { level: 'info', text: quoting.quote(text, TEXT_LENGTH_MAX) }
}

/** From the params of `notifications/message`, whose data may be any JSON. */
export function logNoteOf(params: JsonObject, quoting: Quoting): LogNote {
  const data = fieldOf(params, 'data') ?? ''
  return {
    level: quoting.quote(textField(params, 'level') ?? 'info', LEVEL_LENGTH_MAX),
    text: quoting.quote(typeof data === 'string' ? data : jsonText(data), TEXT_LENGTH_MAX),
  }
}
