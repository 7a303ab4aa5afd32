/**
 * Values that can be called or have members, as the rest of the runtime defines them.
 *
 * A function, a builtin, a tool, a method read without a call: each says for itself what a call does. `callValue` in
 * `call.ts` is the one way to call any of them.
 */

import type { SiteId } from '../values/sense-error.ts'
import type { ObjectValue, Value } from '../values/value.ts'
import type { Run } from './run.ts'
import type { Scope } from './scope.ts'
import type { Suspension } from './suspension.ts'

/** Where a call or a member access is written: the run, the scope chain it is checked against, and its site. */
export interface CallContext {
  readonly run: Run
  readonly scope: Scope
  readonly site: SiteId
}

/** Labelled arguments in written order; the parser has refused doubles. */
export type Labels = ReadonlyMap<string, Value>

export const noLabels: Labels = new Map()

/** An object that can be called. */
export interface Callable extends ObjectValue {
  /** Checks arity, labels and types itself; throws `SenseError` with `context.site`. */
  call(context: CallContext, args: readonly Value[], labels: Labels): Value | Suspension
  /** The same where nothing can wait, for what can do without a wait that `call` would give. */
  callAtOnce?(context: CallContext, args: readonly Value[], labels: Labels): Value
}

/** An object with members. */
export interface MemberHolder extends ObjectValue {
  /** The names of all members, for the list in an error. */
  readonly memberNames: readonly string[]
  /**
   * The member, or undefined if there is none of that name. A suspension only for the names that
   * `membersThatSuspendWhenRead` lists, because only there does the compiler expect one.
   */
  readMember(name: string, context: CallContext): Value | Suspension | undefined
}

export function isCallable(value: Value): value is Callable {
  return typeof value === 'object' && value !== null && 'call' in value && typeof value.call === 'function'
}

export function hasMembers(value: Value): value is MemberHolder {
  return typeof value === 'object' && value !== null && 'readMember' in value
}
