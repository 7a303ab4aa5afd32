/**
 * Reads the messages in the body of an answer, before the library sees it.
 *
 * The library knows HTTP: sessions, streams that are taken up again, consent. Of messages it accepts only what its schemas
 * know, loses digits of numbers and has no limit. So messages are read here, as tolerantly as those of a process, and the
 * library gets the same body with a small stand-in in the place of each answer: it only has to see that there was one.
 */

import type { JsonObject } from '../../../runtime/ports/json.ts'
import { incomingOf } from '../answer.ts'
import { LineFramer } from '../line-framer.ts'
import { MessageReader } from '../message-reader.ts'

export interface BodySink {
  message(message: JsonObject): void
  /** `id` is that of the answer, if it could be found. */
  unreadable(id: string | undefined, reason: string): void
  /** Text where a message should be. */
  noise(text: string): void
}

const STAND_IN = '{"jsonrpc":"2.0","id":0,"result":{}}'
const TOO_LARGE = 'it is larger than the limit for one message'

/** Reads a body that is one message, or an array of them, to its end. */
export async function readWholeBody(body: ReadableStream<Uint8Array>, bytesMax: number, sink: BodySink): Promise<void> {
  const bytes = await bytesOf(body, bytesMax)
  if (bytes === undefined) {
    sink.unreadable(undefined, TOO_LARGE)
    return
  }
  const reader = new MessageReader(sink, bytesMax)
  reader.line(bytes.toString('utf8'))
  reader.end()
}

/** Undefined when there are more than `bytesMax`; then the body is cancelled. */
export async function bytesOf(body: ReadableStream<Uint8Array>, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for await (const chunk of body) {
    byteCount += chunk.length
    // Leaving the loop cancels the stream, which closes the connection.
    if (byteCount > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The stream of events as the library gets it; the messages in it go to `sink` as they come. */
export function readEventStream(
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
  sink: BodySink,
): ReadableStream<Uint8Array> {
  const events = new EventReader(bytesMax, sink)
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(Buffer.from(events.push(Buffer.from(chunk))))
      },
      flush(controller) {
        controller.enqueue(Buffer.from(events.end()))
      },
    }),
  )
}

/** Events are lines of fields up to an empty line. Data that grows beyond the limit is dropped up to that line. */
class EventReader {
  readonly #framer: LineFramer
  readonly #bytesMax: number
  readonly #sink: BodySink
  #data: string[] = []
  #dataLength = 0
  #isTooLarge = false
  #type = ''
  #passedOn = ''

  constructor(bytesMax: number, sink: BodySink) {
    this.#bytesMax = bytesMax
    this.#sink = sink
    this.#framer = new LineFramer(
      {
        // A lone CR ends a line too.
        line: (text) =>
          text
            .replace(/\r$/, '')
            .split('\r')
            .forEach((line) => this.#line(line)),
        emptyLine: () => this.#dispatch(),
        tooLong: () => this.#tooLarge(),
        tooLongEnded: () => undefined,
      },
      bytesMax,
    )
  }

  /** What the library is to see of it. */
  push(chunk: Buffer): string {
    this.#framer.push(chunk)
    return this.#taken()
  }

  /** Some servers forget the last empty line. */
  end(): string {
    this.#framer.end()
    this.#dispatch()
    return this.#taken()
  }

  #taken(): string {
    const text = this.#passedOn
    this.#passedOn = ''
    return text
  }

  #line(line: string): void {
    if (line === '') {
      this.#dispatch()
      return
    }
    // Groups: the name of the field, its value.
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'data') this.#keep(value)
    else if (name === 'event') this.#type = value
    else if (name === 'id' || name === 'retry') this.#passedOn += `${name}: ${value}\n`
  }

  #keep(value: string): void {
    this.#dataLength += value.length + 1
    if (this.#dataLength > this.#bytesMax) this.#tooLarge()
    if (this.#isTooLarge) this.#data = []
    else this.#data.push(value)
  }

  #dispatch(): void {
    const data = this.#data.join('\n')
    const hasData = this.#data.length > 0
    const [isTooLarge, type] = [this.#isTooLarge, this.#type]
    this.#data = []
    this.#dataLength = 0
    this.#isTooLarge = false
    this.#type = ''
    if (type !== '' && type !== 'message')
      this.#passedOn += `event: ${type}\ndata: ${data.replaceAll('\n', '\ndata: ')}\n`
    else if (!isTooLarge && data !== '') this.#messages(data)
    // Without a field for data there is no event, and its id would not count.
    else if (hasData) this.#passedOn += 'data: \n'
    this.#passedOn += '\n'
  }

  #messages(data: string): void {
    let answerCount = 0
    const reader = new MessageReader(
      {
        message: (message) => {
          if (incomingOf(message).kind === 'answer') answerCount += 1
          this.#sink.message(message)
        },
        unreadable: (id, reason) => {
          answerCount += 1
          this.#sink.unreadable(id, reason)
        },
        noise: (text) => this.#sink.noise(text),
      },
      this.#bytesMax,
    )
    reader.line(data)
    reader.end()
    this.#passedOn += `data: ${answerCount > 0 ? STAND_IN : ''}\n`
  }

  /** It may go on for ever, so whoever waits for it is told at once. */
  #tooLarge(): void {
    if (this.#isTooLarge) return
    this.#isTooLarge = true
    this.#sink.unreadable(undefined, TOO_LARGE)
    this.#passedOn += `data: ${STAND_IN}\n`
  }
}
