/**
 * The errors of bodies that ran on their own and that nobody has collected yet.
 *
 * An async agent or tool has no caller to raise its error to. Whoever awaits it gets the error; what nobody awaited is
 * reported when the program ends, in the order in which it happened (spec 02 §6).
 */

import { SenseError } from '../values/sense-error.ts'

export class FailureLog {
  /** By the agent or Future that failed, oldest first. */
  readonly #uncollected = new Map<object, SenseError>()

  /** `error`: what ended a fiber, so a located `SenseError`. */
  add(owner: object, error: unknown): void {
    if (error instanceof SenseError) this.#uncollected.set(owner, error)
  }

  /** The error of `owner` is being raised where somebody can deal with it. */
  collect(owner: object): void {
    this.#uncollected.delete(owner)
  }

  /** Forgets all errors: they have been reported. */
  clear(): void {
    this.#uncollected.clear()
  }

  /** Each error once, oldest first: one error may have ended several bodies that awaited each other. */
  get uncollected(): readonly SenseError[] {
    return [...new Set(this.#uncollected.values())]
  }
}
