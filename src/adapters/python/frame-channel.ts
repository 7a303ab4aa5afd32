/**
 * Frames over two pipes: written whole, read whole, and nothing else goes on as long as that takes.
 *
 * A frame is its length in four bytes, little-endian, and that many bytes; behind the length of one that comes in stands the
 * token of the process, four bytes that tell a reply from what other code may write to the pipe.
 *
 * A read looks again and again instead of blocking in the system: whoever breaks a program off, at Ctrl-C or after a time, can
 * do that only while JavaScript runs. A signal cannot be relied on to interrupt the system call, because it may come a moment
 * before that begins. Short calls cost no pause; the pauses of long ones are a small part of what they take.
 */

import { readSync, writeSync } from 'node:fs'
import { pauseBlocking } from '../node/blocking-pause.ts'
import { codeOfSystemError } from '../node/system-error.ts'

export interface ChannelPipes {
  readonly requests: number
  /** Reads of it fail with EAGAIN where nothing is there. */
  readonly replies: number
}

/** The other side has closed its pipes. */
export class ChannelClosed extends Error {
  override readonly name = 'ChannelClosed'
}

/** What came in is no reply. */
export class ChannelGarbled extends Error {
  override readonly name = 'ChannelGarbled'
}

/** The length and the token. */
const headerBytes = 8

/** More than the longest reply of `bridge.py`, so that nobody waits for what was never sent. */
const replyBytesMax = 2 ** 30 + 64

/** What a pipe of Linux holds; most replies are a few bytes. */
const chunkBytes = 65_536

/** How long to look for a reply without a pause, and the shortest and the longest pause after that. Milliseconds. */
const unpausedMs = 0.1
const pauseMinMs = 0.05
const pauseMaxMs = 5

/** A pause, as a part of the time that has passed so far. */
const pausePart = 1 / 8

export class FrameChannel {
  readonly #pipes: ChannelPipes
  readonly #chunk = Buffer.allocUnsafeSlow(chunkBytes)
  /** What the process said in its first line. */
  token: number | undefined

  constructor(pipes: ChannelPipes) {
    this.#pipes = pipes
  }

  /** Writes the frame, which carries its length. Throws `ChannelClosed`. */
  write(frame: Uint8Array): void {
    for (let at = 0; at < frame.length;) {
      try {
        at += writeSync(this.#pipes.requests, frame, at, frame.length - at)
      } catch (error) {
        if (codeOfSystemError(error) !== 'EAGAIN') throw new ChannelClosed()
        pauseBlocking(pauseMinMs)
      }
    }
  }

  /** The next frame without its header, valid until the next read. Throws `ChannelClosed` or `ChannelGarbled`. */
  read(): Uint8Array {
    const chunk = this.#chunk
    let end = this.#readSome(chunk, 0)
    while (end < headerBytes) end += this.#readSome(chunk, end)
    const length = chunk.readUInt32LE(0)
    const frameEnd = headerBytes + length
    if (chunk.readUInt32LE(4) !== this.token || length > replyBytesMax) throw new ChannelGarbled()
    if (frameEnd <= chunk.length) {
      while (end < frameEnd) end += this.#readSome(chunk, end)
      // There is never more than one reply on its way, so nothing lies behind it.
      if (end > frameEnd) throw new ChannelGarbled()
      return chunk.subarray(headerBytes, frameEnd)
    }
    const frame = Buffer.allocUnsafeSlow(length)
    chunk.copy(frame, 0, headerBytes, end)
    for (let at = end - headerBytes; at < frame.length;) at += this.#readSome(frame, at)
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
    const count = withoutStacks(() => this.#pollUntilThere(target, at))
    if (count === 0) throw new ChannelClosed()
    return count
  }

  #pollUntilThere(target: Buffer, at: number): number {
    const start = performance.now()
    for (;;) {
      const count = this.#poll(target, at)
      if (count !== undefined) return count
      const passedMs = performance.now() - start
      if (passedMs > unpausedMs) pauseBlocking(Math.min(Math.max(passedMs * pausePart, pauseMinMs), pauseMaxMs))
    }
  }

  /** How many bytes were there; 0 at the end of input, undefined if nothing is there yet. */
  #poll(target: Buffer, at: number): number | undefined {
    try {
      return readSync(this.#pipes.replies, target, at, target.length - at, null)
    } catch (error) {
      const code = codeOfSystemError(error)
      if (code === 'EAGAIN' || code === 'EINTR') return undefined
      throw error
    }
  }
}

/** Most of what an error costs is its stack, and nobody looks at that of EAGAIN. The limit is the whole process's. */
function withoutStacks<Result>(action: () => Result): Result {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return action()
  } finally {
    Error.stackTraceLimit = limit
  }
}
