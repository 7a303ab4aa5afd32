/**
 * Which actions each tool can reach, by the names that its body calls and what those call in turn.
 *
 * A tool that reaches none may still do anything: what it does without an action the text does not say.
 */

import type { ActionDeclaration } from '../syntax/tree.ts'
import type { Files } from './known-values.ts'
import { bindingAt, reachOf } from './known-values.ts'
import type { Binding, BodyInfo, CallFact, ImportSource } from './scope-info.ts'

/** The most that a tool can reach: one irreversible action counts for more than any number of reversible ones. */
export type ReachedAction = 'irreversible' | 'reversible'

/** By the names of tools; those that reach no action are not there. Tools of one name count as one. */
export function toolActions(files: Files): ReadonlyMap<string, ReachedAction> {
  const actions = actionsByBinding(files)
  const found = new Map<string, ReachedAction>()
  for (const body of [...files.values()].flatMap(({ bodies }) => bodies)) {
    if (body.declaration?.kind !== 'tool-declaration' || found.get(body.name) === 'irreversible') continue
    const reached = actionsReachedBy(body, files, actions)
    if (reached.length > 0) {
      found.set(body.name, reached.every(({ isReversible }) => isReversible) ? 'reversible' : 'irreversible')
    }
  }
  return found
}

/** The bodies that an action runs, by what its name is bound to: several where branches declare it in different ways. */
type ActionBodies = ReadonlyMap<Binding, readonly BodyInfo[]>

function actionsByBinding(files: Files): ActionBodies {
  const actions = new Map<Binding, readonly BodyInfo[]>()
  for (const { bodies, bodyOf, resolutionOf } of files.values()) {
    for (const body of bodies) {
      const { declaration } = body
      if (declaration?.kind !== 'action-declaration') continue
      const rollback = declaration.rollback && bodyOf.get(declaration.rollback)
      const own = rollback === undefined ? [body] : [body, rollback]
      for (const binding of resolutionOf.get(declaration.name)?.candidates ?? []) {
        actions.set(binding, [...(actions.get(binding) ?? []), ...own])
      }
    }
  }
  return actions
}

function actionsReachedBy(tool: BodyInfo, files: Files, actions: ActionBodies): readonly ActionDeclaration[] {
  const seen = new Set([tool])
  // What is added while the loop runs is visited too.
  for (const body of seen) {
    for (const fact of body.calls) {
      const called = reachOf(fact, files).bodies
      const committed = bindingsMeantBy(fact, files).flatMap((binding) => actions.get(binding) ?? [])
      for (const reached of [...called, ...committed]) seen.add(reached)
    }
  }
  return [...seen].flatMap(({ declaration }) => (declaration?.kind === 'action-declaration' ? [declaration] : []))
}

/** What a called name can be bound to, in the files that it may come from too. */
function bindingsMeantBy(fact: CallFact, files: Files): readonly Binding[] {
  if (fact.kind === 'name') return withImported(fact.resolution.candidates, files)
  if (fact.kind !== 'member') return []
  const sources = withImported(fact.object?.candidates ?? [], files).flatMap(({ imports }) => imports)
  const members = sources.flatMap(({ path, member }) => (member === undefined ? [{ path, member: fact.name }] : []))
  return withImported(bindingsAt(members, files), files)
}

/** `bindings`, those of other files that they are imported from, and so on. */
function withImported(bindings: readonly Binding[], files: Files): readonly Binding[] {
  const found = new Set(bindings)
  for (const { imports } of found) {
    for (const binding of bindingsAt(imports, files)) found.add(binding)
  }
  return [...found]
}

function bindingsAt(sources: readonly ImportSource[], files: Files): readonly Binding[] {
  return sources.flatMap((source) => bindingAt(source, files) ?? [])
}
