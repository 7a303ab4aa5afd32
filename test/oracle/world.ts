/**
 * One run of a program: what it printed, its audit log, its fibers, and the budget that keeps it short.
 *
 * Every step of the program is a generator. It yields a `Wait` where it cannot go on; whoever drives it, the loop below
 * or a running agent, decides what happens next. Fibers run one at a time, in the order in which they became ready.
 */

import type { Value } from '../../src/runtime/values/value.ts'
import { BudgetSpent, Failure, isCaught } from './failure.ts'
import type { Caught } from './failure.ts'
import type { AgentObject } from './objects.ts'
import type { Scope } from './scope.ts'

/** A place where a fiber stops: it is given the function that makes the fiber ready again. */
export type Wait =
  | { readonly kind: 'until'; readonly line: number; readonly begin: (wake: () => void) => void }
  | { readonly kind: 'outside' }
  | { readonly kind: 'turn' }
  | { readonly kind: 'pause'; readonly agent: AgentObject }

export type Steps<Result = Value> = Generator<Wait, Result, void>

/** Where a call is written: it is checked against this scope, and its errors have this line. */
export interface Place {
  readonly scope: Scope
  readonly line: number
}

export interface Fiber {
  readonly steps: Steps<void>
  /** Agents whose bodies run in this fiber, innermost last. */
  readonly bodies: AgentObject[]
  /** What is thrown into the fiber when it goes on. */
  error: Failure | undefined
  /** The line of its latest wait, and how many it has made: a wake that comes after its wait is over does nothing. */
  waitingLine: number
  waitCount: number
}

/** Something that runs beside the main code and may fail without anybody looking. */
export interface Background {
  error: Caught | undefined
  isErrorSeen: boolean
}

/** How long a program may be. */
export interface Budget {
  readonly stepsMax: number
  readonly depthMax: number
}

const smallBudget: Budget = { stepsMax: 10_000, depthMax: 80 }

export class World {
  output = ''
  readonly audit: string[] = []
  /** What failed beside the main code, in the order in which it happened. */
  readonly failures: Background[] = []
  depth = 0
  current: Fiber = newFiber(nothing())
  readonly #budget: Budget
  #steps = 0
  readonly #ready: Fiber[] = []
  readonly #outside: Fiber[] = []

  constructor(budget: Budget = smallBudget) {
    this.#budget = budget
  }

  /** Counts one step of evaluation. */
  step(): void {
    this.#steps += 1
    if (this.#steps > this.#budget.stepsMax || this.depth > this.#budget.depthMax) throw new BudgetSpent()
  }

  record(place: Place, subject: string, event: string, detail?: string): void {
    const lineage = place.scope.lineage().map(({ kind, name }) => `${kind}:${name}`)
    const via = lineage.length === 0 ? '' : ` (via ${lineage.join(' > ')})`
    // An entry is one line (spec 02 §8).
    const words = detail === undefined ? '' : ` (${detail.replaceAll(/\r\n|[\r\n]/g, ' ')})`
    this.audit.push(`[line ${place.line}] ${subject} -> ${event}${words}${via}`)
  }

  /** Makes a fiber ready: it runs when those before it have stopped. */
  wake(fiber: Fiber): void {
    this.#ready.push(fiber)
  }

  /**
   * Runs the main code and everything it started. Gives the errors that end the program in the order in which they
   * happened: those of async bodies that nobody looked at, and that of the main code (spec 02 §6).
   */
  run(steps: Steps<void>): readonly Caught[] {
    const main = newFiber(steps)
    let isMainSettled = false
    this.wake(main)
    for (;;) {
      const fiber = this.#ready.shift() ?? this.#fromOutside() ?? (isMainSettled ? undefined : deadlocked(main))
      if (fiber === undefined) break
      try {
        if (this.#advance(fiber) && fiber === main) isMainSettled = true
      } catch (error) {
        // An uncaught error in main code cancels what still runs at once; other fibers keep their errors to themselves.
        if (isCaught(error)) return [...this.#unseenErrors(), error]
        throw error
      }
    }
    return this.#unseenErrors()
  }

  #unseenErrors(): readonly Caught[] {
    return this.failures.flatMap(({ error, isErrorSeen }) => (error === undefined || isErrorSeen ? [] : [error]))
  }

  #fromOutside(): Fiber | undefined {
    this.#ready.push(...this.#outside.splice(0))
    return this.#ready.shift()
  }

  /** Runs a fiber until it stops. Whether it has ended. */
  #advance(fiber: Fiber): boolean {
    this.current = fiber
    this.depth = 0
    const { error } = fiber
    fiber.error = undefined
    fiber.waitCount += 1
    const result = error === undefined ? fiber.steps.next() : fiber.steps.throw(error)
    if (result.done === true) return true
    const wait = result.value
    switch (wait.kind) {
      case 'until':
        fiber.waitingLine = wait.line
        wait.begin(this.#wakeOnce(fiber, fiber.waitCount))
        return false
      case 'outside':
        this.#outside.push(fiber)
        return false
      case 'turn':
        // The outside would go on as well (spec 02 §6), but no program has both.
        this.wake(fiber)
        return false
      case 'pause':
        wait.agent.pauseFiber(fiber)
        return false
    }
  }

  #wakeOnce(fiber: Fiber, count: number): () => void {
    let isDone = false
    return () => {
      if (!isDone && fiber.waitCount === count) this.wake(fiber)
      isDone = true
    }
  }
}

export function newFiber(steps: Steps<void>): Fiber {
  return { steps, bodies: [], error: undefined, waitingLine: 0, waitCount: 0 }
}

/** Main code that waits for what can never come gets an error where it waits (spec 02 §6). */
function deadlocked(main: Fiber): Fiber {
  main.error = new Failure('SenseRuntimeError', main.waitingLine, 'deadlock')
  return main
}

function* nothing(): Steps<void> {
  return undefined
}
