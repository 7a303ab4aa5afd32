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

import { endOfJsonString } from '../../runtime/ports/exact-json.ts'
import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { idText } from './answer.ts'
import { BracketScanner } from './bracket-scanner.ts'
import { fieldOf, isJsonObject, parsedJson, parsedText } from './json-shape.ts'
import { plainLine } from './plain-line.ts'

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
  #isTooLongNamed = false
  #held: { readonly lines: string[]; length: number; readonly scanner: BracketScanner } | undefined

  /** A message that goes over several lines may have `lengthMax` characters. */
  constructor(sink: MessageSink, lengthMax: number) {
    this.#sink = sink
    this.#lengthMax = lengthMax
  }

  line(text: string): void {
    const line = plainLine(text)
    if (line === '') return
    const fault = faultOf(text, line)
    if (fault !== undefined) {
      this.#dropHeld()
      this.#unreadable(line, fault)
      return
    }
    const value = parsedJson(line)
    const messages = value === undefined ? messagesInText(line) : messagesOf(value)
    if (messages.length > 0) {
      this.#dropHeld()
      for (const message of messages) this.#sink.message(message)
    } else if (this.#held !== undefined) this.#continueHeld(line)
    else if (value !== undefined) this.#noMessage(line, value)
    else this.#search(line)
  }

  /** A line has become longer than a message may be. It may go on for ever, so whoever waits for it is told at once. */
  tooLong(beginning: string): void {
    this.#dropHeld()
    const line = plainLine(beginning)
    const id = idIn(line, '')
    this.#isTooLongNamed = id !== undefined
    // What does not even begin like JSON is noise, unless its end says that it is an answer.
    if (id === undefined && startsOf(line).length === 0) this.#sink.noise(line)
    else this.#sink.unreadable(id, TOO_LARGE)
  }

  /** The same line has ended: some answers name their call at the end. */
  tooLongEnded(ending: string): void {
    const end = plainLine(ending)
    const id = this.#isTooLongNamed ? undefined : idIn('', end)
    if (id !== undefined) this.#sink.unreadable(id, TOO_LARGE)
    // The line break may have come only with the next message.
    else for (const message of messagesAtEnd(end)) this.#sink.message(message)
  }

  /**
   * How many characters of a line that has not ended can be read at once, because its server is silent: up to where a
   * message ends, with the noise behind it, but without another message that has only begun.
   */
  readableLength(rest: string): number {
    const line = plainLine(rest)
    if (this.#held !== undefined) return this.#held.scanner.copy().feed(line, 0) === undefined ? 0 : rest.length
    if (parsedJson(line) !== undefined || messagesInText(line).length > 0) return rest.length
    const { pieces, unclosed } = piecesOf(line)
    if (!pieces.some(({ kind, text }) => kind === 'messages' || (kind === 'broken' && isBrokenAnswer(text)))) return 0
    const begun = unclosed ?? /\{\s*(?:"\w*"?\s*)?$/.exec(line)?.[0]
    if (begun === undefined) return rest.length
    const length = rest.lastIndexOf(begun)
    // Where bytes were no UTF-8, places in the text are none in the bytes.
    return rest.includes('\ufffd') ? 0 : Math.max(length, 0)
  }

  /** Whether lines are held that may be the beginning of a message. */
  get isHolding(): boolean {
    return this.#held !== undefined
  }

  /** What is held will not be completed: the stream has ended, or has been quiet for too long. */
  end(): void {
    this.#dropHeld()
  }

  /** The messages inside a line that is not one message as a whole. */
  #search(line: string): void {
    const { pieces, unclosed } = piecesOf(line)
    for (const piece of pieces) {
      if (piece.kind === 'text') this.#sink.noise(piece.text)
      else if (piece.kind === 'broken') this.#broken(piece.text)
      else for (const message of piece.messages) this.#sink.message(message)
    }
    if (unclosed !== undefined) this.#hold(unclosed)
  }

  /** JSON on a line of its own that is no message as it stands. */
  #noMessage(line: string, value: Json): void {
    const renamed = isJsonObject(value) && !Object.hasOwn(value, 'jsonrpc') ? inLowerCase(value) : {}
    if (Object.hasOwn(renamed, 'jsonrpc'))
      this.#sink.unreadable(idText(renamed['id']), 'its fields are not named as in JSON-RPC')
    else this.#sink.noise(line)
  }

  #unreadable(text: string, reason: string): void {
    this.#sink.unreadable(idOf(text), reason)
  }

  /** Text in brackets that may be a message. */
  #deliver(text: string): void {
    const fault = faultOf(text, text)
    if (fault !== undefined) {
      this.#unreadable(text, fault)
      return
    }
    const value = parsedJson(text)
    const messages = value === undefined ? [] : messagesOf(value)
    for (const message of messages) this.#sink.message(message)
    if (messages.length > 0) return
    if (value === undefined) this.#broken(text)
    else this.#sink.noise(text)
  }

  #broken(text: string): void {
    if (isBrokenAnswer(text)) this.#unreadable(text, 'it is not JSON')
    else this.#sink.noise(text)
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
    if (held.length + line.length + 1 > this.#lengthMax) {
      this.#held = undefined
      const beginning = held.lines.join('\n').slice(0, ID_SEARCH_LENGTH)
      this.#sink.unreadable(idIn(beginning, line.slice(-ID_SEARCH_LENGTH)), TOO_LARGE)
      this.#search(line)
      return
    }
    const end = held.scanner.feed(line, 0)
    if (end !== undefined) {
      this.#held = undefined
      this.#deliver([...held.lines, line.slice(0, end)].join('\n'))
      if (end < line.length) this.line(line.slice(end))
    } else if (held.scanner.isInString) {
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

/** Whether `text` ends as a message does; of one in JSON twice, the last character is a quote. */
export function mayEndMessage(text: string): boolean {
  return /[}\]]"?$/.test(plainLine(text))
}

