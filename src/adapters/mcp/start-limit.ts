/** The limits under which a connection comes about: each step's time, and the program's wish to go on. */

import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import { clampedTimeoutMs } from './call-limit.ts'

export class StartLimit {
  /** What is being waited for: `spawn`, `initialize`, `tools/list`. */
  step = 'spawn'
  /** Never resolves; rejects with kind `start-timeout` or `cancelled`. */
  readonly reached: Promise<never>
  #timer: NodeJS.Timeout | undefined
  #reach: (failure: ToolServerFailure) => void = () => undefined
  #leftMs: number
  #since = 0
  readonly #signal: AbortSignal
  readonly #onAbort: () => void

  constructor(timeoutMs: number, signal: AbortSignal) {
    this.reached = new Promise<never>((_, reject) => (this.#reach = reject))
    this.reached.catch(() => undefined)
    this.#leftMs = clampedTimeoutMs(timeoutMs)
    this.#arm()
    this.#signal = signal
    this.#onAbort = () => this.#reach(new ToolServerFailure({ kind: 'cancelled', subject: this.step }))
    signal.addEventListener('abort', this.#onAbort, { once: true })
    if (signal.aborted) this.#onAbort()
  }

  /** Nobody is hurried while `asking` waits for a person. */
  async paused<T>(asking: () => Promise<T>): Promise<T> {
    clearTimeout(this.#timer)
    this.#leftMs -= performance.now() - this.#since
    try {
      return await asking()
    } finally {
      if (this.#timer !== undefined) this.#arm()
    }
  }

  #arm(): void {
    this.#since = performance.now()
    this.#timer = setTimeout(
      () => {
        this.#reach(new ToolServerFailure({ kind: 'start-timeout', subject: this.step }))
      },
      Math.max(0, this.#leftMs),
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}
