/**
 * Cuts a stream of bytes into lines.
 *
 * Bytes are cut first and decoded after, so a character split over two chunks stays whole; chunks are kept in a list and
 * joined once, so time grows with the size of a message and not with its square. Only a server that writes single bytes makes
 * so many that they are joined before, because a chunk takes some hundred bytes beside its content. A line beyond the limit is told of as soon
 * as it is, because it may never end, and is not kept: only its ends are, in which the id of the answer stands.
 */

export interface LineSink {
  /** One line without its line break, in order. */
  line(text: string): void
  /** A line with nothing in it, for those to whom it means something. */
  emptyLine?(): void
  /** A line has become too long: how it began. */
  tooLong(beginning: string): void
  /** That line has ended: how. */
  tooLongEnded(ending: string): void
}

const NEWLINE = 0x0a
/** Kept of both ends of a line that is too long: an id stands within the first or last hundred bytes of an answer. */
const ENDS_BYTES = 1024
/** So many chunks are kept apart; more than the largest honest message has, whose chunks have 64 KB. */
const APART_MAX = 1_024

export class LineFramer {
  readonly #sink: LineSink
  readonly #lineBytesMax: number
  #chunks: Buffer[] = []
  #byteCount = 0
  /** The first so many chunks have been joined from others. */
  #joinedCount = 0

  constructor(sink: LineSink, lineBytesMax: number) {
    this.#sink = sink
    this.#lineBytesMax = lineBytesMax
  }

  push(chunk: Buffer): void {
    let start = 0
    for (;;) {
      const newline = chunk.indexOf(NEWLINE, start)
      if (newline === -1) break
      this.#keep(chunk.subarray(start, newline))
      if (this.#byteCount === 0) this.#sink.emptyLine?.()
      this.end()
      start = newline + 1
    }
    this.#keep(chunk.subarray(start))
  }

  /** Takes the unterminated rest as a line, because nothing follows it. */
  end(): void {
    const chunks = this.#chunks
    const isTooLong = this.#byteCount > this.#lineBytesMax
    this.#chunks = []
    this.#joinedCount = 0
    this.#byteCount = 0
    if (isTooLong) this.#sink.tooLongEnded(decoded(chunks))
    else if (chunks.length > 0) this.#sink.line(decoded(chunks))
  }

  /** Takes the beginning of the unterminated rest as a line. */
  take(beginning: string): void {
    const rest = Buffer.concat(this.#chunks).subarray(Buffer.byteLength(beginning))
    this.#chunks = []
    this.#joinedCount = 0
    this.#byteCount = 0
    this.#sink.line(beginning)
    this.#keep(rest)
  }

  /** How many bytes have come since the last line break. */
  get restBytes(): number {
    return this.#byteCount
  }

  /** Whether the line that has not ended is too long already. */
  get isRestTooLong(): boolean {
    return this.#byteCount > this.#lineBytesMax
  }

  /** The unterminated rest; of a line that is too long, how it ends so far. */
  rest(): string {
    return decoded(this.#chunks)
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return
    const wasTooLong = this.#byteCount > this.#lineBytesMax
    this.#chunks.push(bytes)
    this.#byteCount += bytes.length
    if (this.#chunks.length - this.#joinedCount > APART_MAX) this.#join()
    if (this.#byteCount <= this.#lineBytesMax) return
    const [first = bytes] = this.#chunks
    if (!wasTooLong) this.#sink.tooLong(decoded([first.subarray(0, ENDS_BYTES)]))
    // A copy, so that the little that is kept does not hold the much that it was cut from.
    this.#chunks = [Buffer.from(Buffer.concat(this.#chunks.slice(-2)).subarray(-ENDS_BYTES))]
    this.#joinedCount = 0
  }

  #join(): void {
    const apart = this.#chunks.splice(this.#joinedCount)
    this.#chunks.push(Buffer.concat(apart))
    this.#joinedCount = this.#chunks.length
  }
}

function decoded(chunks: readonly Buffer[]): string {
  const [only] = chunks
  const bytes = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
  return bytes.toString('utf8')
}
