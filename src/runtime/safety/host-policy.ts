/**
 * What a host program allows at all.
 *
 * A rule of the program's own policy can be answered by a nearer one, so a host that runs a program it did not write needs
 * rules that no text can lift. They are asked first; what they leave open the program's own rules decide.
 */

import type { CapabilityOwner } from '../../language/rule-names.ts'
import { coversCapability, ruleNamesOf } from '../../language/rule-names.ts'
import type { PolicyRule } from '../execution/scope.ts'
import { noSite } from '../values/sense-error.ts'

export interface HostPolicy {
  /** Capabilities that the program may not use. `shop.*` is for all that begin so; `mcp.fs.write_file` for one tool of a connection. */
  readonly deny?: readonly string[]
  /** If given: the only capabilities that it may use, written in the same ways. `deny` goes before it. */
  readonly allowOnly?: readonly string[]
}

/** The host's rule that forbids `capability`; undefined if the host leaves it to the program. */
export function hostRuleAgainst(
  policy: HostPolicy | undefined,
  capability: string,
  owner: CapabilityOwner,
): PolicyRule | undefined {
  if (policy === undefined) return undefined
  const names = ruleNamesOf(capability, owner)
  const speaks = (ruleName: string): boolean => names.includes(ruleName) || coversCapability(ruleName, capability)
  const denied = policy.deny?.find(speaks)
  if (denied !== undefined) return hostRule(denied)
  return policy.allowOnly?.some(speaks) === false ? hostRule(capability) : undefined
}

function hostRule(capability: string): PolicyRule {
  return { effect: 'deny', capability, site: noSite, isOfHost: true }
}
