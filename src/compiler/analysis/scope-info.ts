/**
 * What analysis finds out about a program: scopes, bindings, what each name can mean, and which calls may suspend.
 *
 * A name in a scope can become bound only by a statement written directly in that scope, and those run in order. So
 * whether a name is bound is a function of the position. Every binding of every scope becomes a JavaScript variable that
 * starts as `undefined`, which means "unbound"; every reference gets the list of bindings it can mean, innermost first.
 * Usually that list has one entry that is certainly bound, and the reference is that variable.
 */

import type { BuiltinSignature } from '../../language/builtins.ts'
import type { Span } from '../source/source-file.ts'
import type {
  ActionDeclaration,
  AgentDeclaration,
  Block,
  Call,
  Expression,
  FromImportStatement,
  FunctionDeclaration,
  ImportHost,
  ImportStatement,
  MemberAccess,
  Program,
  ToolDeclaration,
} from '../syntax/tree.ts'
import type { TypeSet } from './value-types.ts'

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
  /** What it is the body of; undefined for a module or a `rollback` block. */
  readonly declaration: BodyDeclaration | undefined
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
  /** The place that first binds it. */
  boundAt: Span
  /** Whether it lives in the object that the texts of one session share, because later texts may read and write it. */
  readonly isShared: boolean
  /** From this step of the analysis on it is bound in every execution of its scope; Infinity if that is never certain. */
  certainFrom: number
  /** The bodies that are bound to it by declarations. */
  readonly declared: BodyInfo[]
  /** What imports of files bind to it. */
  readonly imports: ImportSource[]
  /** Whether something other than a declaration or such an import binds it: then nobody knows what a call of it reaches. */
  hasOtherWriters: boolean
  /** The names in calls such as `x.name(...)` where `x` may be this binding. */
  readonly calledMembers: Set<string>
}

/** A file that is imported, or one name of it. */
export interface ImportSource {
  readonly path: string
  /** The name that `from ... import` takes out of the file; undefined for the module itself. */
  readonly member: string | undefined
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
  /** `object` is what stands before the dot, where that is a name. */
  | { readonly kind: 'member'; readonly name: string; readonly object: Resolution | undefined }
  | { readonly kind: 'member-read'; readonly name: string }
  | { readonly kind: 'unknown' }
  /** Runs the module at `path` if it has not run yet. */
  | { readonly kind: 'import'; readonly path: string }
  /** Loads a JavaScript module, which may itself wait while it is loaded. */
  | { readonly kind: 'js-import' }

/** A declaration whose body runs when something else says so. */
export type BodyDeclaration = FunctionDeclaration | ToolDeclaration | ActionDeclaration | AgentDeclaration

/** A node that may suspend. */
export type SuspendingNode = Call | MemberAccess | ImportStatement | FromImportStatement

/** What analysis finds out about one file, before it is seen together with the others of its program. */
export interface FileAnalysis {
  readonly program: Program
  readonly module: ScopeInfo
  /** The scope that a block, loop, body or session opens, keyed by its `Block`. */
  readonly scopeOf: ReadonlyMap<object, ScopeInfo>
  /** The meaning of each name that is read or assigned, keyed by the node or, for declarations, by the `Name`. */
  readonly resolutionOf: ReadonlyMap<object, Resolution>
  /** The body of each declaration, and of each `rollback` block. */
  readonly bodyOf: ReadonlyMap<BodyDeclaration | Block, BodyInfo>
  readonly bodies: readonly BodyInfo[]
  /** Every binding of a name in the whole file, in the order in which they are met. */
  readonly bindingsOf: (name: string) => readonly Binding[]
  readonly callFacts: ReadonlyMap<SuspendingNode, CallFact>
  /** Every reading of a name that is neither the callee of a call nor stands before a dot. */
  readonly valueUses: readonly Resolution[]
  /** Every reading of a name before a dot. */
  readonly memberUses: readonly MemberUse[]
  readonly membersUsedAsValues: ReadonlySet<string>
  /** Every name that stands after a dot or is taken out of a module: what of a module or an agent can be asked for. */
  readonly memberNames: ReadonlySet<string>
  /** Whether the text has something that makes Floats: a literal, a division, `float`. */
  readonly mentionsFloats: boolean
  /** Builtins that some assignment of this file may replace. */
  readonly assignedBuiltins: ReadonlySet<string>
  /** The hosts whose modules it imports. */
  readonly hosts: ReadonlySet<ImportHost>
}

/** `object.name`, where the object is a name. */
export interface MemberUse {
  readonly object: Resolution
  readonly name: string
  readonly isCalled: boolean
}

/** What is known of a whole program: the main file and everything that it imports. */
export interface ProgramAnalysis {
  /** By path; the main file among them. */
  readonly files: ReadonlyMap<string, FileAnalysis>
  /** The paths of the files that some file imports. */
  readonly importedPaths: ReadonlySet<string>
  /** Names of builtins that some assignment may replace; all others are constants. */
  readonly assignedBuiltins: ReadonlySet<string>
  readonly memberNames: ReadonlySet<string>
  /** Whether some file has something that makes Floats. */
  readonly mentionsFloats: boolean
  /** The bodies that an unresolved call may reach. */
  readonly bodiesUsedAsValues: ReadonlySet<BodyInfo>
  /** The hosts whose modules some file imports. */
  readonly hosts: ReadonlySet<ImportHost>
  /**
   * Whether a call of a Python function suspends: it does where an async agent or tool could go on meanwhile, and simply
   * blocks where nobody can tell the difference.
   */
  readonly pythonCallsSuspend: boolean
  /** Whether a call of which nobody knows what it reaches may suspend. */
  readonly mayUnresolvedCallSuspend: boolean
  readonly types: ValueTypes
}

export interface ValueTypes {
  /** The types that the value of an expression can have; all of them where analysis finds that it never has one. */
  ofExpression(expression: Expression): TypeSet
  /** The types of the values that a variable can hold; none if nothing ever stores one. */
  ofBinding(binding: Binding): TypeSet
}
