/**
 * What a host program allows at all.
 *
 * A rule of the program's own policy can be answered by a nearer one, so a host that runs a program it did not write needs
 * rules that no text can lift. They are asked first; what they leave open the program's own rules decide.
 */

import type { PolicyRule } from '../execution/scope.ts'
import { noSite } from '../values/sense-error.ts'

export interface HostPolicy {
  /** Capabilities that no call may use. */
  readonly deny?: readonly string[]
  /** If given: the only capabilities that calls may use. */
  readonly allowOnly?: readonly string[]
}

/** The host's rule that forbids `capability`; undefined if the host leaves it to the program. */
export function hostRuleAgainst(policy: HostPolicy | undefined, capability: string): PolicyRule | undefined {
  const isOpen = policy?.deny?.includes(capability) !== true && policy?.allowOnly?.includes(capability) !== false
  return isOpen ? undefined : { effect: 'deny', capability, site: noSite, isOfHost: true }
}
