/**
 * Names whose value is known from the text alone: functions that one `def` binds and nothing else, files that one import
 * binds, functions that come out of such a file, and builtins that nothing replaces. The files of a program are seen
 * together, so a call across files is known as well as one inside a file.
 */

import type { Binding, BodyInfo, CallFact, FileAnalysis, ImportSource, Resolution } from './scope-info.ts'

export type Files = ReadonlyMap<string, FileAnalysis>

/** Imports of imports are followed so far; real programs have two or three. */
const importsFollowedMax = 50

/** The function that `binding` holds whenever it is bound. */
export function onlyFunctionOf(binding: Binding, files: Files, depth = 0): BodyInfo | undefined {
  if (binding.hasOtherWriters || depth > importsFollowedMax) return undefined
  const [body] = binding.declared
  const source = onlySourceOf(binding)
  if (source !== undefined) {
    const target = binding.declared.length === 0 ? bindingAt(source, files) : undefined
    return target === undefined ? undefined : onlyFunctionOf(target, files, depth + 1)
  }
  const isOnly = binding.declared.length === 1 && binding.imports.length === 0
  return isOnly && body?.declaration?.kind === 'function-declaration' ? body : undefined
}

/** The name of the builtin that a name certainly means: no binding comes before it, and nothing in the program assigns it. */
export function onlyBuiltinOf(
  { candidates, builtin }: Resolution,
  assignedBuiltins: ReadonlySet<string>,
): string | undefined {
  if (builtin === undefined || candidates.length > 0 || assignedBuiltins.has(builtin.name)) return undefined
  return builtin.name
}

/** The path of the file whose module `binding` holds whenever it is bound. */
export function onlyModuleOf(binding: Binding): string | undefined {
  if (binding.hasOtherWriters || binding.declared.length > 0) return undefined
  const source = onlySourceOf(binding)
  return source?.member === undefined ? source?.path : undefined
}

/** The binding of another file that `from ... import` takes a value from. */
export function bindingAt({ path, member }: ImportSource, files: Files): Binding | undefined {
  return member === undefined ? undefined : files.get(path)?.module.bindings.get(member)
}

/** A function of another file, called as a member of its module. */
export interface MemberFunction {
  readonly body: BodyInfo
  /** What holds the module. */
  readonly module: Binding
}

/**
 * The function that `module.name(...)` certainly reaches. The module's file has run to its end when its name is bound, so
 * what the file binds in any case is there.
 */
export function memberFunctionOf(object: Resolution, name: string, files: Files): MemberFunction | undefined {
  const [module] = object.candidates
  if (module === undefined || object.candidates.length > 1 || !object.isCertain) return undefined
  const path = onlyModuleOf(module)
  const target = path === undefined ? undefined : bindingAt({ path, member: name }, files)
  if (target === undefined || target.certainFrom === Infinity) return undefined
  const body = onlyFunctionOf(target, files)
  return body === undefined ? undefined : { body, module }
}

/** All bodies that a call may reach, and whether it may also reach something that nobody knows. */
export interface Reach {
  readonly bodies: readonly BodyInfo[]
  readonly isComplete: boolean
}

const unknownReach: Reach = { bodies: [], isComplete: false }

/** What a call of a name or member may reach of what has a name; builtins are left out. */
export function reachOf(fact: CallFact, files: Files): Reach {
  switch (fact.kind) {
    case 'name':
      return joined(fact.resolution.candidates.map((candidate) => reachOfBinding(candidate, files, 0)))
    case 'member': {
      const known = fact.object && memberFunctionOf(fact.object, fact.name, files)
      return known === undefined ? unknownReach : { bodies: [known.body], isComplete: true }
    }
    case 'member-read':
    case 'unknown':
    case 'import':
    case 'js-import':
      return unknownReach
  }
}

function reachOfBinding(binding: Binding, files: Files, depth: number): Reach {
  if (depth > importsFollowedMax) return unknownReach
  const imported = binding.imports.map((source) => {
    const target = bindingAt(source, files)
    return target === undefined ? unknownReach : reachOfBinding(target, files, depth + 1)
  })
  return joined([{ bodies: binding.declared, isComplete: !binding.hasOtherWriters }, ...imported])
}

function joined(reaches: readonly Reach[]): Reach {
  return {
    bodies: reaches.flatMap(({ bodies }) => bodies),
    isComplete: reaches.every(({ isComplete }) => isComplete),
  }
}

/** The one thing that all imports of `binding` bind. */
function onlySourceOf({ imports }: Binding): ImportSource | undefined {
  const [first] = imports
  const isOne = imports.every(({ path, member }) => path === first?.path && member === first.member)
  return isOne ? first : undefined
}
