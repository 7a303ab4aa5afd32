/**
 * Frames over two pipes: written whole, read whole, blocking as long as that takes.
 *
 * A frame is its length in four bytes, little-endian, and that many bytes. Ctrl-C breaks a blocking read off, because it
 * interrupts the system call; a run with a time limit looks again and again instead, because nothing interrupts it then.
 */

import { readSync, writeSync } from 'node:fs'
import { pauseBlocking } from '../node/blocking-pause.ts'

export interface ChannelPipes {
  readonly requests: number
  readonly replies: number
  /** The same pipe as `replies`, for reads that do not block. */
  readonly repliesPolled: number
}

/** The other side has closed its pipes. */
export class ChannelClosed extends Error {
  override readonly name = 'ChannelClosed'
}

/** What a pipe of Linux holds; most replies are a few bytes. */
const chunkBytes = 65_536

/** How long to look for a reply without a pause, and the shortest and the longest pause after that. Milliseconds. */
const unpausedMs = 0.2
const pauseMinMs = 0.05
const pauseMaxMs = 5

export class FrameChannel {
  readonly #pipes: ChannelPipes
  readonly #isPolled: boolean
  readonly #chunk = Buffer.allocUnsafeSlow(chunkBytes)

  /** `isPolled`: reads never block for long. */
  constructor(pipes: ChannelPipes, isPolled: boolean) {
    this.#pipes = pipes
    this.#isPolled = isPolled
  }

  /** Writes the frame, which carries its length. Throws `ChannelClosed`. */
  write(frame: Uint8Array): void {
    for (let at = 0; at < frame.length;) {
      try {
        at += writeSync(this.#pipes.requests, frame, at, frame.length - at)
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN') throw new ChannelClosed()
        pauseBlocking(pauseMinMs)
      }
    }
  }

  /** The next frame without its length, valid until the next read. Throws `ChannelClosed`. */
  read(): Uint8Array {
    const chunk = this.#chunk
    let end = this.#readSome(chunk, 0)
    while (end < 4) end += this.#readSome(chunk, end)
    const frameEnd = 4 + chunk.readUInt32LE(0)
    // There is never more than one reply on its way, so nothing lies behind it.
    if (frameEnd <= chunk.length) {
      while (end < frameEnd) end += this.#readSome(chunk, end)
      return chunk.subarray(4, frameEnd)
    }
    const frame = Buffer.allocUnsafeSlow(frameEnd - 4)
    chunk.copy(frame, 0, 4, end)
    for (let at = end - 4; at < frame.length;) at += this.#readSome(frame, at)
    return frame
  }

  /** A line of text, or what came before the end of input; undefined where none is there within `timeoutMs`. */
  readLineWithin(timeoutMs: number): string | undefined {
    const deadlineMs = performance.now() + timeoutMs
    let text = ''
    while (!text.endsWith('\n') && text.length < chunkBytes) {
      const count = this.#poll(this.#chunk, 0)
      if (count === 0) break
      if (count !== undefined) text += this.#chunk.toString('latin1', 0, count)
      else if (performance.now() > deadlineMs) return undefined
      else pauseBlocking(1)
    }
    return text
  }

  #readSome(target: Buffer, at: number): number {
    const count = this.#isPolled ? this.#pollUntilThere(target, at) : this.#readBlocking(target, at)
    if (count === 0) throw new ChannelClosed()
    return count
  }

  #readBlocking(target: Buffer, at: number): number {
    for (;;) {
      try {
        return readSync(this.#pipes.replies, target, at, target.length - at, null)
      } catch (error) {
        if (codeOf(error) !== 'EINTR') throw error
        // Ctrl-C: whoever breaks the program off is about to do it, and another read would not be interrupted again.
        pauseBlocking(20)
      }
    }
  }

  #pollUntilThere(target: Buffer, at: number): number {
    const start = performance.now()
    for (let pauseMs = pauseMinMs; ;) {
      const count = this.#poll(target, at)
      if (count !== undefined) return count
      if (performance.now() - start < unpausedMs) continue
      pauseBlocking(pauseMs)
      pauseMs = Math.min(pauseMs * 2, pauseMaxMs)
    }
  }

  /** How many bytes were there; 0 at the end of input, undefined if nothing is there yet. */
  #poll(target: Buffer, at: number): number | undefined {
    try {
      return readSync(this.#pipes.repliesPolled, target, at, target.length - at, null)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EAGAIN' || code === 'EINTR') return undefined
      throw error
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
