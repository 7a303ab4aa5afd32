/** The limits under which a connection comes about: each step's time, and the program's wish to go on. */

import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import { clampedTimeoutMs } from './call-limit.ts'

export class StartLimit {
  /** What is being waited for: `spawn`, `initialize`, `tools/list`. */
  step = 'spawn'
  /** Never resolves; rejects with kind `start-timeout` or `cancelled`. */
  readonly reached: Promise<never>
  readonly #timer: NodeJS.Timeout
  readonly #signal: AbortSignal
  readonly #onAbort: () => void

  constructor(timeoutMs: number, signal: AbortSignal) {
    let reach: (failure: ToolServerFailure) => void = () => undefined
    this.reached = new Promise<never>((_, reject) => (reach = reject))
    this.reached.catch(() => undefined)
    this.#timer = setTimeout(() => {
      reach(new ToolServerFailure({ kind: 'start-timeout', subject: this.step }))
    }, clampedTimeoutMs(timeoutMs))
    this.#signal = signal
    this.#onAbort = () => reach(new ToolServerFailure({ kind: 'cancelled', subject: this.step }))
    signal.addEventListener('abort', this.#onAbort, { once: true })
    if (signal.aborted) this.#onAbort()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}
