/**
 * The bodies that are running, of which each entry of the audit log takes a picture.
 *
 * Whoever runs the body of a tool or an action does it through here, so that the body is among the callers for exactly as
 * long as it runs, in whatever way it ends.
 */

import type { ScopeOwner } from '../execution/scope.ts'
import type { Steps } from '../execution/suspension.ts'
import type { Value } from '../values/value.ts'

/** Runs a plain body with `owner` among the callers. */
export function valueAsCaller(callers: ScopeOwner[], owner: ScopeOwner, start: () => Value): Value {
  callers.push(owner)
  try {
    return start()
  } finally {
    removeCaller(callers, owner)
  }
}

/** The steps of a body that may wait, with `owner` among the callers from the first step to the end. */
export function* stepsAsCaller(callers: ScopeOwner[], owner: ScopeOwner, steps: Steps): Steps {
  callers.push(owner)
  try {
    return yield* steps
  } finally {
    removeCaller(callers, owner)
  }
}

/** Takes a body that has ended off the callers. By identity: bodies that wait do not always end in the order in which they began. */
export function removeCaller(callers: ScopeOwner[], owner: ScopeOwner): void {
  const index = callers.lastIndexOf(owner)
  if (index >= 0) callers.splice(index, 1)
}
