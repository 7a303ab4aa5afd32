/**
 * Runs the code of a commit or a rollback, plain or with waits in it, between its checks and its outcome.
 *
 * Where the code may wait, the checks wait too until the driver runs the frame: a frame that is never run, because nothing can
 * wait where it was made, has done nothing.
 */

import type { CallContext } from '../execution/callable.ts'
import type { ScopeOwner } from '../execution/scope.ts'
import type { Steps, Suspension } from '../execution/suspension.ts'
import { Frame, complete } from '../execution/suspension.ts'
import { stepsAsCaller, valueAsCaller } from '../safety/callers.ts'
import type { Value } from '../values/value.ts'

export interface Effect {
  /** On whose account the code runs. */
  readonly owner: ScopeOwner
  readonly code:
    { readonly suspends: false; readonly start: () => Value } | { readonly suspends: true; readonly start: () => Steps }
  /** Makes the checks and puts the start on record. What it throws is the end: none of the others is called. */
  readonly begin: () => void
  /** Puts an error on record that the code raised. */
  readonly fail: (error: unknown) => void
  /** Called when the code has been left, in whatever way, before `complete`. */
  readonly leave: () => void
  /** Called only if the code gave a value. */
  readonly complete: () => void
}

/** `context` is the call of the step; its site is where the frames of the code are called from. */
export function runEffect(context: CallContext, effect: Effect): Value | Suspension {
  const { code, owner } = effect
  if (code.suspends) return new Frame(effectSteps(context, effect, code.start), '', context.site)
  effect.begin()
  let value: Value
  try {
    value = valueAsCaller(context.run.callers, owner, code.start)
  } catch (error) {
    effect.fail(error)
    throw error
  } finally {
    effect.leave()
  }
  effect.complete()
  return value
}

/** The code gets a frame of its own, so that an error of its checks is not shown as one inside it. */
function* effectSteps({ run, site }: CallContext, effect: Effect, start: () => Steps): Steps {
  effect.begin()
  const { owner } = effect
  let value: Value
  try {
    value = yield* complete(new Frame(stepsAsCaller(run.callers, owner, start()), owner.name, site))
  } catch (error) {
    effect.fail(error)
    throw error
  } finally {
    effect.leave()
  }
  effect.complete()
  return value
}
