/** Errors of the steps of an action (spec 02 §5). */

import { problemKind } from '../problem-kind.ts'
import { listOfNames } from './execution.ts'

/** An action at the moment of a step that it cannot take. */
export interface ActionFacts {
  readonly name: string
  /** As `.state` gives it. */
  readonly state: string
  /** The steps that are possible in this state. */
  readonly allowedSteps: readonly string[]
  /** Whether an approval is required and not there yet. */
  readonly needsApproval: boolean
}

export const wrongActionStep = problemKind(
  'SenseRuntimeError',
  'wrong-action-step',
  (step: string, action: ActionFacts) => ({
    headline: `the action \`${action.name}\` cannot be ${participleOf(step)}${againText(step, action)}: it is ${action.state}`,
    label: `not possible in state \`${action.state}\``,
    detail: allowedText(action.allowedSteps),
    hint: nextStepHint(action),
  }),
)

export const irreversibleRollback = problemKind(
  'SenseRuntimeError',
  'irreversible-rollback',
  (action: ActionFacts) => ({
    headline: `the irreversible action \`${action.name}\` cannot be rolled back`,
    label: 'it has no rollback block',
    detail: `It is ${action.state}. ${allowedText(action.allowedSteps)}`,
    hint: `if it can be undone, declare it as \`reversible action ${action.name}(...)\`, with a \`rollback:\` block after its body`,
  }),
)

/** `running`: `commit` or `rollback`. */
export const actionRunning = problemKind(
  'SenseRuntimeError',
  'action-running',
  (step: string, running: string, action: ActionFacts) => ({
    headline: `the action \`${action.name}\` cannot be ${participleOf(step)} while its ${running} is running`,
    label: `it is still ${action.state}`,
    detail: `Until the ${running} has ended no other step is possible, or the same effect could happen twice.`,
    hint: `wait until it has ended; for a second effect prepare another action with \`${action.name}(...)\``,
  }),
)

/** How the person at a client was asked for an approval, and gave none. */
export type MissingConsent = 'impossible' | 'declined' | 'cancelled'

/** `subject` is as in the audit log: `reversible action 'pay'`. `consent`: in a call of a client. */
export const approvalMissing = problemKind(
  'SenseApprovalError',
  'approval-missing',
  (subject: string, name: string, consent?: MissingConsent) => ({
    headline: `${subject} requires approval, and ${reasonOf(consent)}`,
    label: 'not approved',
    detail: 'An action that was committed without the approval it requires is denied for good.',
    hint: `prepare another and approve it before the commit: \`${name}(...).verify().approve().commit()\``,
  }),
)

function reasonOf(consent: MissingConsent | undefined): string {
  switch (consent) {
    case undefined:
      return 'nobody approved it'
    case 'impossible':
      return 'the client of this call has no way to ask for one (no elicitation)'
    case 'declined':
      return 'the person at the client refused it'
    case 'cancelled':
      return 'the person at the client gave no answer'
  }
}

export const stepOfDeclaration = problemKind(
  'SenseRuntimeError',
  'step-of-declaration',
  (name: string, kind: string, member: string) => ({
    headline: `the ${kind} action \`${name}\` is not prepared yet, so it has no \`${member}\``,
    label: 'this is the declaration',
    hint: `call it with its arguments first, which runs nothing: \`${name}(...).${member}\``,
  }),
)

function participleOf(step: string): string {
  switch (step) {
    case 'verify':
      return 'verified'
    case 'approve':
      return 'approved'
    case 'commit':
      return 'committed'
    default:
      return 'rolled back'
  }
}

function againText(step: string, { state }: ActionFacts): string {
  return state === participleOf(step).replace(' ', '_') ? ' again' : ''
}

function allowedText(steps: readonly string[]): string {
  if (steps.length === 0) return 'No step is possible any more.'
  return `Possible now: ${listOfNames(steps)}.`
}

/** The steps that are still to be taken, up to the commit. */
function orderHint(steps: readonly string[]): string {
  const calls = steps.map((step) => `\`${step}()\``)
  return calls.length === 1 ? `the next step is ${calls.join()}` : `call ${calls.join(', then ')}`
}

function nextStepHint({ name, state, allowedSteps, needsApproval }: ActionFacts): string {
  const another = `prepare another action with \`${name}(...)\``
  if (state === 'prepared') return orderHint(needsApproval ? ['verify', 'approve', 'commit'] : ['verify', 'commit'])
  if (state === 'verified') return orderHint(needsApproval ? ['approve', 'commit'] : ['commit'])
  if (allowedSteps.length > 0) return `to undo it use \`rollback()\`; to do it again ${another}`
  return `${state === 'denied' || state === 'failed' ? 'to try' : 'to do it'} again, ${another}`
}
