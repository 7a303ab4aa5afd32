/**
 * The scope chain as far as safety needs it.
 *
 * Variables of a program live in JavaScript variables of the generated code. What must be found along the scope chain at
 * run time is the rest: policy rules, delegation, the lineage of a call and the agent it belongs to (spec 01 §4). So a
 * `Scope` exists only for the module, for each run of a block that holds `policy` or `set` itself, and for each run of the
 * body of a tool, action, rollback or agent; a block in between uses its parent's.
 */

import type { SiteId } from '../values/sense-error.ts'
import type { ObjectValue } from '../values/value.ts'

/** One link of a lineage, outermost last when followed by `parent`: `tool:t`, `agent:a` (spec 02 §8). A client of a served program is one too. */
export interface ScopeOwner {
  readonly kind: 'tool' | 'agent' | 'reversible' | 'irreversible' | 'rollback' | 'client'
  readonly name: string
}

export interface PolicyRule {
  readonly effect: 'allow' | 'deny'
  /** As written: a capability, or `files.*` for all that begin alike. */
  readonly capability: string
  readonly site: SiteId
  /** The host program's rule: nothing in the program can lift it. */
  readonly isOfHost?: boolean
}

export class Scope {
  readonly parent: Scope | undefined
  readonly owner: ScopeOwner | undefined
  /** The latest rule of each name, such as `files.read` or `files.*`, executed in this very scope. */
  readonly rules: Map<string, PolicyRule>
  /** Those of them that end in `.*`; undefined if there are none. */
  patterns: Map<string, PolicyRule> | undefined
  /** The model of `set delegation` in this very scope. */
  delegation: ObjectValue | undefined
  /** The agent whose body has this very scope. */
  agent: ObjectValue | undefined

  constructor(parent: Scope | undefined, owner?: ScopeOwner) {
    this.parent = parent
    this.owner = owner
    this.rules = new Map()
    this.patterns = undefined
    this.delegation = undefined
    this.agent = undefined
  }
}

/** The owners that enclose `scope`, outermost first. */
export function lineageOf(scope: Scope): readonly ScopeOwner[] {
  const owners: ScopeOwner[] = []
  for (let current: Scope | undefined = scope; current !== undefined; current = current.parent) {
    if (current.owner !== undefined) owners.push(current.owner)
  }
  return owners.reverse()
}

/** The model delegated in the nearest scope that delegates one. */
export function delegationIn(scope: Scope): ObjectValue | undefined {
  for (let current: Scope | undefined = scope; current !== undefined; current = current.parent) {
    if (current.delegation !== undefined) return current.delegation
  }
  return undefined
}

/** The nearest agent that encloses `scope` in the text. */
export function agentIn(scope: Scope): ObjectValue | undefined {
  for (let current: Scope | undefined = scope; current !== undefined; current = current.parent) {
    if (current.agent !== undefined) return current.agent
  }
  return undefined
}