/** What stands at the end of `line`, from the first place on where a message may start. */
function messagesAtEnd(line: string): readonly JsonObject[] {
  const start = startsOf(line)[0]
  const value = start === undefined ? undefined : parsedJson(line.slice(start))
  return value === undefined ? [] : messagesOf(value)
}

const TOO_LARGE = 'it is larger than the limit for one message'
/** Only of a longer text it matters what it is made of. */
const LONG_LENGTH = 4 * 1024 * 1024
/** Objects and arrays in one message. An empty one takes three bytes on the wire and sixty in memory. */
const CONTAINERS_MAX = 1_000_000
/** Beginnings of messages in one line that have no end. */
const UNCLOSED_MAX = 4
/** Pieces of one line that look like messages and are none; each costs an error that the parser throws, some 30 µs. */
const VAIN_MAX = 500

/** A part of a line. `broken` stands in brackets and is no JSON. */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'broken'; readonly text: string }
  | { readonly kind: 'messages'; readonly text: string; readonly messages: readonly JsonObject[] }

/** `unclosed` is the end of the line that may go on over the following lines. */
interface Pieces {
  readonly pieces: readonly Piece[]
  readonly unclosed: string | undefined
}

/** Cuts a line where messages may begin and end. */
function piecesOf(line: string): Pieces {
  const pieces: Piece[] = []
  let done = 0
  let unclosed: number | undefined
  let unclosedCount = 0
  let vainCount = 0
  for (const start of startsOf(line)) {
    // After a start that does not close, only one that is surely a message is tried: the first may be a stray brace.
    if (start < done || (unclosed !== undefined && !isSureStart(line, start))) continue
    // Each looks at the rest of the line or makes the parser throw; a line made of them must not cost its square.
    if (unclosedCount > UNCLOSED_MAX || vainCount > VAIN_MAX) break
    const end = new BracketScanner().feed(line, start)
    if (end === undefined) {
      unclosed ??= start
      unclosedCount += 1
      continue
    }
    pieces.push(...textPieces(line.slice(done, start)))
    const piece = bracketPiece(line.slice(start, end))
    pieces.push(piece)
    if (piece.kind !== 'messages') vainCount += 1
    done = end
    unclosed = undefined
  }
  pieces.push(...textPieces(line.slice(done, unclosed)))
  return { pieces: withQuoted(pieces), unclosed: unclosed === undefined ? undefined : line.slice(unclosed) }
}

/**
 * What has text on both sides is quoted in a line for people. Text before it alone is noise that lacks its line break, text
 * behind it alone is noise that came in between.
 */
function withQuoted(pieces: readonly Piece[]): readonly Piece[] {
  const firstText = pieces.findIndex(({ kind }) => kind === 'text')
  const lastText = pieces.findLastIndex(({ kind }) => kind === 'text')
  return pieces.map((piece, index) =>
    firstText < index && index < lastText ? { kind: 'text', text: piece.text } : piece,
  )
}

function textPieces(text: string): readonly Piece[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  // An answer that breaks off, and the next message behind it.
  return [{ kind: looksLikeAnswer(trimmed.slice(0, ID_SEARCH_LENGTH)) ? 'broken' : 'text', text: trimmed }]
}

