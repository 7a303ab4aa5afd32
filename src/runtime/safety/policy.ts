/**
 * Rules of the policy, and the check that every effect with a capability passes first (spec 02 §4).
 *
 * The decision itself is the gate's. Here a denial becomes what the user sees: the capability, the rule that decided and
 * where it stands, and who asked.
 */

import { capabilityDenied, capabilityDeniedByHost, deniedHere } from '../../compiler/diagnostics/catalogue/safety.ts'
import type { Problem } from '../../compiler/diagnostics/diagnostic.ts'
import type { CapabilityOwner } from '../../language/rule-names.ts'
import { capabilityOfTool, isPattern } from '../../language/rule-names.ts'
import type { CallContext } from '../execution/callable.ts'
import type { AuditRecord, AuditSubject } from '../execution/gate.ts'
import type { PolicyRule, Scope } from '../execution/scope.ts'
import { lineageOf } from '../execution/scope.ts'
import { SenseError } from '../values/sense-error.ts'
import { ownersText, subjectText } from './audit-line.ts'
import { oneLine } from './one-line.ts'

/** The longest capability that a report shows whole; that of a server may be any String. */
const capabilityLengthMax = 200

/** Adds a rule to the scope in which it was executed; it takes the place of an earlier one of the same name. */
export function addRule(scope: Scope, rule: PolicyRule): void {
  scope.rules.set(rule.capability, rule)
  if (!isPattern(rule.capability)) return
  scope.patterns ??= new Map()
  scope.patterns.set(rule.capability, rule)
}

/** Most capabilities are required by a part of the program. */
export const plainOwner: CapabilityOwner = { kind: 'plain' }

/** Lets the call pass, or audits the denial and throws the SensePolicyError. Without a capability there is nothing to check. */
export function checkCapability(
  context: CallContext,
  subject: AuditSubject,
  capability: string | undefined,
  owner: CapabilityOwner = plainOwner,
): void {
  const denial = denialOf(context, subject, capability, owner)
  if (denial === undefined) return
  context.run.gate.record(denial.record)
  throw denial.error
}

/** A call that the policy does not allow: the entry that must be written, and the error that must be raised or told. */
export interface Denial {
  readonly record: AuditRecord
  readonly error: SenseError
}

/** The denial, or undefined if the call may happen. Writes no entry: the caller does, when its turn has come. */
export function denialOf(
  { run, scope, site }: CallContext,
  subject: AuditSubject,
  capability: string | undefined,
  owner: CapabilityOwner = plainOwner,
): Denial | undefined {
  if (capability === undefined) return undefined
  const decision = run.gate.decide(scope, capability, owner)
  if (decision.isAllowed) return undefined
  const shown = oneLine(deniedName(capability, owner, decision.rule), capabilityLengthMax)
  const askers = ownersText(lineageOf(scope))
  const problem = problemOf(decision.rule, scope, subjectText(subject), shown, askers)
  const place = run.sites.placeOf(decision.rule.site)
  const related = place === undefined ? [] : [{ place, label: deniedHere }]
  const detail = `capability '${shown}' denied by policy`
  return {
    record: { subject, event: 'denied', scope, site, detail, capability },
    error: new SenseError(problem, site, related),
  }
}

function problemOf(rule: PolicyRule, scope: Scope, subject: string, shown: string, askers: string): Problem {
  if (rule.isOfHost === true) return capabilityDeniedByHost(subject, shown, askers)
  const isRuleInSameBlock = scope.rules.get(shown) === rule
  return capabilityDenied(subject, shown, askers, isRuleInSameBlock)
}

/** A rule for a tool of a connection is about that tool alone, so its name is what was denied. */
function deniedName(capability: string, owner: CapabilityOwner, rule: PolicyRule): string {
  if (owner.kind !== 'tool') return capability
  const ofTool = capabilityOfTool(capability, owner.name)
  return rule.capability === ofTool || rule.capability === `${capability}.*` ? ofTool : capability
}
