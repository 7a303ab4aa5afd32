/**
 * A prepared action: one intended effect with its arguments, on its way from `prepared` to its end (spec 02 §5).
 *
 * Policy and audit log look at the place where the member of a step was read, because that is where the program decided
 * to take the step; errors belong to the call. While a body runs the state stays what it was, and no other step is taken.
 */

import * as problems from '../../compiler/diagnostics/catalogue/actions.ts'
import { BuiltinValue } from '../execution/builtin.ts'
import type { CallContext, MemberHolder } from '../execution/callable.ts'
import type { AuditEvent, AuditSubject } from '../execution/gate.ts'
import { ensureHeadroom } from '../execution/headroom.ts'
import { Scope } from '../execution/scope.ts'
import type { OutsideCall } from '../execution/outside-call.ts'
import { outsideCallOf } from '../execution/outside-call.ts'
import type { Steps, Suspension } from '../execution/suspension.ts'
import { Frame, complete, waitFor } from '../execution/suspension.ts'
import { subjectText } from '../safety/audit-line.ts'
import { leavesOutActions, notExecuted } from '../safety/dry-run.ts'
import { denialOf } from '../safety/policy.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import type { DeclaredAction, RollbackCode } from './action-definition.ts'
import type { ActionState, ActionStep } from './action-states.ts'
import { actionSteps, isActionStep, stepsFrom } from './action-states.ts'
import { clientConsent } from './client-consent.ts'
import { runEffect } from './run-effect.ts'

/** A step on its way: where its member was read, and where it is called. */
interface StepCall {
  readonly access: CallContext
  readonly site: SiteId
}

/** The detail of a commit that the program did not approve itself. */
const approvedAtClient = 'approved at the client'

/** What a commit leaves behind for a rollback. */
interface Undo {
  readonly code: RollbackCode
  /** The scope that the commit ran in. */
  readonly scope: Scope
}

export class PreparedAction implements MemberHolder {
  readonly typeName = 'Action'
  readonly memberNames: readonly string[] = ['state', 'name', 'kind', 'approved', ...actionSteps]
  readonly name: string
  readonly #declared: DeclaredAction
  readonly #subject: AuditSubject
  readonly #args: readonly Value[]
  #state: ActionState = 'prepared'
  #approval: 'by the program' | 'at the client' | undefined
  /** Why a client that was asked for the approval gave none. */
  #missingConsent: problems.MissingConsent | undefined
  #running: 'commit' | 'rollback' | undefined
  #undo: Undo | undefined

  constructor(declared: DeclaredAction, subject: AuditSubject, args: readonly Value[]) {
    this.name = declared.definition.signature.name
    this.#declared = declared
    this.#subject = subject
    this.#args = args
  }

  get state(): ActionState {
    return this.#state
  }

  textForm(): string {
    return `<action ${this.name} (${this.#declared.definition.kind}) state=${this.#state}>`
  }

  readMember(member: string, access: CallContext): Value | undefined {
    if (isActionStep(member)) return this.#stepReadAt(member, access)
    if (member === 'state') return this.#state
    if (member === 'name') return this.name
    if (member === 'kind') return this.#declared.definition.kind
    if (member === 'approved') return this.#approval !== undefined
    return undefined
  }

