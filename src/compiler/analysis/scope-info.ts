/**
 * What analysis finds out about a program: scopes, bindings, what each name can mean, and which calls may suspend.
 *
 * A name in a scope can become bound only by a statement written directly in that scope, and those run in order. So
 * whether a name is bound is a function of the position. Every binding of every scope becomes a JavaScript variable that
 * starts as `undefined`, which means "unbound"; every reference gets the list of bindings it can mean, innermost first.
 * Usually that list has one entry that is certainly bound, and the reference is that variable.
 */

import type { BuiltinSignature } from '../../language/builtins.ts'
import type { Call, FunctionDeclaration, MemberAccess, Program, ToolDeclaration } from '../syntax/tree.ts'

/** A body that becomes one JavaScript function. */
export interface BodyInfo {
  readonly id: number
  /** The Sense name; empty for the module. */
  readonly name: string
  /** When, in the order of analysis, its declaration was met; what is certain by then is certain inside. */
  readonly declaredAt: number
  /** Whether unresolved calls may reach it whatever the program does with its name: a tool's body, which models call. */
  isUsedAsValue: boolean
  readonly calls: CallFact[]
  /** Filled in by `findSuspensions`: whether it is compiled as a generator. */
  suspends: boolean
}

export interface ScopeInfo {
  readonly id: number
  readonly parent: ScopeInfo | undefined
  readonly body: BodyInfo
  readonly bindings: Map<string, Binding>
  /** Whether policy or delegation is set by a statement directly in it, so that it needs a `Scope` at run time. */
  needsRuntimeScope: boolean
}

export interface Binding {
  readonly id: number
  readonly name: string
  readonly scope: ScopeInfo
  /** From this step of the analysis on it is bound in every execution of its scope; Infinity if that is never certain. */
  certainFrom: number
  /** The bodies that are bound to it by declarations. */
  readonly declared: BodyInfo[]
  /** Whether something other than a declaration binds it: then nobody knows what a call of it reaches. */
  hasOtherWriters: boolean
}

/** What a name can mean at one place. */
export interface Resolution {
  /** Innermost first. All but the last may be unbound; the last is certain if `isCertain`. */
  readonly candidates: readonly Binding[]
  readonly isCertain: boolean
  /** The builtin that is meant when no candidate is bound. */
  readonly builtin: BuiltinSignature | undefined
}

/** What one call, or one read of a member, may do. */
export type CallFact =
  | { readonly kind: 'name'; readonly resolution: Resolution }
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'member-read'; readonly name: string }
  | { readonly kind: 'unknown' }

export interface Analysis {
  readonly program: Program
  readonly module: ScopeInfo
  /** The scope that a block, loop, body or session opens, keyed by its `Block`. */
  readonly scopeOf: ReadonlyMap<object, ScopeInfo>
  /** The meaning of each name that is read or assigned, keyed by the node or, for declarations, by the `Name`. */
  readonly resolutionOf: ReadonlyMap<object, Resolution>
  readonly bodyOf: ReadonlyMap<FunctionDeclaration | ToolDeclaration, BodyInfo>
  readonly callFacts: ReadonlyMap<Call | MemberAccess, CallFact>
  /** Names of builtins that some assignment may replace; all others are constants. */
  readonly assignedBuiltins: ReadonlySet<string>
  /** Whether a call or member read may suspend; only meaningful after `findSuspensions`. */
  readonly mayUnresolvedCallSuspend: boolean
}
