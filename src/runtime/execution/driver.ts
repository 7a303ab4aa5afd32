/**
 * Runs fibers. A fiber is a stack of generators; the driver keeps that stack itself instead of nesting `yield*`, so depth
 * is bounded by memory and not by V8's stack, resuming takes constant time however deep, and the Sense call stack is
 * there for the asking. It costs about a third more per suspendable call.
 *
 *     ready ──advance──> running ──yields a Wait──> waiting ──Wake──> ready
 *                           │
 *                           └── last frame ends ──> settled
 *
 * A run ends when its main fiber has settled and no other can go on any more; an error of the main fiber ends it at once.
 */

import * as agentProblems from '../../compiler/diagnostics/catalogue/agents.ts'
import * as problems from '../../compiler/diagnostics/catalogue/execution.ts'
import type { InterrupterPort } from '../ports/interrupter.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError, noSite } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { withFullStacks } from './call-stack.ts'
import { deadlockOf } from './deadlock.ts'
import { FailureLog } from './failure-log.ts'
import type { FiberSettings, Fibers, Outcome } from './fiber.ts'
import { callerChainOf, callFramesOf, Fiber, innermostOf } from './fiber.ts'
import { ensureHeadroom } from './headroom.ts'
import type { ErrorTables } from './locate-error.ts'
import { locateError } from './locate-error.ts'
import { FiberEnded } from './outside-call.ts'
import { Scheduler } from './scheduler.ts'
import type { ScopeOwner } from './scope.ts'
import type { Suspension } from './suspension.ts'
import { Frame, Wait } from './suspension.ts'

/**
 * How many suspendable calls may be open in one fiber and those that started it. Spec 01 §6 asks for 100,000; a frame takes
 * some 300 bytes, so twice that many fit into the smallest heap.
 */
export const framesMax = 200_000

/** A fiber with the agent or Future it belongs to takes about as much memory as that many frames. */
const framesPerFiber = 8

/** Bodies that were started and have not run yet; some 500 bytes each. Far above any program that waits now and then. */
export const startedBodiesMax = 2 ** 18

export interface DriverOptions {
  readonly interrupter: InterrupterPort
  readonly tables: ErrorTables
  /** Called before the driver has nothing to run, so that what was printed is seen while the program waits. */
  readonly beforeWaiting: () => void
  /**
   * Whether code outside the program may call back although no fiber waits for it; then `lookAgain` is called after a while.
   */
  readonly mayBeCalledBack?: (lookAgain: () => void) => boolean
  /** Calls `goOn` when everything outside that has happened so far was heard of. */
  readonly afterOutside: (goOn: () => void) => void
}

/** The run that is under way. */
interface MainRun {
  readonly fiber: Fiber
  readonly resolve: (value: Value) => void
  readonly reject: (error: Error) => void
  /** The value of the main fiber, once it has settled. */
  value: Value | undefined
}

export class Driver implements Fibers {
  readonly failures = new FailureLog()
  readonly #options: DriverOptions
  readonly #scheduler: Scheduler
  #main: MainRun | undefined
  #current: Fiber | undefined
  #isTickPlanned = false
  /** What the run was ended with from outside, perhaps before it began. */
  #abortion: Error | undefined

