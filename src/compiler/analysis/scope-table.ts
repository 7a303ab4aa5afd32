/**
 * The scopes and bindings of one file as they are met, and what a name can mean at that moment.
 *
 * `#step` counts bindings in the order in which they are met: what is certain at a step is certain at all later ones.
 */

import type { BuiltinSignature } from '../../language/builtins.ts'
import type { Span } from '../source/source-file.ts'
import type { Name } from '../syntax/tree.ts'
import type { Binding, BodyDeclaration, BodyInfo, ImportSource, Resolution, ScopeInfo } from './scope-info.ts'

/**
 * `closed`: all of the program is there. `open`: more text may come later, which may bind names of the file, call its functions
 * and replace builtins.
 */
export type World = 'closed' | 'open'

export class ScopeTable {
  readonly bodies: BodyInfo[] = []
  readonly assignedBuiltins = new Set<string>()
  readonly #builtins: ReadonlyMap<string, BuiltinSignature>
  readonly #bindings = new Map<string, Set<Binding>>()
  /** Whether the names of the file itself are shared with later texts. */
  readonly #isSession: boolean
  #step = 0
  #nextId = 0

  constructor(builtins: readonly BuiltinSignature[], isSession: boolean) {
    this.#isSession = isSession
    this.#builtins = new Map(builtins.map((builtin) => [builtin.name, builtin]))
  }

  /** A body that is declared now: what is certain now is certain inside. */
  newBody(name: string, isUsedAsValue: boolean, declaration?: BodyDeclaration): BodyInfo {
    const declaredAt = this.#step
    const body = { id: this.#nextId++, name, declaredAt, isUsedAsValue, calls: [], declaration, suspends: false }
    this.bodies.push(body)
    return body
  }

  newScope(parent: ScopeInfo | undefined, body: BodyInfo): ScopeInfo {
    return { id: this.#nextId++, parent, body, bindings: new Map(), needsRuntimeScope: false }
  }

  /** The binding of `name` in `scope` itself, made if it is new. */
  bind({ text: name, span }: Name, scope: ScopeInfo, isCertain: boolean): Binding {
    this.#step += 1
    const binding = scope.bindings.get(name) ?? this.#newBinding(name, span, scope)
    const known = this.#bindings.get(name) ?? new Set<Binding>()
    // One that others may have bound is bound here as well.
    if (!known.has(binding)) binding.boundAt = span
    this.#bindings.set(name, known.add(binding))
    if (isCertain) binding.certainFrom = Math.min(binding.certainFrom, this.#step)
    return binding
  }

  #newBinding(name: string, boundAt: Span, scope: ScopeInfo): Binding {
    const isShared = this.#isSession && scope.parent === undefined
    const binding = {
      ...{ id: this.#nextId++, name, scope, boundAt, isShared, certainFrom: Infinity, declared: [] },
      ...{ imports: [], hasOtherWriters: isShared, calledMembers: new Set<string>() },
    }
    scope.bindings.set(name, binding)
    return binding
  }

  /** Binds `name` in `scope` by something that is no declaration of a function or tool. */
  bindValue(name: Name, scope: ScopeInfo): Resolution {
    const binding = this.bind(name, scope, true)
    binding.hasOtherWriters = true
    return certainly(binding)
  }

  /** Binds `name` in `scope` by an import; `source` is undefined where that is no file. */
  bindImport(name: Name, scope: ScopeInfo, source: ImportSource | undefined): Resolution {
    if (source === undefined) return this.bindValue(name, scope)
    const binding = this.bind(name, scope, true)
    binding.imports.push(source)
    return certainly(binding)
  }

  /** Every binding of `name` so far, whatever its scope. */
  bindingsOf(name: string): readonly Binding[] {
    return [...(this.#bindings.get(name) ?? [])]
  }

  /** What `name` can mean when it is read in `scope` now. */
  resolve(name: string, scope: ScopeInfo): Resolution {
    const candidates: Binding[] = []
    let step = this.#step
    for (let current: ScopeInfo | undefined = scope; current !== undefined; current = current.parent) {
      const binding = current.bindings.get(name) ?? this.#boundByOthers(name, current)
      if (binding !== undefined) candidates.push(binding)
      if (binding !== undefined && binding.certainFrom <= step)
        return { candidates, isCertain: true, builtin: undefined }
      // Beyond the body that `current` belongs to, only what was certain when it was declared is certain.
      if (current.parent?.body !== current.body) step = Math.min(step, current.body.declaredAt)
    }
    return { candidates, isCertain: false, builtin: this.#builtins.get(name) }
  }

  /** Of a session's own names each may be bound by an earlier or a later text. */
  #boundByOthers(name: string, scope: ScopeInfo): Binding | undefined {
    if (!this.#isSession || scope.parent !== undefined) return undefined
    return this.#newBinding(name, { offsetStart: 0, offsetEnd: 0 }, scope)
  }

  /**
   * What `name = ...` in `scope` writes, by the one rule of spec 01 §4: the nearest that is bound, else a builtin, else a
   * new one in `scope`. `isCertain`: whether the assignment is made whenever its statement runs.
   */
  assign(name: Name, scope: ScopeInfo, isCertain: boolean): Resolution {
    const resolution = this.#writtenBy(name, scope, isCertain)
    for (const binding of resolution.candidates) binding.hasOtherWriters = true
    return resolution
  }

  #writtenBy(name: Name, scope: ScopeInfo, isCertain: boolean): Resolution {
    const resolution = this.resolve(name.text, scope)
    if (resolution.isCertain) return resolution
    if (resolution.builtin !== undefined && !resolution.builtin.isAddition) {
      this.assignedBuiltins.add(name.text)
      return resolution
    }
    const isOnlyOwn = resolution.candidates.every((candidate) => candidate.scope === scope)
    const own = this.bind(name, scope, isCertain && isOnlyOwn)
    // The nearest that is bound is updated, be it this scope's own; if none is, this scope's own is created.
    const candidates = isOnlyOwn ? [own] : [...resolution.candidates, own]
    return { candidates, isCertain: true, builtin: undefined }
  }
}

export function certainly(binding: Binding): Resolution {
  return { candidates: [binding], isCertain: true, builtin: undefined }
}
