/**
 * Finds the messages in what a server writes on stdout.
 *
 * The rule is one JSON message a line. Real servers also write banners and log lines, forget line breaks, print JSON over
 * many lines, put two messages on one line or a byte order mark before the first. All that is read; what is no message is
 * reported as noise. The work stays linear in the text: each character is looked at a fixed number of times.
 *
 *   line ──> a message? ──> delivered
 *              │ no
 *              ├─ messages inside? ──> delivered, the text around them is noise
 *              ├─ a message that goes on? ──> held until its brackets close or a line is a message by itself
 *              └─ noise
 */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { BracketScanner } from './bracket-scanner.ts'
import { fieldOf, isJsonObject, parsedJson } from './json-shape.ts'

export interface MessageSink {
  message(message: JsonObject): void
  /** Text that is no message. */
  noise(text: string): void
  /** A message that cannot be read. `id` is that of the answer, if it could be found. */
  unreadable(id: string | undefined, reason: string): void
}

export class MessageReader {
  readonly #sink: MessageSink
  readonly #lengthMax: number
  #held: { readonly lines: string[]; length: number; readonly scanner: BracketScanner } | undefined

  /** A message that goes over several lines may have `lengthMax` characters. */
  constructor(sink: MessageSink, lengthMax: number) {
    this.#sink = sink
    this.#lengthMax = lengthMax
  }

  line(text: string): void {
    const line = withoutMark(text).trim()
    if (line === '') return
    const value = parsedJson(line)
    const messages = value === undefined ? [] : messagesOf(value)
    if (messages.length > 0) {
      this.#dropHeld()
      for (const message of messages) this.#sink.message(message)
    } else if (this.#held !== undefined) this.#continueHeld(line)
    else if (value !== undefined) this.#sink.noise(line)
    else this.#search(line)
  }

  tooLong(beginning: string, ending: string): void {
    this.#dropHeld()
    this.#sink.unreadable(idIn(beginning, ending), 'it is larger than the limit for one message')
  }

  /** The stream has ended: what was held will not be completed. */
  end(): void {
    this.#dropHeld()
  }

  /** The messages inside a line that is not one message as a whole. */
  #search(line: string): void {
    const starts = startsOf(line)
    let done = 0
    let unclosed: number | undefined
    let unclosedCount = 0
    for (const start of starts) {
      // After a start that does not close, only one that is surely a message is tried: the first may be a stray brace.
      if (start < done || (unclosed !== undefined && !isSureStart(line, start))) continue
      const end = new BracketScanner().feed(line, start)
      if (end !== undefined) {
        this.#noise(line.slice(done, start))
        this.#deliver(line.slice(start, end))
        done = end
        unclosed = undefined
      } else {
        unclosed ??= start
        // Each looked at the whole rest of the line; a line made to have many of them must not cost its square.
        unclosedCount += 1
        if (unclosedCount > UNCLOSED_MAX) break
      }
    }
    this.#noise(line.slice(done, unclosed))
    if (unclosed !== undefined) this.#hold(line.slice(unclosed))
  }

  #deliver(text: string): void {
    const value = parsedJson(text)
    const messages = value === undefined ? [] : messagesOf(value)
    for (const message of messages) this.#sink.message(message)
    if (messages.length > 0) return
    const id = value === undefined ? idIn(text.slice(0, ID_SEARCH_LENGTH), text.slice(-ID_SEARCH_LENGTH)) : undefined
    if (id === undefined) this.#sink.noise(text)
    else this.#sink.unreadable(id, 'it is not JSON')
  }

  #noise(text: string): void {
    if (text.trim() !== '') this.#sink.noise(text.trim())
  }

  #hold(text: string): void {
    const scanner = new BracketScanner()
    scanner.feed(text, 0)
    // A string of JSON cannot go on over a line break, so this text never becomes a message.
    if (scanner.isInString) this.#deliver(text)
    else this.#held = { lines: [text], length: text.length, scanner }
  }

  #continueHeld(line: string): void {
    const held = this.#held
    if (held === undefined) return
    const end = held.scanner.feed(line, 0)
    if (end !== undefined) {
      this.#held = undefined
      this.#deliver([...held.lines, line.slice(0, end)].join('\n'))
      if (end < line.length) this.line(line.slice(end))
    } else if (held.scanner.isInString || held.length > this.#lengthMax) {
      this.#dropHeld()
      this.#search(line)
    } else {
      held.lines.push(line)
      held.length += line.length + 1
    }
  }

  #dropHeld(): void {
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.#deliver(held.lines.join('\n'))
  }
}

/** Whether `text` is a message, or noise with a message behind it. */
export function endsWithMessage(text: string): boolean {
  const line = withoutMark(text).trim()
  const start = startsOf(line)[0]
  const value = start === undefined ? undefined : parsedJson(line.slice(start))
  return value !== undefined && messagesOf(value).length > 0
}

/** Beginnings of messages in one line that have no end. */
const UNCLOSED_MAX = 4
/** An id stands within the first or last bytes of an answer. */
const ID_SEARCH_LENGTH = 1024

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** The messages that `value` is: itself, or the elements of a batch. */
function messagesOf(value: Json): readonly JsonObject[] {
  const candidates = Array.isArray(value) ? (value as readonly Json[]) : [value]
  return candidates.filter(isJsonObject).filter(isMessage)
}

/** Lenient about what is missing: many a server leaves out `jsonrpc`. Log lines in JSON have none of these. */
function isMessage(value: JsonObject): boolean {
  if (fieldOf(value, 'jsonrpc') !== undefined) return true
  if (fieldOf(value, 'id') !== undefined)
    return fieldOf(value, 'result') !== undefined || fieldOf(value, 'error') !== undefined
  const method = fieldOf(value, 'method')
  return typeof method === 'string' && /^[a-z]+\/[\w/]+$/.test(method)
}

/**
 * Where in a line a message may start: at a brace followed by a field that messages have; and at its first character, if
 * that opens JSON which goes on over the following lines.
 */
function startsOf(line: string): readonly number[] {
  const starts = Array.from(
    line.matchAll(/\{\s*"(?:jsonrpc|id|method|params|result|error)"\s*:/g),
    (match) => match.index,
  )
  const opensJson = /^(?:\{\s*(?:"|$)|\[\s*(?:\{|$))/.test(line)
  return opensJson && starts[0] !== 0 ? [0, ...starts] : starts
}

function isSureStart(line: string, start: number): boolean {
  return /^\{\s*"jsonrpc"\s*:/.test(line.slice(start, start + 40))
}

/** The id of an answer, found without reading all of it: as one of its first fields, or as one of its last. */
function idIn(beginning: string, ending: string): string | undefined {
  // Groups: the id as JSON; before it at most the `jsonrpc` field.
  const first = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"[^"]*"\s*,\s*)?"id"\s*:\s*(-?\d+|"[^"\\]*")\s*,/.exec(beginning)
  // The same after the result; behind it at most the `jsonrpc` field.
  const last = /,\s*"id"\s*:\s*(-?\d+|"[^"\\]*")\s*(?:,\s*"jsonrpc"\s*:\s*"[^"]*"\s*)?\}\s*$/.exec(ending)
  return (first ?? last)?.[1]?.replaceAll('"', '')
}
