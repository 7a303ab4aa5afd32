/** Errors of the gate: what the policy does not allow (spec 02 §4). */

import { problemKind } from '../problem-kind.ts'

/** `subject` is as in the audit log (`tool 'pay'`), `askers` what encloses the call (`agent:a > tool:b`) or empty. */
export const capabilityDenied = problemKind(
  'SensePolicyError',
  'capability-denied',
  (subject: string, capability: string, askers: string, isRuleInSameBlock: boolean) => ({
    headline: `${subject} requires capability '${capability}', which is denied by policy`,
    label: `needs \`${capability}\``,
    detail: `The nearest rule for the capability decides, seen from where the call is written.${askedBy(askers)}`,
    hint: isRuleInSameBlock
      ? `if this call is meant to happen, change the rule to \`allow ${capability}\`, or remove it`
      : `if this call is meant to happen, write \`policy: allow ${capability}\` in the block that makes it`,
  }),
)

export const capabilityDeniedByHost = problemKind(
  'SensePolicyError',
  'capability-denied-by-host',
  (subject: string, capability: string, askers: string) => ({
    headline: `${subject} requires capability '${capability}', which is denied by policy`,
    label: `needs \`${capability}\``,
    detail: `The application that runs this program does not allow it; no rule in the program can.${askedBy(askers)}`,
  }),
)

/** The label of the rule's own place. */
export const deniedHere = 'denied here'

function askedBy(askers: string): string {
  return askers === '' ? '' : ` It was asked for by ${askers}.`
}
