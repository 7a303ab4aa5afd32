/**
 * The states of an action and the steps between them.
 *
 *                 approve        approve
 *                  ┌──┐           ┌──┐
 *                  │  v           │  v
 *     call ──> prepared ─verify─> verified ─commit─> committed ─rollback─> rolled_back
 *                     │             │  │                        (reversible only)
 *                     └──> denied <─┘  └──> failed
 *
 * A rollback that is denied or fails leaves the action committed.
 */

export type ActionState = 'prepared' | 'verified' | 'committed' | 'rolled_back' | 'denied' | 'failed'

export const actionSteps = ['verify', 'approve', 'commit', 'rollback'] as const

export type ActionStep = (typeof actionSteps)[number]

/** The steps that an action of this kind may take, in the order in which they are usually taken. */
export function stepsFrom(state: ActionState, kind: 'reversible' | 'irreversible'): readonly ActionStep[] {
  switch (state) {
    case 'prepared':
      return ['verify', 'approve']
    case 'verified':
      return ['approve', 'commit']
    case 'committed':
      return kind === 'reversible' ? ['rollback'] : []
    case 'rolled_back':
    case 'denied':
    case 'failed':
      return []
  }
}

export function isActionStep(word: string): word is ActionStep {
  return actionSteps.some((step) => step === word)
}
