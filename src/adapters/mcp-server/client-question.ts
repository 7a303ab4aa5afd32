/** Questions to the person at a client, as the protocol writes them, and their answers. */

import type { ElicitRequestFormParams } from '@modelcontextprotocol/server'
import type { ClientAnswer, ClientQuestion } from '../../runtime/ports/served-program.ts'

/** A longer question would be no question; a client that shows it must be able to. */
const MESSAGE_LENGTH_MAX = 20_000

/** A String of a program may be longer, but nobody types so much. */
const ANSWER_LENGTH_MAX = 1_000_000

export function questionForm({ wanted, message }: ClientQuestion): ElicitRequestFormParams {
  const field =
    wanted === 'line'
      ? { answer: { type: 'string' as const, title: 'Answer' } }
      : { approve: { type: 'boolean' as const, title: 'Approve', description: 'Whether this may happen' } }
  return {
    mode: 'form',
    message: message.slice(0, MESSAGE_LENGTH_MAX),
    requestedSchema: { type: 'object', properties: field, required: Object.keys(field) },
  }
}

/** What came back; anything that is no answer to the question counts as none. */
export function answerOf({ wanted }: ClientQuestion, response: unknown): ClientAnswer {
  const { action, content } = fieldsOf(response)
  if (action === 'decline') return { kind: 'declined' }
  if (action !== 'accept') return { kind: 'cancelled' }
  const { answer, approve } = fieldsOf(content)
  if (wanted === 'approval') return approve === true ? { kind: 'accepted', text: '' } : { kind: 'declined' }
  const isFit = typeof answer === 'string' && answer.length <= ANSWER_LENGTH_MAX
  return isFit ? { kind: 'accepted', text: answer } : { kind: 'cancelled' }
}

/** Whether a client with these capabilities can show a form. One that says nothing of forms and addresses means forms. */
export function canBeAsked(capabilities: unknown): boolean {
  const { elicitation } = fieldsOf(capabilities)
  if (typeof elicitation !== 'object' || elicitation === null) return false
  return 'form' in elicitation || !('url' in elicitation)
}

/** What is known of a value that a client sent. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
