/**
 * Finds the functions that may suspend: the smallest set such that each of them calls something that may.
 *
 * A call of a name that only declarations bind is known, here or in another file; a call of a suspending member counts
 * whatever stands before the dot, unless that is the module of a file; every other call is unresolved. An unresolved call
 * may suspend as soon as anything that may suspend is used as a value somewhere, because that may be what it reaches.
 * Plain functions stay plain JavaScript functions, which is what makes ordinary code fast. The files of a program are
 * looked at together, because values pass between them.
 */

import { membersThatSuspendWhenCalled, membersThatSuspendWhenRead } from '../../language/members.ts'
import { bodiesUsedAsValues } from './escaping-bodies.ts'
import { inferTypes } from './infer-types.ts'
import { reachOf } from './known-values.ts'
import type { World } from './scope-table.ts'
import type { BodyInfo, CallFact, FileAnalysis, ProgramAnalysis } from './scope-info.ts'

/**
 * Sets `suspends` of every body in `files`, which holds all files of a program by path. `servedPath`: the file whose names
 * are read from outside the program.
 */
export function analyzeProgram(
  files: ReadonlyMap<string, FileAnalysis>,
  world: World = 'closed',
  servedPath?: string,
): ProgramAnalysis {
  const all = [...files.values()]
  const isOpen = world === 'open'
  const servedNames = new Set(servedPath === undefined ? [] : files.get(servedPath)?.module.bindings.keys())
  const memberNames = isOpen ? everyName : union([...all.map((file) => file.memberNames), servedNames])
  const hosts = union(all.map((file) => file.hosts))
  const pythonCallsSuspend = isOpen || (hosts.has('python') && all.some(declaresAsync))
  const facts = {
    files,
    importedPaths: new Set([...all.flatMap(importedBy), ...(servedPath === undefined ? [] : [servedPath])]),
    assignedBuiltins: isOpen ? everyName : union(all.map((file) => file.assignedBuiltins)),
    memberNames,
    mentionsFloats: isOpen || all.some((file) => file.mentionsFloats),
    bodiesUsedAsValues: isOpen ? new Set(all.flatMap((file) => file.bodies)) : bodiesUsedAsValues(files, memberNames),
    hosts,
    pythonCallsSuspend,
  }
  const start = { ...facts, mayUnresolvedCallSuspend: pythonCallsSuspend || all.some(hasSuspendingValue) }
  const types = inferTypes(facts)
  return { ...facts, types, mayUnresolvedCallSuspend: findSuspensions(start) }
}

/** Holds every name: what later text mentions is not known. */
const everyName: ReadonlySet<string> = new (class extends Set<string> {
  override has(): boolean {
    return true
  }
})()

/** Whether one call, member read or import may suspend, as far as is known so far. */
export function maySuspend(fact: CallFact, program: CallProgram): boolean {
  const known = knowledgeOf(fact, program)
  return (
    known.maySuspend || known.bodies.some((body) => body.suspends) || (known.isOpen && program.mayUnresolvedCallSuspend)
  )
}

/** What is known of a program before its types are. */
type CallProgram = Omit<ProgramAnalysis, 'types'>

/** What decides whether a call may suspend. */
interface CallKnowledge {
  /** Whether it may whatever the bodies do. */
  readonly maySuspend: boolean
  /** It may if one of them may. */
  readonly bodies: readonly BodyInfo[]
  /** Whether it may reach what nobody knows. */
  readonly isOpen: boolean
}

function knowledgeOf(fact: CallFact, { files, assignedBuiltins }: CallProgram): CallKnowledge {
  switch (fact.kind) {
    case 'unknown':
      return { maySuspend: false, bodies: [], isOpen: true }
    case 'member-read':
      return { maySuspend: membersThatSuspendWhenRead.has(fact.name), bodies: [], isOpen: false }
    case 'js-import':
      return { maySuspend: true, bodies: [], isOpen: false }
    case 'import': {
      const module = files.get(fact.path)?.module.body
      return { maySuspend: false, bodies: module === undefined ? [] : [module], isOpen: false }
    }
    case 'member': {
      const { bodies, isComplete } = reachOf(fact, files)
      const maySuspend = !isComplete && membersThatSuspendWhenCalled.has(fact.name)
      return { maySuspend, bodies, isOpen: !isComplete }
    }
    case 'name': {
      const { builtin } = fact.resolution
      const { bodies, isComplete } = reachOf(fact, files)
      const isBuiltinKnown = builtin === undefined || !assignedBuiltins.has(builtin.name)
      return { maySuspend: builtin?.suspends === true, bodies, isOpen: !isComplete || !isBuiltinKnown }
    }
  }
}

/** Works from what surely suspends to whatever calls it, so each call is looked at a few times at most. */
function findSuspensions(start: CallProgram): boolean {
  const callersOf = new Map<BodyInfo, BodyInfo[]>()
  const openCallers: BodyInfo[] = []
  const found: BodyInfo[] = []
  const suspend = (body: BodyInfo): void => {
    if (body.suspends) return
    body.suspends = true
    found.push(body)
  }
  for (const body of [...start.files.values()].flatMap((file) => file.bodies)) {
    for (const fact of body.calls) {
      const { maySuspend, bodies, isOpen } = knowledgeOf(fact, start)
      if (maySuspend) suspend(body)
      if (isOpen) openCallers.push(body)
      for (const called of bodies) {
        const callers = callersOf.get(called)
        if (callers === undefined) callersOf.set(called, [body])
        else callers.push(body)
      }
    }
  }
  let mayOpenCallSuspend = start.mayUnresolvedCallSuspend
  if (mayOpenCallSuspend) openCallers.forEach(suspend)
  for (let body = found.pop(); body !== undefined; body = found.pop()) {
    callersOf.get(body)?.forEach(suspend)
    if (mayOpenCallSuspend || !start.bodiesUsedAsValues.has(body)) continue
    mayOpenCallSuspend = true
    openCallers.forEach(suspend)
  }
  return mayOpenCallSuspend
}

function hasSuspendingValue({ valueUses, membersUsedAsValues }: FileAnalysis): boolean {
  if (valueUses.some((resolution) => resolution.builtin?.suspends === true)) return true
  return [...membersUsedAsValues].some((member) => membersThatSuspendWhenCalled.has(member))
}

function importedBy({ callFacts }: FileAnalysis): readonly string[] {
  return [...callFacts.values()].flatMap((fact) => (fact.kind === 'import' ? [fact.path] : []))
}

/** Whether anything goes on by itself while main code waits. */
function declaresAsync({ bodies }: FileAnalysis): boolean {
  return bodies.some(({ declaration }) => {
    const isAgentOrTool = declaration?.kind === 'agent-declaration' || declaration?.kind === 'tool-declaration'
    return isAgentOrTool && declaration.isAsync
  })
}

function union<Element>(sets: readonly ReadonlySet<Element>[]): ReadonlySet<Element> {
  return new Set(sets.flatMap((set) => [...set]))
}
