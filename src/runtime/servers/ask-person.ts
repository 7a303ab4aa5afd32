/**
 * Asks the person at hand what a server wants to know, as `ask_human` asks: questions on the console, a line for each answer.
 *
 * Every question names the server, because its words could pretend to be the program's. An answer is checked before the
 * server gets it. To refuse (`/decline`), to put off (`/cancel`, or the end of input) and to answer are three things, and
 * servers are told which it was.
 */

import type { ClockPort } from '../ports/clock.ts'
import type { ConsolePort } from '../ports/console.ts'
import { LineTooLong, NoTerminal } from '../ports/console.ts'
import type { Json } from '../ports/json.ts'
import type { QuestionAnswer, QuestionField, QuestionListener, ServerQuestion } from '../ports/server-questions.ts'
import { oneLine } from '../safety/one-line.ts'
import { quotedName } from '../tools/quoted-name.ts'
import { fieldPrompt, readField } from './question-fields.ts'

/** How often one field may be answered wrongly. */
const attemptsMax = 5
const lineLengthMax = 500
const linesMax = 40
const addressLengthMax = 4_000

/** A question is put off when nobody answers a line for so long: the clock of the call stands meanwhile. */
const patienceMs = 15 * 60_000

/** Questions of one server come one after the other. The signal is that of the run. */
export function personAsker(serverName: string, { console, clock, signal }: Listener): QuestionListener {
  let last: Promise<unknown> = Promise.resolve()
  return (question, questionSignal) => {
    const ended = AbortSignal.any([signal, questionSignal])
    const asking: Asking = { speaker: quotedName(serverName), console, clock, signal: ended }
    const asked = last.then(() => ask(asking, question))
    last = asked.catch(() => undefined)
    return asked
  }
}

/** What of a run a question needs. */
interface Listener {
  readonly console: ConsolePort
  readonly clock: ClockPort
  readonly signal: AbortSignal
}

interface Asking extends Listener {
  /** Whose words they are; stands before each line. */
  readonly speaker: string
}

/** What was typed instead of an answer. */
type Refusal = Exclude<QuestionAnswer, { kind: 'accepted' }>

async function ask(asking: Asking, question: ServerQuestion): Promise<QuestionAnswer> {
  switch (question.kind) {
    case 'form':
      return await askForm(asking, question.message, question.fields)
    case 'page':
      return await askYesOrNo(asking, [
        ...headOf(asking, question.message),
        `It wants to open a page of ${oneLine(question.host, lineLengthMax)} in your browser:`,
        `  ${oneLine(question.url, addressLengthMax)}`,
        'Open it? (yes, no, or /cancel)',
      ])
  }
}

async function askForm(asking: Asking, message: string, fields: readonly QuestionField[]): Promise<QuestionAnswer> {
  const head = headOf(asking, message)
  if (fields.length === 0) return await askYesOrNo(asking, [...head, 'Do you agree? (yes, no, or /cancel)'])
  return await askFields(asking, [...head, 'Answer each line; /decline refuses, /cancel puts it off.'], fields)
}

/** Asks one field after the other, the first behind the lines of `head`. */
export async function askFields(
  asking: Asking,
  head: readonly string[],
  fields: readonly QuestionField[],
): Promise<QuestionAnswer> {
  const values = new Map<string, Json>()
  let before = head
  for (const field of fields) {
    const given = await askField(asking, before, field)
    if ('kind' in given) return given
    if (given.value !== undefined) values.set(field.name, given.value)
    before = []
  }
  // The names are the server's, so `__proto__` may be among them.
  return { kind: 'accepted', values: Object.fromEntries(values) }
}

async function askField(
  asking: Asking,
  before: readonly string[],
  field: QuestionField,
): Promise<Refusal | { readonly value: Json | undefined }> {
  let lines = [...before, fieldPrompt(field)]
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const typed = await typedLine(asking, lines)
    if (typeof typed !== 'string') return typed
    const reading = readField(field, typed)
    if ('value' in reading) return reading
    lines = [`That does not fit: ${reading.fault}.`, fieldPrompt(field)]
  }
  return { kind: 'cancelled' }
}

async function askYesOrNo(asking: Asking, lines: readonly string[]): Promise<QuestionAnswer> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const typed = await typedLine(asking, attempt === 0 ? lines : ['Please answer yes or no, or /cancel.'])
    if (typeof typed !== 'string') return typed
    if (/^y(?:es)?$/i.test(typed)) return { kind: 'accepted', values: {} }
    if (/^no?$/i.test(typed)) return { kind: 'declined' }
  }
  return { kind: 'cancelled' }
}

async function typedLine(
  { speaker, console, clock, signal }: Asking,
  lines: readonly string[],
): Promise<string | Refusal> {
  const patience = new AbortController()
  const takeBack = clock.setAlarm(patienceMs, () => {
    patience.abort()
  })
  try {
    const question = lines.map((line) => `[${speaker}] ${line}`).join('\n')
    const typed = await console.readLine(question, AbortSignal.any([signal, patience.signal]))
    const word = typed?.trim()
    if (word === undefined || word === '/cancel') return { kind: 'cancelled' }
    return word === '/decline' ? { kind: 'declined' } : word
  } catch (error) {
    const isPutOff = error instanceof NoTerminal || error instanceof LineTooLong || patience.signal.aborted
    if (isPutOff) return { kind: 'cancelled' }
    throw error
  } finally {
    takeBack()
  }
}

function headOf({ speaker }: Asking, message: string): readonly string[] {
  const lines = message.split('\n').slice(0, linesMax)
  return [`The MCP server ${speaker} asks:`, ...lines.map((line) => `  ${oneLine(line, lineLengthMax)}`)]
}
