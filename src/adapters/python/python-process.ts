/**
 * One Python process that answers requests in order.
 *
 * Requests are blocking writes and reads. One that others shall not wait for is sent when Python is idle; Python rings a
 * bell, a pipe that the event loop listens to, when its reply is about to come, and only then it is read. Whoever asks
 * in between reads the open reply first.
 */

import type { PythonAnswer, PythonProcess } from '../../runtime/ports/python.ts'
import { PythonEnded } from '../../runtime/ports/python.ts'
import type { ProcessEnding } from './ended-process.ts'
import type { FrameChannel } from './frame-channel.ts'
import { ChannelClosed, ChannelGarbled } from './frame-channel.ts'
import type { UnreachableSweeper } from './unreachable.ts'

/** What a process needs to be talked to. */
export interface PythonParts {
  readonly channel: FrameChannel
  readonly bell: Bell
  readonly sweeper: UnreachableSweeper
  /** Called after each reply, before anything is done with it. */
  readonly afterReply: () => void
  /** How the process ended, once its pipes are closed. */
  readonly endingOf: () => ProcessEnding
  /** Ends the process, which answers nothing that could be understood. */
  readonly kill: () => void
}

/** The pipe on which Python says that a reply is about to come. */
export interface Bell {
  /** `onRing`: with how many rings came; `onClose`: the process has ended. Neither keeps the event loop alive. */
  listen(onRing: (count: number) => void, onClose: () => void): void
  /** While somebody waits, the event loop must not end. */
  setAwaited(isAwaited: boolean): void
}

/** A request that is answered later. */
interface LaterRequest {
  readonly frame: Uint8Array
  readonly answer: PythonAnswer
}

export class ChildPython implements PythonProcess {
  isEnded = false
  readonly #parts: PythonParts
  readonly #posted: Uint8Array[] = []
  /** Sent and not answered: at most one, and only of those that ring the bell. */
  #open: LaterRequest | undefined
  readonly #waiting: LaterRequest[] = []
  /** Rings that were announced by a request and have not been heard, for replies that were read without waiting for them. */
  #staleRings = 0
  #ending: ProcessEnding = {}

  constructor(parts: PythonParts) {
    this.#parts = parts
    parts.bell.listen(
      (count) => {
        this.#hear(count)
      },
      () => {
        if (this.#open !== undefined) this.#failOpen()
      },
    )
  }

  /** Whether it computes something that nobody has read yet. */
  get isBusy(): boolean {
    return this.#open !== undefined
  }

  post(frame: Uint8Array): void {
    if (!this.isEnded) this.#posted.push(frame)
  }

  ask(frame: Uint8Array): Uint8Array {
    if (this.#open !== undefined) {
      this.#staleRings += 1
      this.#answerOpen()
    }
    if (this.isEnded) throw new PythonEnded(this.#ending)
    try {
      this.#write(frame)
      return this.#read()
    } catch (error) {
      throw this.#failureOf(error)
    } finally {
      this.#sendNext()
    }
  }

  askLater(frame: Uint8Array, answer: PythonAnswer): void {
    this.#waiting.push({ frame, answer })
    queueMicrotask(() => {
      this.#sendNext()
    })
  }

  sweepIfDue(sweep: () => void): void {
    this.#parts.sweeper.sweepIfDue(sweep)
  }

  /** Nothing is asked any more; whoever still waits is not told. */
  abandon(): void {
    this.isEnded = true
    this.#waiting.length = 0
    this.#open = undefined
    this.#parts.bell.setAwaited(false)
  }

  #sendNext(): void {
    while (this.#open === undefined) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      if (this.isEnded) {
        next.answer.fail(new PythonEnded(this.#ending))
        continue
      }
      this.#open = next
      try {
        this.#write(next.frame)
      } catch (error) {
        this.#failOpenWith(this.#failureOf(error))
      }
    }
    this.#parts.bell.setAwaited(this.#open !== undefined)
  }

  #hear(count: number): void {
    const stale = Math.min(count, this.#staleRings)
    this.#staleRings -= stale
    if (count === stale || this.#open === undefined) return
    this.#answerOpen()
    this.#sendNext()
  }

  /** Reads the reply of the open request, however long that takes. */
  #answerOpen(): void {
    const open = this.#open
    if (open === undefined) return
    let reply: Uint8Array
    try {
      reply = this.#read()
    } catch (error) {
      this.#failOpenWith(this.#failureOf(error))
      return
    }
    this.#open = undefined
    open.answer.done(reply)
  }

  #failOpen(): void {
    this.#failOpenWith(this.#failureOf(new ChannelClosed()))
    this.#sendNext()
  }

  #failOpenWith(failure: unknown): void {
    const open = this.#open
    this.#open = undefined
    if (!(failure instanceof PythonEnded)) throw failure
    open?.answer.fail(failure)
  }

  #write(frame: Uint8Array): void {
    const { channel } = this.#parts
    for (const posted of this.#posted) channel.write(posted)
    this.#posted.length = 0
    channel.write(frame)
  }

  #read(): Uint8Array {
    const reply = this.#parts.channel.read()
    this.#parts.afterReply()
    return reply
  }

  #failureOf(error: unknown): unknown {
    const isGarbled = error instanceof ChannelGarbled
    if (!isGarbled && !(error instanceof ChannelClosed)) return error
    if (!this.isEnded) {
      this.isEnded = true
      if (isGarbled) this.#parts.kill()
      this.#ending = isGarbled ? { isGarbled } : this.#parts.endingOf()
      this.#parts.afterReply()
    }
    return new PythonEnded(this.#ending)
  }
}
