/**
 * Reads lines, one when it is asked for, from a stream of bytes.
 *
 * `node:readline` takes whatever has arrived and keeps lines that nobody asked for only as long as its interface lives;
 * here what follows a line stays for the next question. While nobody waits the stream is paused and does not keep the
 * process alive.
 */

import type { Readable } from 'node:stream'
import { LineTooLong } from '../../runtime/ports/console.ts'

/** As long as a String may be (spec 01 §3): an answer that is longer could not be given to the program. */
const lineUnitsMax = 2 ** 28

export class LineReader {
  readonly #stream: Readable
  readonly #decoder = new TextDecoder()
  /** What has arrived and belongs to no line that was handed out. */
  #pieces: string[] = []
  #isAtEnd = false

  constructor(stream: Readable) {
    this.#stream = stream
    // A stream that breaks has ended, also between two questions.
    stream.on('error', () => undefined)
  }

  /**
   * The next line without its end, the last one also where no line end follows it; null when nothing is left. Rejects with
   * the reason of `signal`. One call at a time.
   */
  readLine(signal: AbortSignal): Promise<string | null> {
    if (this.#stream.readableEnded || this.#stream.destroyed) this.#isAtEnd = true
    const ready = this.#takeLine()
    if (ready !== undefined) return Promise.resolve(ready)
    return new Promise((resolve, reject) => {
      let unitCount = this.#pieces.reduce((sum, piece) => sum + piece.length, 0)
      const stop = (): void => {
        this.#stream.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onEnd)
        signal.removeEventListener('abort', onAbort)
        rest(this.#stream)
      }
      const onData = (chunk: Uint8Array): void => {
        const text = this.#decoder.decode(chunk, { stream: true })
        this.#pieces.push(text)
        unitCount += text.length
        if (unitCount > lineUnitsMax) {
          this.#pieces = []
          stop()
          reject(new LineTooLong())
          return
        }
        if (!text.includes('\n')) return
        stop()
        resolve(this.#takeLine() ?? null)
      }
      const onEnd = (): void => {
        this.#isAtEnd = true
        this.#pieces.push(this.#decoder.decode())
        stop()
        resolve(this.#takeLine() ?? null)
      }
      const onAbort = (): void => {
        stop()
        reject(reasonOf(signal))
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#stream.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onEnd)
      wake(this.#stream)
    })
  }

  /** A line that is already here; null at the end of everything, undefined if more must arrive first. */
  #takeLine(): string | null | undefined {
    const text = this.#pieces.join('')
    const end = text.indexOf('\n')
    if (end >= 0) {
      this.#pieces = [text.slice(end + 1)]
      return withoutReturn(text.slice(0, end))
    }
    if (!this.#isAtEnd) {
      this.#pieces = [text]
      return undefined
    }
    this.#pieces = []
    return text === '' ? null : withoutReturn(text)
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('cancelled')
}

/** Sockets and terminals keep the process alive unless told not to; files know no such thing. */
interface KeepsAlive {
  ref?: () => unknown
  unref?: () => unknown
}

function wake(stream: Readable & KeepsAlive): void {
  stream.ref?.()
  stream.resume()
}

function rest(stream: Readable & KeepsAlive): void {
  stream.pause()
  stream.unref?.()
}