  constructor(options: DriverOptions) {
    this.#options = options
    this.#scheduler = new Scheduler(() => {
      this.#planTick()
    })
  }

  get current(): Fiber | undefined {
    return this.#current
  }

  /** The bodies that are open in the running fiber, outermost first; whoever opens one adds it, and removes it again. */
  get callers(): ScopeOwner[] {
    return this.#current?.callers ?? []
  }

  /** The bodies that the running fiber is in, those that wait for it to hand back included, outermost first. */
  get callerChain(): readonly ScopeOwner[] {
    return this.#current === undefined ? [] : callerChainOf(this.#current)
  }

  /**
   * `error` with its place and call stack, if it is one of the program; see `locateError`. Generated code calls it from a
   * `catch`, which may stand where the stack is full: then it overflows at once, and a `catch` further out gets its turn.
   */
  locate(error: unknown): SenseError | undefined {
    ensureHeadroom()
    const fiber = this.#current
    return locateError(error, () => (fiber === undefined ? [] : callFramesOf(fiber)), this.#options.tables)
  }

  /**
   * Runs `frame` as the main fiber. Resolves with its value when no other fiber can go on either; rejects with the located
   * `SenseError` that it raised, or with what ended the whole run: `Interrupted`, `ConsoleClosed`, or a fault of ours.
   */
  async runMain(frame: Frame): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (this.#abortion !== undefined) {
        reject(this.#abortion)
        return
      }
      const fiber = new Fiber({
        frame,
        description: 'main code',
        settle: (outcome) => {
          this.#settleMain(outcome)
        },
      })
      this.#main = { fiber, resolve, reject, value: undefined }
      this.#scheduler.addReady(fiber)
      this.#tick()
    })
  }

  /** Ends the run with `error`, also if it has not begun: nothing that is ready or waiting runs any more. */
  abort(error: Error): void {
    this.#abortion = error
    this.#endWith(error)
  }

  /** Ends what runs now with `error`; what is started later runs. */
  interrupt(error: Error): void {
    this.#endWith(error)
  }

  /** Ends what runs now with `error`; where nothing runs it counts as one that nobody awaited. */
  fail(error: SenseError): void {
    if (this.#main === undefined) this.failures.add({}, error)
    else this.#endWith(error)
  }

  spawn(settings: FiberSettings, site: SiteId): Fiber {
    if (this.#scheduler.readyCount >= startedBodiesMax) {
      throw new SenseError(agentProblems.tooManyStartedBodies(startedBodiesMax), site)
    }
    const fiber = new Fiber(settings)
    this.#putAbove(this.#current, fiber, site)
    this.#scheduler.addReady(fiber)
    this.#planTick()
    return fiber
  }

  spawnNested(settings: FiberSettings, site: SiteId): Fiber {
    const fiber = new Fiber(settings)
    this.nest(fiber, site)
    this.#scheduler.addFirst(fiber)
    return fiber
  }

  nest(fiber: Fiber, site: SiteId): void {
    const caller = this.#current
    this.#putAbove(caller, fiber, site)
    fiber.caller = caller
    fiber.calledAt = site
    if (caller !== undefined) caller.callee = fiber
  }

  release(fiber: Fiber): void {
    if (fiber.caller !== undefined) fiber.caller.callee = undefined
    fiber.caller = undefined
  }

  end(fiber: Fiber): void {
    if (fiber.isSettled) return
    const innermost = innermostOf(fiber)
    const { openWait } = innermost
    if (openWait === undefined) {
      // It is about to go on: with this.
      innermost.next = { kind: 'error', error: new FiberEnded() }
      return
    }
    openWait.cancel?.()
    openWait.fail(new FiberEnded())
  }

  letOthersGoOn(): Wait | undefined {
    if (this.#scheduler.isOutsidePending) {
      return new Wait((wake) => {
        this.#options.afterOutside(() => {
          wake.resume(undefined)
        })
      })
    }
    if (this.#scheduler.readyCount === 0) return undefined
    const inner = { site: noSite, forWhat: 'the others', on: () => undefined }
    return new Wait((wake) => {
      wake.resume(undefined)
    }, inner)
  }

  holdOutside(): () => void {
    return this.#scheduler.holdOutside()
  }

  callBack<Result>(call: () => Result): Result | undefined {
    if (this.#current !== undefined) return call()
    if (this.#main === undefined) return undefined
    try {
      return this.#options.interrupter.enter(() => withFullStacks(call))
    } catch (error) {
      const located = this.locate(error)
      if (located === undefined) this.#endWith(asError(error))
      else this.failures.add({}, located)
      return undefined
    } finally {
      this.#planTick()
    }
  }

  /** A body that starts another, which starts another, without end, is a recursion as well. */
  #putAbove(starter: Fiber | undefined, fiber: Fiber, site: SiteId): void {
    fiber.starter = starter
    fiber.depthBelow = starter === undefined ? 0 : depthOf(starter)
    if (fiber.depthBelow < framesMax) return
    if (starter !== undefined) measureDepth(starter)
    fiber.depthBelow = starter === undefined ? 0 : depthOf(starter)
    if (fiber.depthBelow >= framesMax) throw new SenseError(problems.recursionTooDeep(), site)
  }

  #tick(): void {
    this.#isTickPlanned = false
    if (this.#main === undefined) return
    try {
      this.#options.interrupter.enter(() => {
        withFullStacks(() => {
          this.#runUntilIdle()
        })
        if (!this.#isDone) this.#options.interrupter.beforeWaiting?.()
      })
      this.#options.beforeWaiting()
    } catch (error) {
      this.#endWith(asError(error))
    }
    this.#endIfDone()
  }

  #endWith(error: Error): void {
    const main = this.#main
    this.#main = undefined
    this.#current = undefined
    this.#scheduler.clear()
    main?.reject(error)
  }

  /** Runs all fibers until something outside must wake one, or none can go on. */
  #runUntilIdle(): void {
    for (;;) {
      for (let fiber = this.#scheduler.takeNext(); fiber !== undefined; fiber = this.#scheduler.takeNext()) {
        this.#current = fiber
        this.#advance(fiber)
      }
      this.#current = undefined
      const main = this.#main
      if (main === undefined || main.value !== undefined || this.#scheduler.isOutsidePending) return
      if (this.#options.mayBeCalledBack?.(this.#planTick.bind(this)) === true) return
      this.#breakDeadlock(innermostOf(main.fiber))
    }
  }

  /** Main code waits, and nothing can end that: the wait ends with an error, which the program may catch. */
  #breakDeadlock(fiber: Fiber): void {
    const open = fiber.openWait
    if (open === undefined) throw new Error('a fiber that cannot go on waits for something')
    const error = deadlockOf(fiber, this.#options.tables.sites)
    open.cancel?.()
    open.fail(error)
  }

  #settleMain(outcome: Outcome): void {
    if (this.#main === undefined) return
    if (outcome.kind === 'error') this.#endWith(asError(outcome.error))
    else this.#main.value = valueOf(outcome.value)
  }

  #endIfDone(): void {
    const main = this.#main
    if (main?.value === undefined || !this.#isDone) return
    this.#main = undefined
    this.#scheduler.clear()
    main.resolve(main.value)
  }

  /** Whether main code has settled and nothing else goes on, or the run was ended. */
  get #isDone(): boolean {
    if (this.#main === undefined) return true
    return this.#main.value !== undefined && !this.#scheduler.hasOutsideWaits && !this.#isTickPlanned
  }

  /** Runs one fiber until it waits or settles. */
  #advance(fiber: Fiber): void {
    for (;;) {
      const frame = fiber.frames.at(-1)
      if (frame === undefined) {
        fiber.isSettled = true
        fiber.starter = undefined
        fiber.settle(fiber.next)
        return
      }
      const suspension = this.#step(fiber, frame)
      // Cancelled meanwhile: what would wait now must not begin.
      if (this.#main === undefined) return
      if (suspension instanceof Wait) {
        this.#scheduler.wait(fiber, suspension)
        return
      }
      if (suspension instanceof Frame) this.#push(fiber, suspension)
    }
  }

  /** Resumes the top frame once. Gives back what it yielded, or undefined when it ended, with its outcome in `next`. */
  #step(fiber: Fiber, frame: Frame): Suspension | undefined {
    const { next } = fiber
    let value: Value
    try {
      const result = next.kind === 'value' ? frame.steps.next(next.value) : frame.steps.throw(next.error)
      if (result.done !== true) return result.value
      value = result.value
    } catch (error) {
      fiber.next = { kind: 'error', error: this.#located(error, fiber) }
      fiber.frames.pop()
      return undefined
    }
    fiber.frames.pop()
    fiber.next = frame.finish === undefined ? { kind: 'value', value } : this.#finished(fiber, frame.finish, value)
    return undefined
  }

  /** Checks the value of a frame that has ended, and so is no part of the call stack of an error. */
  #finished(fiber: Fiber, finish: (result: Value) => Value, result: Value): Outcome {
    try {
      return { kind: 'value', value: finish(result) }
    } catch (error) {
      return { kind: 'error', error: this.#located(error, fiber) }
    }
  }

  /** An error of the program, located, or the end of the fiber. Any other ends the run, and no code of the program gets to see it. */
  #located(error: unknown, fiber: Fiber): SenseError | FiberEnded {
    if (error instanceof FiberEnded) return error
    const located = locateError(error, () => callFramesOf(fiber), this.#options.tables)
    if (located === undefined) throw error
    return located
  }

  #push(fiber: Fiber, frame: Frame): void {
    if (fiber.depthBelow + fiber.frames.length < framesMax || this.#hasRoomAfterMeasuring(fiber)) {
      fiber.frames.push(frame)
      fiber.next = { kind: 'value', value: undefined }
      return
    }
    fiber.next = { kind: 'error', error: new SenseError(problems.recursionTooDeep(), frame.site) }
  }

  #hasRoomAfterMeasuring(fiber: Fiber): boolean {
    if (fiber.depthBelow === 0) return false
    measureDepth(fiber)
    return fiber.depthBelow + fiber.frames.length < framesMax
  }

  /** What wakes a fiber is a callback from outside or a promise, so the tick gets a turn of its own. */
  #planTick(): void {
    if (this.#isTickPlanned || this.#current !== undefined || this.#main === undefined) return
    this.#isTickPlanned = true
    const { plan = queueMicrotask } = this.#options.interrupter
    plan(() => {
      this.#tick()
    })
  }
}

/** What counts as below a fiber that `starter` makes now. */
function depthOf(starter: Fiber): number {
  return starter.depthBelow + starter.frames.length + framesPerFiber
}

/** Brings `depthBelow` of `fiber` up to date: whoever started it may have ended since, or called others and returned. */
function measureDepth(fiber: Fiber): void {
  const chain: Fiber[] = []
  for (let each = fiber; each.starter?.isSettled === false; each = each.starter) chain.push(each)
  fiber.depthBelow = 0
  for (const { starter } of chain) fiber.depthBelow += (starter?.frames.length ?? 0) + framesPerFiber
}

/** Whatever is thrown is an Error in our code; something else could only come from a host program. */
function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** The main frame ends with a value; the type of an outcome cannot say so. */
const valueOf = (value: unknown): Value => value as Value