function bracketPiece(text: string): Piece {
  const value = parsedJson(text)
  if (value === undefined) return { kind: 'broken', text }
  const messages = messagesOf(value)
  return messages.length === 0 ? { kind: 'text', text } : { kind: 'messages', text, messages }
}
/** An id stands within the first or last bytes of an answer. */
const ID_SEARCH_LENGTH = 1024

/** Why a text is not even parsed; `line` is what is left of it for the parser. */
function faultOf(text: string, line: string): string | undefined {
  // ASCII in UTF-16 is still to be read without its zeros; anything else is not.
  if (line.includes('\ufffd') && text.includes('\0')) return 'it is not written in UTF-8'
  const isTooMuch = line.length > LONG_LENGTH && hasTooManyContainers(line)
  return isTooMuch ? `it holds more than ${CONTAINERS_MAX} objects and arrays` : undefined
}

/** Some programs turn a message into JSON twice: then the line is a text with the message in it. */
function messagesInText(line: string): readonly JsonObject[] {
  const text = line.startsWith('"{') ? parsedText(line) : undefined
  const value = text === undefined ? undefined : parsedJson(text)
  return value === undefined ? [] : messagesOf(value)
}

function inLowerCase(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]))
}

function messagesOf(value: Json): readonly JsonObject[] {
  const candidates = Array.isArray(value) ? (value as readonly Json[]) : [value]
  return candidates.filter(isJsonObject).filter(isMessage)
}

/**
 * Lenient about what is missing: many a server leaves out `jsonrpc`. A log line in JSON may have a field `id` or `error`
 * too, so without `jsonrpc` it must look like an answer and have no field that log lines have.
 */
function isMessage(value: JsonObject): boolean {
  const hasVersion = fieldOf(value, 'jsonrpc') !== undefined
  const names = Object.keys(value)
  if (hasVersion) return names.some((name) => name !== 'jsonrpc' && MESSAGE_FIELDS.has(name))
  const isBare = names.every((name) => MESSAGE_FIELDS.has(name))
  const [result, error] = [fieldOf(value, 'result'), fieldOf(value, 'error')]
  if (fieldOf(value, 'id') !== undefined) {
    if (isBare) return result !== undefined || error !== undefined
    return (isJsonObject(result) || isJsonObject(error)) && !names.some((name) => LOG_FIELDS.has(name))
  }
  const method = fieldOf(value, 'method')
  return isBare && typeof method === 'string' && /^[a-z]+\/[\w/]+$/.test(method)
}

const MESSAGE_FIELDS = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error'])
const LOG_FIELDS = new Set(['level', 'severity', 'msg', 'message', 'time', 'ts', 'timestamp', '@timestamp', 'logger'])

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

/** Whether the text was meant to be an answer: it has the fields of one, in whatever quotes. */
function looksLikeAnswer(beginning: string): boolean {
  return /^\{\s*['"]?jsonrpc['"]?\s*:/.test(beginning) && /['"]?(?:result|error)['"]?\s*:/.test(beginning)
}

/** Whether text in brackets that is no JSON was meant to be an answer. */
function isBrokenAnswer(text: string): boolean {
  return idOf(text) !== undefined || looksLikeAnswer(text.slice(0, ID_SEARCH_LENGTH))
}

/** The id that stands near one of the ends of an answer. */
function idOf(text: string): string | undefined {
  return idIn(text.slice(0, ID_SEARCH_LENGTH), text.slice(-ID_SEARCH_LENGTH))
}

/** The id of an answer, found without reading all of it: as one of its first fields, or as one of its last. */
function idIn(beginning: string, ending: string): string | undefined {
  // Groups: the id as JSON; before it at most the `jsonrpc` field.
  const first = /^\s*\{\s*(?:['"]jsonrpc['"]\s*:\s*['"][^'"]*['"]\s*,\s*)?['"]id['"]\s*:\s*(-?\d+|"[^"\\]*")\s*,/.exec(
    beginning,
  )
  // The same after the result; behind it at most the `jsonrpc` field.
  const last = /,\s*['"]id['"]\s*:\s*(-?\d+|"[^"\\]*")\s*(?:,\s*['"]jsonrpc['"]\s*:\s*['"][^'"]*['"]\s*)?\}\s*$/.exec(
    ending,
  )
  return (first ?? last)?.[1]?.replaceAll('"', '').replace(/^0+(?=\d)/, '')
}

/** Brackets outside strings, counted without building anything. */
function hasTooManyContainers(text: string): boolean {
  let count = 0
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset)
    if (code === QUOTE) offset = endOfJsonString(text, offset)
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) count += 1
    if (count > CONTAINERS_MAX) return true
  }
  return false
}

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
