/**
 * Finds the bodies whose functions or tools are used as values: what holds such a value may call it from anywhere.
 *
 * A name that is only ever called does not count, and neither does a file of which only members are called, as long as
 * analysis knows what those calls reach.
 */

import { bindingAt, memberFunctionOf, onlyModuleOf } from './known-values.ts'
import type { Files } from './known-values.ts'
import type { Binding, BodyInfo, FileAnalysis, MemberUse, ScopeInfo } from './scope-info.ts'

export function bodiesUsedAsValues(files: Files, memberNames: ReadonlySet<string>): ReadonlySet<BodyInfo> {
  const reachable = new Set<BodyInfo>()
  const escaped = new Set<Binding>()
  const waiting: Binding[] = []
  const escape = (binding: Binding | undefined): void => {
    if (binding === undefined || escaped.has(binding)) return
    escaped.add(binding)
    waiting.push(binding)
  }
  for (const file of files.values()) {
    for (const body of file.bodies) if (body.isUsedAsValue) reachable.add(body)
    for (const { candidates } of file.valueUses) candidates.forEach(escape)
    for (const use of file.memberUses) escapeByMember(use, files, escape)
    for (const variable of variablesOfAgents(file)) if (memberNames.has(variable.name)) escape(variable)
  }
  for (let binding = waiting.pop(); binding !== undefined; binding = waiting.pop()) {
    for (const body of binding.declared) reachable.add(body)
    for (const source of binding.imports) {
      // Whoever has a module as a value may do anything with what its file binds.
      if (source.member !== undefined) escape(bindingAt(source, files))
      else files.get(source.path)?.module.bindings.forEach(escape)
    }
  }
  return reachable
}

function escapeByMember(
  { object, name, isCalled }: MemberUse,
  files: Files,
  escape: (binding: Binding | undefined) => void,
): void {
  if (isCalled && memberFunctionOf(object, name, files) !== undefined) return
  for (const candidate of object.candidates) {
    const path = onlyModuleOf(candidate)
    escape(path === undefined ? candidate : bindingAt({ path, member: name }, files))
  }
}

/** What can be read as a member of an agent: the variables of its scope chain. */
function variablesOfAgents({ bodies, scopeOf }: FileAnalysis): readonly Binding[] {
  const scopes = new Set<ScopeInfo>()
  for (const { declaration } of bodies) {
    if (declaration?.kind !== 'agent-declaration') continue
    for (let scope = scopeOf.get(declaration.body); scope !== undefined; scope = scope.parent) scopes.add(scope)
  }
  return [...scopes].flatMap(({ bindings }) => [...bindings.values()])
}
