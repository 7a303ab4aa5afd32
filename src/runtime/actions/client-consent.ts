/** Asks the person at a client to approve an action that is about to be committed: who wants what, with which arguments. */

import type { MissingConsent } from '../../compiler/diagnostics/catalogue/actions.ts'
import type { AuditSubject } from '../execution/gate.ts'
import type { OutsideCall } from '../execution/outside-call.ts'
import { subjectText } from '../safety/audit-line.ts'
import { oneLine } from '../safety/one-line.ts'
import { SenseError } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import type { Value } from '../values/value.ts'
import type { DeclaredAction } from './action-definition.ts'

/** What is shown of one argument; whoever approves must be able to read it all on one screen. */
const argumentLengthMax = 1_000
const argumentsShownMax = 30

export async function clientConsent(
  { ask, signal }: OutsideCall,
  subject: AuditSubject,
  { definition }: DeclaredAction,
  args: readonly Value[],
): Promise<'given' | MissingConsent> {
  const shown = definition.signature.parameters
    .slice(0, argumentsShownMax)
    .map(({ name }, index) => `  ${name}: ${argumentText(args[index] ?? null)}`)
  const more = definition.signature.parameters.length - shown.length
  const lines = [
    `Approve ${subjectText(subject)}?`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more arguments`] : []),
    ...(definition.capability === undefined ? [] : [`It uses the capability ${definition.capability}.`]),
  ]
  const answer = await ask({ wanted: 'approval', message: lines.join('\n') }, signal)
  return answer.kind === 'accepted' ? 'given' : answer.kind
}

/** A String in quotes, so that it cannot look like something else; a value may be too large to be shown. */
function argumentText(value: Value): string {
  try {
    return oneLine(typeof value === 'string' ? JSON.stringify(value) : textForm(value), argumentLengthMax)
  } catch (error) {
    if (error instanceof SenseError) return `(${error.problem.headline})`
    throw error
  }
}
