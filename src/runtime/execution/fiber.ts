/**
 * A fiber: one body that runs on its own, as a stack of generators.
 *
 * Main code is one, and so is each running body of an agent or an `async tool`. The body of a plain agent is *nested*: the
 * fiber that started or resumed it waits until it hands back.
 *
 *     main ──start(a)──> a ──start(b)──> b        b runs; a and main wait, each for the next
 */

import type { SiteId } from '../values/sense-error.ts'
import type { ObjectValue } from '../values/value.ts'
import type { FailureLog } from './failure-log.ts'
import { bothEnds } from './gate.ts'
import type { ScopeOwner } from './scope.ts'
import type { OpenWait } from './open-wait.ts'
import type { OutsideCall } from './outside-call.ts'
import type { CallFrame, Frame, Wait } from './suspension.ts'

/** What ends a wait or a body. */
export type Outcome =
  { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'error'; readonly error: unknown }

export interface FiberSettings {
  readonly frame: Frame
  /** For reports: `main code`, `` agent `a` ``. */
  readonly description: string
  /** The agent whose body it is; an `async tool` runs nobody's. */
  readonly agent?: ObjectValue
  /** What the body counts as among the callers of an effect. */
  readonly owner?: ScopeOwner
  /** The call from outside that it makes. */
  readonly outsideCall?: OutsideCall
  /**
   * Told the value of the body, or what ended it: a `SenseError` with its place and call stack, or `FiberEnded`.
   */
  readonly settle: (outcome: Outcome) => void
}

/** What the rest of the runtime may do with fibers. */
export interface Fibers {
  /** The fiber that is running; undefined only while no code of the program runs. */
  readonly current: Fiber | undefined
  readonly failures: FailureLog
  /** Starts a fiber of its own at `site`; it first runs when all that can go on now have waited or ended. */
  spawn(settings: FiberSettings, site: SiteId): Fiber
  /** Starts a fiber that runs at once in place of the current one, which must be about to wait for it. */
  spawnNested(settings: FiberSettings, site: SiteId): Fiber
  /** Puts a fiber that was `released` above the current one, which must be about to wait for it. */
  nest(fiber: Fiber, site: SiteId): void
  /** Takes a fiber that hands back off the one that waits for it. */
  release(fiber: Fiber): void
  /** A wait that lets all others and the outside go on once; undefined if nothing else can go on. */
  letOthersGoOn(): Wait | undefined
  /** Ends a fiber that is not running, and all that it waits for to hand back: nothing of them goes on. */
  end(fiber: Fiber): void
  /** Until what it gives is called, something outside may wake a fiber; that alone keeps no program alive. */
  holdOutside(): () => void
  /**
   * Runs `call`, which code outside of the program asks for. Where a fiber runs, that code was called by it, and so is this.
   * Else it is a turn of its own: an error in it is noted as one that nobody collected, and gives undefined, as does a run
   * that is over.
   */
  callBack<Result>(call: () => Result): Result | undefined
}

export class Fiber {
  readonly frames: Frame[]
  readonly description: string
  readonly agent: ObjectValue | undefined
  readonly outsideCall: OutsideCall | undefined
  readonly settle: (outcome: Outcome) => void
  /** The bodies of tools, actions and agents that are open in this fiber, outermost first. */
  readonly callers: ScopeOwner[]
  next: Outcome = { kind: 'value', value: undefined }
  /** What it waits for, while it waits. */
  openWait: OpenWait | undefined
  /** The fiber that waits until this one hands back, and where it started or resumed it. */
  caller: Fiber | undefined
  calledAt: SiteId | undefined
  /** The fiber that this one waits for in that way. */
  callee: Fiber | undefined
  /** The fiber that made this one, while it has not ended; what it costs counts as depth of recursion. */
  starter: Fiber | undefined
  depthBelow = 0
  isSettled = false

  constructor({ frame, description, agent, owner, outsideCall, settle }: FiberSettings) {
    this.frames = [frame]
    this.description = description
    this.agent = agent
    this.outsideCall = outsideCall
    this.settle = settle
    this.callers = owner === undefined ? [] : [owner]
  }
}

/** The fiber that really waits when `fiber` waits for a nested one. */
export function innermostOf(fiber: Fiber): Fiber {
  let innermost = fiber
  while (innermost.callee !== undefined) innermost = innermost.callee
  return innermost
}

/** The fiber that must go on before `fiber`, which waits, can; undefined if that is not known. */
export function waitedForBy(fiber: Fiber): Fiber | undefined {
  const next = fiber.openWait?.inner?.on()
  return next === undefined ? undefined : innermostOf(next)
}

/** The open calls of a fiber and of those that wait for it, outermost first. */
export function callFramesOf(fiber: Fiber): readonly CallFrame[] {
  if (fiber.caller === undefined) return fiber.frames
  const chain: CallFrame[][] = []
  for (let each: Fiber | undefined = fiber; each !== undefined; each = each.caller) {
    const [first, ...others] = each.frames
    if (first === undefined) continue
    chain.push([{ functionName: first.functionName, site: each.calledAt ?? first.site }, ...others])
  }
  return chain.reverse().flat()
}

/** The bodies that `fiber` is in, those that wait for it to hand back included, outermost first, as far as an entry keeps them. */
export function callerChainOf(fiber: Fiber): readonly ScopeOwner[] {
  const chain: (readonly ScopeOwner[])[] = []
  for (let each: Fiber | undefined = fiber; each !== undefined; each = each.caller) chain.push(bothEnds(each.callers))
  return bothEnds(chain.reverse().flat())
}
