/**
 * An agent: a body that can stop in its middle and go on later, with a mailbox.
 *
 *     created ──start──> running ──pause──> paused ──resume──> running
 *                           ├── body ends ──> completed
 *                           └── error ──> failed
 *
 * Whoever starts or resumes a plain agent waits until it pauses or ends, and gets its error. An `async` agent goes on by
 * itself, and its error waits for whoever awaits it (spec 02 §6).
 */

import * as problems from '../../compiler/diagnostics/catalogue/agents.ts'
import type { Awaitable } from '../execution/awaitable.ts'
import { Awaiters } from '../execution/awaitable.ts'
import type { CallContext, MemberHolder } from '../execution/callable.ts'
import { cleanedDocstring } from '../execution/docstring.ts'
import type { Fiber, FiberSettings, Outcome } from '../execution/fiber.ts'
import type { BodyCode } from '../execution/function-value.ts'
import { readAfterOthers } from '../execution/polling.ts'
import type { Run } from '../execution/run.ts'
import type { Scope } from '../execution/scope.ts'
import type { InnerWait, Suspension, Wake } from '../execution/suspension.ts'
import { Frame, Wait, stepsOfPlain } from '../execution/suspension.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import { isTruthy } from '../values/truth.ts'
import type { Value } from '../values/value.ts'
import { Mailbox } from './mailbox.ts'

export type AgentStatus = 'created' | 'running' | 'paused' | 'completed' | 'failed'

/** What the declaration says, and the code that the compiler made of it. */
export interface AgentDefinition {
  readonly name: string
  readonly isAsync: boolean
  readonly doc: string | undefined
  readonly code: BodyCode
  /** The value of a variable seen from the body's scope, builtins included; undefined if it is bound nowhere. */
  readonly readVariable: (name: string) => Value | undefined
}

export class AgentValue implements Awaitable, MemberHolder {
  readonly typeName = 'Agent'
  readonly memberNames: readonly string[] = ['name', 'status', 'pause_reason', 'doc']
  readonly name: string
  readonly mailbox = new Mailbox()
  readonly #definition: AgentDefinition
  readonly #awaiters = new Awaiters()
  #status: AgentStatus = 'created'
  #pauseReason: Value = null
  #error: unknown
  #fiber: Fiber | undefined
  /** Whoever started or resumed it, while that one waits for it to hand back. */
  #handBack: Wake | undefined
  /** The body where it paused. */
  #pausedBody: Wake | undefined
  #isBeingShown = false

  /** `scope` is that of the body, which belongs to the agent from now on. */
  constructor(definition: AgentDefinition, scope: Scope) {
    this.#definition = definition
    this.name = definition.name
    scope.agent = this
  }

  get status(): AgentStatus {
    return this.#status
  }

  textForm(): string {
    return `<agent ${this.name} status=${this.#status}${this.#shownReason()}>`
  }

  readMember(name: string, { run, site }: CallContext): Value | Suspension | undefined {
    switch (name) {
      case 'name':
        return this.name
      case 'status':
        return this.#readStatus(run, site)
      case 'pause_reason':
        return this.#pauseReason
      case 'doc':
        return this.#definition.doc === undefined ? null : cleanedDocstring(this.#definition.doc)
      default:
        return this.#definition.readVariable(name)
    }
  }

