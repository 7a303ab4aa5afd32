/** A wait that has begun and not ended. */

import type { Fiber, Outcome } from './fiber.ts'
import type { InnerWait, Wake } from './suspension.ts'

/** Where a fiber whose wait has ended joins those that can go on. */
export type Turn = 'behind-others' | 'before-others'

export class OpenWait implements Wake {
  readonly fiber: Fiber
  readonly inner: InnerWait | undefined
  cancel: (() => void) | undefined
  readonly #end: (wait: OpenWait, outcome: Outcome, turn: Turn) => void
  #hasEnded = false

  /** `end` is called once, when the wait has ended. */
  constructor(fiber: Fiber, inner: InnerWait | undefined, end: (wait: OpenWait, outcome: Outcome, turn: Turn) => void) {
    this.fiber = fiber
    this.inner = inner
    this.#end = end
  }

  resume(value: unknown): void {
    this.#endWith({ kind: 'value', value }, 'behind-others')
  }

  fail(error: unknown): void {
    this.#endWith({ kind: 'error', error }, 'behind-others')
  }

  resumeAtOnce(value: unknown): void {
    this.#endWith({ kind: 'value', value }, 'before-others')
  }

  failAtOnce(error: unknown): void {
    this.#endWith({ kind: 'error', error }, 'before-others')
  }

  /** Nobody waits here any more; whatever would have ended the wait comes too late. */
  giveUp(): void {
    this.#hasEnded = true
    this.cancel?.()
  }

  #endWith(outcome: Outcome, turn: Turn): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#end(this, outcome, turn)
  }
}
