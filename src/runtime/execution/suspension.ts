/**
 * What a call gives back when it cannot give its value yet.
 *
 * Every way to call something yields a `Value` or a `Suspension`. Code that may suspend is a generator: it yields the
 * suspension to the driver and gets the value back. There are two kinds: a `Frame` is the generator of a callee, which the
 * driver pushes on its own call stack; a `Wait` is something outside that will settle later. One class above both makes
 * the test in generated code a single `instanceof`.
 */

import type { SiteId } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'

/** The generator of code that may suspend. What it yields goes to the driver; what it gets back is the outcome. */
export type Steps = Generator<Suspension, Value, unknown>

export abstract class Suspension {
  abstract readonly kind: 'frame' | 'wait'
}

/** A started but not yet running callee. */
export class Frame extends Suspension {
  readonly kind = 'frame'
  readonly steps: Steps
  /** The Sense name of the callee, for the call stack; empty for the runtime's own generators, which are not shown. */
  readonly functionName: string
  readonly site: SiteId
  /** Called with the result when the callee ends normally: checks the result type. May throw. */
  readonly finish: ((result: Value) => Value) | undefined

  constructor(steps: Steps, functionName: string, site: SiteId, finish?: (result: Value) => Value) {
    super()
    this.steps = steps
    this.functionName = functionName
    this.site = site
    this.finish = finish
  }
}

/** How a wait is ended: exactly one call, once. It may come at once, inside `begin`. */
export interface Wake {
  resume(outcome: unknown): void
  fail(error: unknown): void
}

/** Something that the driver must wait for. */
export class Wait extends Suspension {
  readonly kind = 'wait'
  readonly begin: (wake: Wake) => void

  constructor(begin: (wake: Wake) => void) {
    super()
    this.begin = begin
  }
}

/** Waits for `promise` inside the runtime's own generators: `const reply = yield* waitFor(promise)`. */
export function* waitFor<Outcome>(promise: Promise<Outcome>): Generator<Suspension, Outcome, unknown> {
  let settled: { readonly outcome: Outcome } | undefined
  yield new Wait((wake) => {
    promise.then(
      (outcome) => {
        settled = { outcome }
        wake.resume(undefined)
      },
      (error: unknown) => {
        wake.fail(error)
      },
    )
  })
  if (settled === undefined) throw new Error('the driver resumes a wait only when its promise has settled')
  return settled.outcome
}

/** Completes a call inside the runtime's own generators: `const value = yield* complete(callValue(...))`. */
export function* complete(called: Value | Suspension): Steps {
  if (called instanceof Suspension) return valueOf(yield called)
  return called
}

/** The driver hands back the value of a frame; the type of a yield cannot say so. */
const valueOf = (outcome: unknown): Value => outcome as Value