  start(context: CallContext): Value | Suspension {
    const { run, site } = context
    if (this.#status !== 'created') throw new SenseError(problems.agentAlreadyStarted(this.name, this.#status), site)
    if (!this.#definition.isAsync) {
      return this.#waitForHandBack(context, () => {
        this.#fiber = run.fibers.spawnNested(this.#fiberSettings(run, site), site)
      })
    }
    this.#fiber = run.fibers.spawn(this.#fiberSettings(run, site), site)
    this.#status = 'running'
    return this
  }

  resume(context: CallContext, value: Value): Value | Suspension {
    const { run, site } = context
    const [body, fiber] = [this.#pausedBody, this.#fiber]
    if (body === undefined || fiber === undefined) {
      throw new SenseError(problems.agentNotPaused(this.name, this.#status), site)
    }
    if (!this.#definition.isAsync) {
      return this.#waitForHandBack(context, () => {
        run.fibers.nest(fiber, site)
        this.#pausedBody = undefined
        body.resumeAtOnce(value)
      })
    }
    this.#pausedBody = undefined
    this.#status = 'running'
    body.resume(value)
    return this
  }

  /** What the body waits for when it pauses; only the running body itself may do that. */
  pause({ run, site }: CallContext, reason: Value): Suspension {
    return new Wait(
      (wake) => {
        this.#status = 'paused'
        this.#pauseReason = reason
        this.#pausedBody = wake
        if (this.#fiber !== undefined) run.fibers.release(this.#fiber)
        this.#takeHandBack()?.resumeAtOnce(this)
        this.#awaiters.resumeAll(this)
      },
      { site, forWhat: 'somebody to resume it', on: () => undefined },
    )
  }

  awaitFrom({ run, site }: CallContext): Value | Suspension {
    switch (this.#status) {
      case 'created':
        throw new SenseError(problems.agentNotStarted(this.name), site)
      case 'failed':
        run.fibers.failures.collect(this)
        throw this.#error
      case 'paused':
      case 'completed':
        return this
      case 'running':
        if (run.fibers.current?.agent === this) throw new SenseError(problems.awaitsItself(this.name), site)
        return new Wait((wake) => {
          this.#awaiters.add(wake)
        }, this.#waitUntilSettled(site))
    }
  }

  #readStatus(run: Run, site: SiteId): Value | Suspension {
    if (this.#status !== 'running' || !this.#definition.isAsync) return this.#status
    return readAfterOthers(run, site, () => this.#status)
  }

  /** Lets the body go on in place of the code that asks for it, which gets the agent back. */
  #waitForHandBack({ site }: CallContext, enterBody: () => void): Suspension {
    return new Wait((wake) => {
      enterBody()
      this.#status = 'running'
      this.#handBack = wake
    }, this.#waitUntilSettled(site))
  }

  #waitUntilSettled(site: SiteId): InnerWait {
    return { site, forWhat: `agent \`${this.name}\` to pause or end`, on: () => this.#fiber }
  }

  #fiberSettings(run: Run, site: SiteId): FiberSettings {
    return {
      frame: frameOf(this.#definition, site),
      description: `agent \`${this.name}\``,
      agent: this,
      owner: { kind: 'agent', name: this.name },
      settle: (outcome) => {
        this.#end(run, outcome)
      },
    }
  }

  #end({ fibers }: Run, outcome: Outcome): void {
    if (this.#fiber !== undefined) fibers.release(this.#fiber)
    this.#fiber = undefined
    const handBack = this.#takeHandBack()
    if (outcome.kind === 'value') {
      this.#status = 'completed'
      handBack?.resumeAtOnce(this)
      this.#awaiters.resumeAll(this)
      return
    }
    this.#status = 'failed'
    this.#error = outcome.error
    if (handBack === undefined && this.#awaiters.isEmpty) fibers.failures.add(this, outcome.error)
    handBack?.failAtOnce(outcome.error)
    this.#awaiters.failAll(outcome.error)
  }

  #takeHandBack(): Wake | undefined {
    const handBack = this.#handBack
    this.#handBack = undefined
    return handBack
  }

  /** ` (reason)` while it is paused for one; the reason may hold the agent itself. */
  #shownReason(): string {
    if (this.#status !== 'paused' || !isTruthy(this.#pauseReason)) return ''
    if (this.#isBeingShown) return ' (...)'
    this.#isBeingShown = true
    try {
      return ` (${textForm(this.#pauseReason)})`
    } finally {
      this.#isBeingShown = false
    }
  }
}

/** Code that cannot wait shows up in the call stack by itself, so its frame needs no name. */
function frameOf({ name, code }: AgentDefinition, site: SiteId): Frame {
  return code.suspends ? new Frame(code.start(), name, site) : new Frame(stepsOfPlain(code.start), '', site)
}
