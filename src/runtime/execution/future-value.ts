/** A result that comes later: what the call of an `async tool` gives at once (spec 02 §2). */

import { SenseError, type SiteId } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import type { Awaitable } from './awaitable.ts'
import { Awaiters } from './awaitable.ts'
import type { CallContext, MemberHolder } from './callable.ts'
import type { FailureLog } from './failure-log.ts'
import type { Fiber, Outcome } from './fiber.ts'
import { readAfterOthers } from './polling.ts'
import type { ScopeOwner } from './scope.ts'
import type { Frame, Suspension } from './suspension.ts'
import { Wait } from './suspension.ts'

type State =
  | { readonly kind: 'pending' }
  | { readonly kind: 'ready'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown }

export class FutureValue implements Awaitable, MemberHolder {
  readonly typeName = 'Future'
  readonly memberNames: readonly string[] = ['done']
  readonly #subject: string
  readonly #awaiters = new Awaiters()
  #state: State = { kind: 'pending' }
  #fiber: Fiber | undefined
  /** Whether its result comes from outside; then an error in it has no place in the program but that of who asks for it. */
  #isOutside = false

  /** `subject`: whose result it is, as the text form shows it: `tool 't'`. */
  private constructor(subject: string) {
    this.#subject = subject
  }

  /** A result that is there already. */
  static ofValue(subject: string, value: Value): FutureValue {
    const future = new FutureValue(subject)
    future.#state = { kind: 'ready', value }
    return future
  }

  /** The result of `frame`, which runs on its own from now on. */
  static ofBody({ run, site }: CallContext, subject: string, frame: Frame, owner?: ScopeOwner): FutureValue {
    const future = new FutureValue(subject)
    const settings = {
      frame,
      description: subject.replaceAll("'", '`'),
      ...(owner === undefined ? {} : { owner }),
      settle: (outcome: Outcome) => {
        future.#settle(outcome, run.fibers.failures)
      },
    }
    future.#fiber = run.fibers.spawn(settings, site)
    return future
  }

  /** A result that something outside the program gives later: `begin` is handed what settles it, once. */
  static ofOutside(
    { run }: CallContext,
    subject: string,
    begin: (settle: (outcome: Outcome) => void) => void,
  ): FutureValue {
    const future = new FutureValue(subject)
    future.#isOutside = true
    const release = run.fibers.holdOutside()
    begin((outcome) => {
      const { kind } = outcome
      future.#settle(
        kind === 'error' ? { kind, error: run.locate(outcome.error) ?? outcome.error } : outcome,
        run.fibers.failures,
      )
      release()
    })
    return future
  }

  textForm(): string {
    return `<future ${this.#subject} (${this.#state.kind === 'pending' ? 'pending' : 'ready'})>`
  }

  readMember(name: string, { run, site }: CallContext): Value | Suspension | undefined {
    if (name !== 'done') return undefined
    const isDone = (): boolean => this.#state.kind !== 'pending'
    return isDone() ? true : readAfterOthers(run, site, isDone)
  }

  awaitFrom({ run, site }: CallContext): Value | Suspension {
    const state = this.#state
    if (state.kind === 'ready') return state.value
    if (state.kind === 'failed') {
      run.fibers.failures.collect(this)
      throw this.#errorAt(state.error, site)
    }
    if (this.#isOutside) return this.#outsideWait(site)
    const inner = { site, forWhat: this.#subject.replaceAll("'", '`'), on: () => this.#fiber }
    return new Wait((wake) => {
      this.#awaiters.add(wake)
    }, inner)
  }

  #outsideWait(site: SiteId): Wait {
    return new Wait((wake) => {
      this.#awaiters.add({
        resume: (value) => {
          wake.resume(value)
        },
        fail: (error) => {
          wake.fail(this.#errorAt(error, site))
        },
      })
    })
  }

  #errorAt(error: unknown, site: SiteId): unknown {
    return this.#isOutside && error instanceof SenseError ? new SenseError(error.problem, site) : error
  }

  #settle(outcome: Outcome, failures: FailureLog): void {
    this.#fiber = undefined
    if (outcome.kind === 'error') {
      this.#state = { kind: 'failed', error: outcome.error }
      if (this.#awaiters.isEmpty) failures.add(this, outcome.error)
      this.#awaiters.failAll(outcome.error)
      return
    }
    const value = valueOf(outcome.value)
    this.#state = { kind: 'ready', value }
    this.#awaiters.resumeAll(value)
  }
}

/** A body ends with a value; the type of an outcome cannot say so. */
const valueOf = (value: unknown): Value => value as Value
