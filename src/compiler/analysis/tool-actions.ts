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

type Actions = ReadonlyMap<Binding, ActionDeclaration>

function actionsByBinding(files: Files): Actions {
  const actions = new Map<Binding, ActionDeclaration>()
  for (const { bodies, resolutionOf } of files.values()) {
    for (const { declaration } of bodies) {
      if (declaration?.kind !== 'action-declaration') continue
      for (const binding of resolutionOf.get(declaration.name)?.candidates ?? []) actions.set(binding, declaration)
    }
  }
  return actions
}

function actionsReachedBy(tool: BodyInfo, files: Files, actions: Actions): readonly ActionDeclaration[] {
  const seen = new Set([tool])
  const reached: ActionDeclaration[] = []
  // What is added while the loop runs is visited too.
  for (const body of seen) {
    for (const fact of body.calls) {
      for (const called of reachOf(fact, files).bodies) seen.add(called)
      for (const binding of bindingsMeantBy(fact, files)) {
        const action = actions.get(binding)
        if (action !== undefined) reached.push(action)
      }
    }
  }
  return reached
}

/** What a called name can be bound to, in the files that it may come from too. */
function bindingsMeantBy(fact: CallFact, files: Files): readonly Binding[] {
  const sourcesOf = (candidates: readonly Binding[]): readonly ImportSource[] =>
    candidates.flatMap(({ imports }) => imports)
  const at = (source: ImportSource): readonly Binding[] => {
    const binding = bindingAt(source, files)
    return binding === undefined ? [] : [binding]
  }
  if (fact.kind === 'name') {
    const { candidates } = fact.resolution
    return [...candidates, ...sourcesOf(candidates).flatMap(at)]
  }
  if (fact.kind !== 'member') return []
  const modules = sourcesOf(fact.object?.candidates ?? []).filter(({ member }) => member === undefined)
  return modules.flatMap(({ path }) => at({ path, member: fact.name }))
}
