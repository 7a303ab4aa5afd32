/**
 * The end of what a server wrote on stderr.
 *
 * It is always read, because a server that cannot write stops, and never kept whole, because a server may write for ever.
 */

import type { Quoting } from './quoted-text.ts'

/** What is kept: enough for the stack trace of any language. */
const KEPT_BYTES_MAX = 64 * 1024
/** What is shown of it (spec 02 §3 asks for the last lines). */
const LINES_MAX = 20
const LINE_LENGTH_MAX = 500

export class StderrTail {
  #chunks: Buffer[] = []
  #byteCount = 0
  #isCut = false

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#byteCount += chunk.length
    // Joined at twice the limit, so that each byte is copied at most once more.
    if (this.#byteCount > KEPT_BYTES_MAX * 2) this.#cut()
  }

  /** The last lines, oldest first. */
  lines(quoting: Quoting): readonly string[] {
    if (this.#byteCount > KEPT_BYTES_MAX) this.#cut()
    const clean = quoting.withoutSecrets(Buffer.concat(this.#chunks).toString('utf8'))
    const text = this.#isCut ? withoutTornLine(clean, quoting.secretLengthMax) : clean
    const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '' && !isInsideNode(line))
    return lines.slice(-LINES_MAX).map((line) => quoting.quote(line, LINE_LENGTH_MAX))
  }

  #cut(): void {
    const kept = Buffer.concat(this.#chunks).subarray(-KEPT_BYTES_MAX)
    this.#chunks = [Buffer.from(kept)]
    this.#byteCount = kept.length
    this.#isCut = true
  }
}

/**
 * The first line may have lost its beginning, and with it the beginning of a secret that was then not found: the line is
 * dropped. Where there is no other, its end is kept, without what may be the rest of a secret.
 */
function withoutTornLine(text: string, secretLengthMax: number): string {
  const firstBreak = text.search(/[\r\n]/)
  if (firstBreak !== -1) return text.slice(firstBreak)
  return text.slice(Math.max(secretLengthMax, text.length - LINE_LENGTH_MAX))
}

/** A line of a stack that names a place inside Node: it tells nothing about the server and hides what does. */
function isInsideNode(line: string): boolean {
  return /^\s+at .*\bnode:internal\b/.test(line)
}
