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
import type { Fiber } from './fiber.ts'

/** The generator of code that may suspend. What it yields goes to the driver; what it gets back is the outcome. */
export type Steps = Generator<Suspension, Value, unknown>

export abstract class Suspension {
  abstract readonly kind: 'frame' | 'wait'
}

/** An open call, for the call stack. */
export interface CallFrame {
  readonly functionName: string
  readonly site: SiteId
}

/** A started but not yet running callee. */
export class Frame extends Suspension implements CallFrame {
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

/** How a wait is ended: exactly one call, once; further ones do nothing. It may come at once, inside `begin`. */
export interface Wake {
  /** What waits goes on after all that can go on already. */
  resume(outcome: unknown): void
  fail(error: unknown): void
  /** What waits goes on before all others: control is handed straight over to it. */
  resumeAtOnce(outcome: unknown): void
  failAtOnce(error: unknown): void
  /** What `begin` leaves here is called if the wait is given up: the run ends, or it is a deadlock. */
  cancel: (() => void) | undefined
}

/** What a wait is for that only another part of the program can end; words for the report of a deadlock. */
export interface InnerWait {
  readonly site: SiteId
  /** `a message`, `` agent `b` to pause or end ``. */
  readonly forWhat: string
  /** Whose progress would end it, if that is known. */
  readonly on: () => Fiber | undefined
}

/** Something that the driver must wait for. Without `inner` something outside the program will end it. */
export class Wait extends Suspension {
  readonly kind = 'wait'
  readonly begin: (wake: Wake) => void
  readonly inner: InnerWait | undefined

  /** `begin` may throw a `SenseError`, which is then raised where the wait stands. */
  constructor(begin: (wake: Wake) => void, inner?: InnerWait) {
    super()
    this.begin = begin
    this.inner = inner
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

/**
 * Runs `steps` on the spot until they end or have to wait: their value, or the frame of what is left of them. So a builtin
 * that calls back waits only if what it calls does, and can be called where nothing can wait.
 */
export function startSteps(steps: Steps, site: SiteId): Value | Suspension {
  const first = steps.next()
  return first.done === true ? first.value : new Frame(stepsAfter(steps, first.value), '', site)
}

/** What is left of `steps`, which have yielded `suspension` already. */
function* stepsAfter(steps: Steps, suspension: Suspension): Steps {
  let result: IteratorResult<Suspension, Value> = { done: false, value: suspension }
  while (result.done !== true) {
    const outcome: StepOutcome = yield* outcomeOf(result.value)
    result = outcome.isError ? steps.throw(outcome.error) : steps.next(outcome.value)
  }
  return result.value
}

type StepOutcome =
  { readonly isError: false; readonly value: unknown } | { readonly isError: true; readonly error: unknown }

function* outcomeOf(suspension: Suspension): Generator<Suspension, StepOutcome, unknown> {
  try {
    return { isError: false, value: yield suspension }
  } catch (error) {
    return { isError: true, error }
  }
}

/** The steps of a body that cannot wait, for where a generator is needed. */
export function* stepsOfPlain(start: () => Value): Steps {
  return start()
}

/** The driver hands back the value of a frame; the type of a yield cannot say so. */
export const valueOf = (outcome: unknown): Value => outcome as Value
