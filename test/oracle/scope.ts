/**
 * Scopes as the language describes them: a Map of names with a parent (spec 01 §4). Nothing is resolved before it runs.
 */

import type { ObjectValue, Value } from '../../src/runtime/values/value.ts'

/** What a scope adds to the lineage of a call (spec 02 §8). */
export interface Owner {
  readonly kind: 'agent' | 'tool' | 'reversible' | 'irreversible' | 'rollback'
  readonly name: string
}

export class Scope {
  readonly names = new Map<string, Value>()
  readonly parent: Scope | undefined
  readonly owner: Owner | undefined
  /** The latest rule of each name, with or without `.*` at its end (spec 02 §4). */
  readonly rules = new Map<string, 'allow' | 'deny'>()
  delegation: ObjectValue | undefined
  /** The agent whose body this scope is. */
  agent: ObjectValue | undefined

  constructor(parent: Scope | undefined, owner?: Owner) {
    this.parent = parent
    this.owner = owner
  }

  /** The scope and those around it, innermost first. */
  *chain(): Generator<Scope> {
    yield this
    for (let scope = this.parent; scope !== undefined; scope = scope.parent) yield scope
  }

  find(name: string): Value | undefined {
    for (const scope of this.chain()) {
      const value = scope.names.get(name)
      if (value !== undefined) return value
    }
    return undefined
  }

  /** Spec 01 §4, the one rule: updates the nearest scope that binds the name at this moment, else creates it here. */
  assign(name: string, value: Value): void {
    for (const scope of this.chain()) {
      if (!scope.names.has(name)) continue
      scope.names.set(name, value)
      return
    }
    this.names.set(name, value)
  }

  /**
   * Spec 02 §4: the nearest scope with a rule decides, and within it the rule that says most of the name; no rule anywhere
   * allows.
   */
  isDenied(capability: string): boolean {
    const words = capability.split('.')
    const starts = words.map((_, index) => `${words.slice(0, index).join('.')}.*`).slice(1)
    for (const scope of this.chain()) {
      for (const name of [capability, ...starts.toReversed()]) {
        const rule = scope.rules.get(name)
        if (rule !== undefined) return rule === 'deny'
      }
    }
    return false
  }

  /** Spec 02 §8: what encloses a call in the scope chain, outermost first. */
  lineage(): readonly Owner[] {
    return [...this.chain()].flatMap(({ owner }) => (owner === undefined ? [] : [owner])).reverse()
  }
}
