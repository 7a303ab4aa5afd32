/** What `await` takes: values whose outcome comes later. */

import type { ObjectValue, Value } from '../values/value.ts'
import type { CallContext } from './callable.ts'
import type { Suspension, Wake } from './suspension.ts'

export interface Awaitable extends ObjectValue {
  /** The outcome, or a wait for it; a failure is raised each time, and counts as collected from then on. */
  awaitFrom(context: CallContext): Value | Suspension
}

export function isAwaitable(value: Value): value is Awaitable {
  return typeof value === 'object' && value !== null && 'awaitFrom' in value
}

/** Those that wait for one outcome; they go on in the order in which they came. */
export class Awaiters {
  #wakes: Pick<Wake, 'resume' | 'fail'>[] = []

  get isEmpty(): boolean {
    return this.#wakes.length === 0
  }

  add(wake: Pick<Wake, 'resume' | 'fail'>): void {
    this.#wakes.push(wake)
  }

  resumeAll(value: Value): void {
    for (const wake of this.#takeAll()) wake.resume(value)
  }

  failAll(error: unknown): void {
    for (const wake of this.#takeAll()) wake.fail(error)
  }

  #takeAll(): readonly Pick<Wake, 'resume' | 'fail'>[] {
    const wakes = this.#wakes
    this.#wakes = []
    return wakes
  }
}
