/** What is known of an action before it is prepared, and how its code looks. */

import type { BodyCode } from '../execution/function-value.ts'
import type { Scope } from '../execution/scope.ts'
import type { Signature } from '../execution/signature.ts'

/** What the declaration says. */
export interface ActionDefinition {
  readonly signature: Signature
  readonly kind: 'reversible' | 'irreversible'
  readonly capability: string | undefined
  readonly requiresApproval: boolean
  /** The body's docstring. */
  readonly doc: string | undefined
}

/** The block after `rollback:`, as a closure over the variables of one commit; it is given the scope to run in. */
export type RollbackCode = BodyCode<[Scope]>

/** The body of an action; before anything else it hands its rollback block, if there is one, to the function it is given. */
export type ActionCode = BodyCode<[Scope, (rollback: RollbackCode) => void]>

/** A declaration together with the place that it closes over. */
export interface DeclaredAction {
  readonly definition: ActionDefinition
  readonly declaringScope: Scope
  readonly code: ActionCode
}