  #stepReadAt(step: ActionStep, access: CallContext): BuiltinValue {
    return new BuiltinValue({
      name: `${this.name}.${step}`,
      argumentsMin: 0,
      argumentsMax: 0,
      implementation: ({ site }) => this.#take(step, { access, site }),
    })
  }

  #take(step: ActionStep, call: StepCall): Value | Suspension {
    ensureHeadroom()
    switch (step) {
      case 'verify':
        return this.#verify(call)
      case 'approve':
        return this.#approve(call)
      case 'commit':
        return this.#commit(call)
      case 'rollback':
        return this.#rollback(call)
    }
  }

  #verify(call: StepCall): Value {
    this.#checkStep('verify', call.site)
    this.#checkCapability(call)
    this.#state = 'verified'
    this.#record(call, 'verified')
    return this
  }

  #approve({ site }: StepCall): Value {
    this.#checkStep('approve', site)
    this.#approval ??= 'by the program'
    return this
  }

  /** Of what nobody has approved yet, the client that calls may. */
  #commit(call: StepCall): Value | Suspension {
    const outsideCall = this.#needsApproval ? outsideCallOf(call.access.run.fibers.current) : undefined
    if (outsideCall === undefined) return this.#commitApproved(call)
    return new Frame(this.#commitWithConsent(call, outsideCall), '', call.site)
  }

  *#commitWithConsent(call: StepCall, outsideCall: OutsideCall): Steps {
    this.#checkStep('commit', call.site)
    this.#checkCapability(call)
    const consent = yield* waitFor(clientConsent(outsideCall, this.#subject, this.#declared, this.#args))
    // What else happened meanwhile is found by the checks of the commit itself.
    if (consent === 'given') this.#approval = 'at the client'
    else this.#missingConsent = consent
    return yield* complete(this.#commitApproved(call))
  }

  #commitApproved(call: StepCall): Value | Suspension {
    const { code, declaringScope, definition } = this.#declared
    if (leavesOutActions(call.access.run)) {
      this.#checkCommit(call)
      return this.#pretend(call, 'committed', notExecuted.commit)
    }
    const owner = { kind: definition.kind, name: this.name }
    const scope = new Scope(declaringScope, owner)
    const keepRollback = (rollback: RollbackCode): void => {
      this.#undo = { code: rollback, scope }
    }
    return runEffect(contextOf(call), {
      owner,
      code: code.suspends
        ? { suspends: true, start: () => code.start(scope, keepRollback, ...this.#args) }
        : { suspends: false, start: () => code.start(scope, keepRollback, ...this.#args) },
      begin: () => {
        this.#checkCommit(call)
        this.#start('commit', call)
      },
      fail: (error) => {
        this.#recordFailure(call, error, '')
      },
      leave: () => {
        // However the body was left: what it began cannot be taken for undone.
        this.#state = 'failed'
        this.#running = undefined
      },
      complete: () => {
        this.#state = 'committed'
        this.#record(call, 'committed', this.#approval === 'at the client' ? approvedAtClient : undefined)
      },
    })
  }

  #rollback(call: StepCall): Value | Suspension {
    const undo = this.#undo
    if (leavesOutActions(call.access.run)) {
      this.#checkRollback(call)
      return this.#pretend(call, 'rolled_back', notExecuted.rollback)
    }
    if (undo === undefined) {
      this.#checkRollback(call)
      throw new Error('what was committed and is reversible has kept its rollback block')
    }
    const owner = { kind: 'rollback', name: this.name } as const
    const scope = new Scope(undo.scope, owner)
    const { code } = undo
    return runEffect(contextOf(call), {
      owner,
      code: code.suspends
        ? { suspends: true, start: () => code.start(scope) }
        : { suspends: false, start: () => code.start(scope) },
      begin: () => {
        this.#checkRollback(call)
        this.#start('rollback', call)
      },
      fail: (error) => {
        this.#recordFailure(call, error, 'rollback body failed: ')
      },
      leave: () => {
        this.#running = undefined
      },
      complete: () => {
        this.#state = 'rolled_back'
        this.#record(call, 'rolled_back')
      },
    })
  }

  #checkCommit(call: StepCall): void {
    this.#checkStep('commit', call.site)
    this.#checkCapability(call)
    if (!this.#needsApproval) return
    this.#state = 'denied'
    this.#record(call, 'denied', 'requires approval')
    throw new SenseError(
      problems.approvalMissing(subjectText(this.#subject), this.name, this.#missingConsent),
      call.site,
    )
  }

  #checkRollback(call: StepCall): void {
    this.#checkStep('rollback', call.site)
    const denial = denialOf(contextOf(call), this.#subject, this.#declared.definition.capability)
    if (denial === undefined) return
    this.#record(call, 'denied', `${denial.record.detail ?? ''} (rollback)`)
    throw denial.error
  }

  /** Only an action that is not running and in the right state may take a step. */
  #checkStep(step: ActionStep, site: SiteId): void {
    const { kind } = this.#declared.definition
    const allowedSteps = stepsFrom(this.#state, kind)
    if (this.#running === undefined && allowedSteps.includes(step)) return
    const facts = { name: this.name, state: this.#state, allowedSteps, needsApproval: this.#needsApproval }
    if (step === 'rollback' && kind === 'irreversible') throw new SenseError(problems.irreversibleRollback(facts), site)
    if (this.#running === undefined) throw new SenseError(problems.wrongActionStep(step, facts), site)
    throw new SenseError(problems.actionRunning(step, this.#running, facts), site)
  }

  #checkCapability(call: StepCall): void {
    const denial = denialOf(contextOf(call), this.#subject, this.#declared.definition.capability)
    if (denial === undefined) return
    this.#state = 'denied'
    this.#record(call, 'denied', denial.record.detail)
    throw denial.error
  }

  get #needsApproval(): boolean {
    return this.#declared.definition.requiresApproval && this.#approval === undefined
  }

  #start(running: 'commit' | 'rollback', call: StepCall): void {
    this.#running = running
    this.#record(call, 'started')
  }

  /** The step of a dry run: all has been checked, nothing happens, and the record says so. */
  #pretend(call: StepCall, state: 'committed' | 'rolled_back', detail: string): Value {
    this.#state = state
    this.#record(call, state, detail)
    return null
  }

  /** What ends the whole run is no failure of the action: its entry `started` stays without an end. */
  #recordFailure(call: StepCall, error: unknown, prefix: string): void {
    const located = call.access.run.locate(error)
    if (located !== undefined) this.#record(call, 'failed', `${prefix}${located.problem.headline}`)
  }

  #record({ access: { run, scope, site } }: StepCall, event: AuditEvent, detail?: string): void {
    const { capability } = this.#declared.definition
    const record = { subject: this.#subject, event, scope, site, capability }
    run.gate.record(detail === undefined ? record : { ...record, detail })
  }
}

/** The scope in which the member was read, at the site of the call. */
function contextOf({ access: { run, scope }, site }: StepCall): CallContext {
  return { run, scope, site }
}
