/**
 * Finds the functions that may suspend: the smallest set such that each of them calls something that may.
 *
 * A call of a name that only declarations bind is known; a call of a suspending member counts whatever stands before the
 * dot; every other call is unresolved. An unresolved call may suspend as soon as anything that may suspend is used as a
 * value somewhere, because that may be what it reaches. Plain functions stay plain JavaScript functions, which is what
 * makes ordinary code fast.
 */

import { membersThatSuspendWhenCalled, membersThatSuspendWhenRead } from '../../language/members.ts'
import type { BodyInfo, CallFact, Resolution } from './scope-info.ts'

export interface SuspensionFacts {
  readonly bodies: readonly BodyInfo[]
  /** Every reading of a name that is not the callee of a call. */
  readonly valueUses: readonly Resolution[]
  readonly membersUsedAsValues: ReadonlySet<string>
  readonly assignedBuiltins: ReadonlySet<string>
}

/** Sets `suspends` of every body, and says whether an unresolved call may suspend. */
export function findSuspensions(facts: SuspensionFacts): boolean {
  const reachable = bodiesUsedAsValues(facts)
  let mayUnresolvedCallSuspend = hasSuspendingValue(facts)
  for (let isStable = false; !isStable;) {
    isStable = true
    for (const body of facts.bodies) {
      if (
        body.suspends ||
        !body.calls.some((fact) => maySuspend(fact, facts.assignedBuiltins, mayUnresolvedCallSuspend))
      ) {
        continue
      }
      body.suspends = true
      if (reachable.has(body)) mayUnresolvedCallSuspend = true
      isStable = false
    }
  }
  return mayUnresolvedCallSuspend
}

/** Whether one call or member read may suspend, as far as is known so far. */
export function maySuspend(
  fact: CallFact,
  assignedBuiltins: ReadonlySet<string>,
  mayUnresolvedCallSuspend: boolean,
): boolean {
  switch (fact.kind) {
    case 'unknown':
      return mayUnresolvedCallSuspend
    case 'member':
      return mayUnresolvedCallSuspend || membersThatSuspendWhenCalled.has(fact.name)
    case 'member-read':
      return membersThatSuspendWhenRead.has(fact.name)
    case 'name':
      return mayNameSuspend(fact.resolution, assignedBuiltins, mayUnresolvedCallSuspend)
  }
}

function mayNameSuspend(
  { candidates, builtin }: Resolution,
  assignedBuiltins: ReadonlySet<string>,
  mayUnresolvedCallSuspend: boolean,
): boolean {
  const isBuiltinKnown = builtin === undefined || !assignedBuiltins.has(builtin.name)
  const isKnown = isBuiltinKnown && candidates.every((candidate) => !candidate.hasOtherWriters)
  if (!isKnown && mayUnresolvedCallSuspend) return true
  return builtin?.suspends === true || candidates.some((candidate) => candidate.declared.some((body) => body.suspends))
}

/** The bodies that an unresolved call may reach. */
function bodiesUsedAsValues({ bodies, valueUses }: SuspensionFacts): ReadonlySet<BodyInfo> {
  const reachable = new Set(bodies.filter((body) => body.isUsedAsValue))
  for (const { candidates } of valueUses) {
    for (const body of candidates.flatMap((candidate) => candidate.declared)) reachable.add(body)
  }
  return reachable
}

function hasSuspendingValue({ valueUses, membersUsedAsValues }: SuspensionFacts): boolean {
  if (valueUses.some((resolution) => resolution.builtin?.suspends === true)) return true
  return [...membersUsedAsValues].some((member) => membersThatSuspendWhenCalled.has(member))
}
