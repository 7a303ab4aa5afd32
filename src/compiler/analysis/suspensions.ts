/**
 * Finds the functions that may suspend: the smallest set such that each of them calls something that may.
 *
 * A call of a name that only declarations bind is known; a call of a suspending member counts whatever stands before the
 * dot; every other call is unresolved. An unresolved call may suspend as soon as anything that may suspend is used as a
 * value somewhere, because that may be what it reaches. Plain functions stay plain JavaScript functions, which is what
 * makes ordinary code fast. The files of a program are looked at together, because values pass between them.
 */

import { membersThatSuspendWhenCalled, membersThatSuspendWhenRead } from '../../language/members.ts'
import type { Binding, BodyInfo, CallFact, FileAnalysis, ProgramAnalysis, Resolution, ScopeInfo } from './scope-info.ts'

/** Sets `suspends` of every body in `files`, which holds all files of a program by path. */
export function analyzeProgram(files: ReadonlyMap<string, FileAnalysis>): ProgramAnalysis {
  const all = [...files.values()]
  const importedPaths = new Set(all.flatMap(importedBy))
  const facts = {
    files,
    importedPaths,
    assignedBuiltins: union(all.map((file) => file.assignedBuiltins)),
    memberNames: union(all.map((file) => file.memberNames)),
  }
  return { ...facts, mayUnresolvedCallSuspend: findSuspensions({ ...facts, mayUnresolvedCallSuspend: false }) }
}

/** Whether one call, member read or import may suspend, as far as is known so far. */
export function maySuspend(fact: CallFact, program: ProgramAnalysis): boolean {
  switch (fact.kind) {
    case 'unknown':
      return program.mayUnresolvedCallSuspend
    case 'member':
      return program.mayUnresolvedCallSuspend || membersThatSuspendWhenCalled.has(fact.name)
    case 'member-read':
      return membersThatSuspendWhenRead.has(fact.name)
    case 'name':
      return mayNameSuspend(fact.resolution, program)
    case 'import':
      return program.files.get(fact.path)?.module.body.suspends === true
  }
}

function findSuspensions(start: ProgramAnalysis): boolean {
  const files = [...start.files.values()]
  const bodies = files.flatMap((file) => file.bodies)
  const reachable = bodiesUsedAsValues(start)
  let program = { ...start, mayUnresolvedCallSuspend: files.some(hasSuspendingValue) }
  for (let isStable = false; !isStable;) {
    isStable = true
    for (const body of bodies) {
      if (body.suspends || !body.calls.some((fact) => maySuspend(fact, program))) continue
      body.suspends = true
      if (reachable.has(body)) program = { ...program, mayUnresolvedCallSuspend: true }
      isStable = false
    }
  }
  return program.mayUnresolvedCallSuspend
}

function mayNameSuspend({ candidates, builtin }: Resolution, program: ProgramAnalysis): boolean {
  const isBuiltinKnown = builtin === undefined || !program.assignedBuiltins.has(builtin.name)
  const isKnown = isBuiltinKnown && candidates.every((candidate) => !candidate.hasOtherWriters)
  if (!isKnown && program.mayUnresolvedCallSuspend) return true
  return builtin?.suspends === true || candidates.some((candidate) => candidate.declared.some((body) => body.suspends))
}

/** The bodies that an unresolved call may reach. */
function bodiesUsedAsValues({ files, importedPaths, memberNames }: ProgramAnalysis): ReadonlySet<BodyInfo> {
  const reachable = new Set<BodyInfo>()
  for (const [path, file] of files) {
    const { bodies, valueUses, module } = file
    const values = valueUses.flatMap(({ candidates }) => candidates)
    // Whoever imports a file may do anything with what it binds.
    if (importedPaths.has(path)) values.push(...module.bindings.values())
    values.push(...variablesOfAgents(file).filter(({ name }) => memberNames.has(name)))
    for (const body of bodies) if (body.isUsedAsValue) reachable.add(body)
    for (const { declared } of values) for (const body of declared) reachable.add(body)
  }
  return reachable
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

function hasSuspendingValue({ valueUses, membersUsedAsValues }: FileAnalysis): boolean {
  if (valueUses.some((resolution) => resolution.builtin?.suspends === true)) return true
  return [...membersUsedAsValues].some((member) => membersThatSuspendWhenCalled.has(member))
}

function importedBy({ callFacts }: FileAnalysis): readonly string[] {
  return [...callFacts.values()].flatMap((fact) => (fact.kind === 'import' ? [fact.path] : []))
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]))
}
