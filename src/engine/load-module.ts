/** From the files of a program to modules that can run. */

import { Script } from 'node:vm'
import { generate } from '../compiler/codegen/generate.ts'
import { programTooDeep } from '../compiler/diagnostics/catalogue/execution.ts'
import { fileMissing } from '../compiler/diagnostics/catalogue/files.ts'
import type { Diagnostic, Problem } from '../compiler/diagnostics/diagnostic.ts'
import { foreignModuleHint } from '../compiler/diagnostics/foreign-habits.ts'
import type { RuntimeApi } from '../runtime/api.ts'
import { createApi } from '../runtime/api.ts'
import type { BrokenModule, LoadableModule, ModuleSource } from '../runtime/execution/module-table.ts'
import type { ModuleNames } from '../runtime/execution/module-value.ts'
import { Scope } from '../runtime/execution/scope.ts'
import type { Steps } from '../runtime/execution/suspension.ts'
import { Frame, stepsOfPlain } from '../runtime/execution/suspension.ts'
import { senseModule } from '../runtime/host/sense-modules.ts'
import type { SourceText } from '../runtime/ports/sources.ts'
import type { SiteId } from '../runtime/values/sense-error.ts'
import { SenseError, noSite } from '../runtime/values/sense-error.ts'
import type { Value } from '../runtime/values/value.ts'
import type { LiveRun } from './live-run.ts'
import type { ProgramFile, ProgramFiles } from './program-files.ts'
import { importingFolder, sourceProblem } from './source-problem.ts'

/** What a generated script evaluates to: given the API, the function that runs the module's body. */
type Instantiate = (api: RuntimeApi) => MainFunction

/** A generator function if the module's body may suspend. */
type MainFunction = () => Value | Steps

/** The main file, ready to run. */
export interface MainModule {
  /** The frame of its body. */
  readonly frame: Frame
  readonly scope: Scope
  /** How its bindings are read; of a file that is served, once its body has begun. */
  readonly names: () => ModuleNames
}

/** Makes all files of the program known to the run, and gives the main one. */
export function loadProgram(live: LiveRun, program: ProgramFiles): MainModule {
  const scope = new Scope(live.outermostScope)
  let names: ModuleNames = { read: () => undefined, names: [] }
  const exportNames = (exported: ModuleNames): void => {
    names = exported
  }
  const { code } = loadMain(live, program, { scope, exportNames })
  const steps = code.suspends ? code.start() : stepsOfPlain(() => code.start())
  return { frame: new Frame(steps, '', noSite), scope, names: () => names }
}

/** What the texts of a session share. */
export interface SharedState {
  readonly names: Record<string, Value | undefined>
  readonly scope: Scope
}

/** The same for a text of a session, ready to run. */
export function loadText(live: LiveRun, program: ProgramFiles, shared: SharedState): LoadableModule['code'] {
  return loadMain(live, program, { scope: shared.scope, exportNames: () => undefined, shared }).code
}

/** Where a module's body runs, and whom it tells how its bindings are read. */
interface ModulePlace {
  readonly scope: Scope
  readonly exportNames: (names: ModuleNames) => void
  readonly shared?: SharedState
}

function loadMain(live: LiveRun, program: ProgramFiles, place: ModulePlace): LoadableModule {
  const { modules, sources } = live.run
  const { mainPath, files, analysis } = program
  live.hosts.python.callsSuspend = analysis.pythonCallsSuspend
  for (const [path, state] of files) {
    const source: ModuleSource = {
      name: stemOf(path),
      shownPath: state.kind === 'parsed' ? state.file.name : sources.shownAs(path),
      load: (exportNames) => loadFile(live, program, path, state, exportNames),
    }
    if (path !== mainPath) modules.add(path, source)
    else if (place.shared === undefined) modules.addMain(path, source)
  }
  const main = files.get(mainPath)
  if (main?.kind !== 'parsed') throw new Error('the main file was parsed before')
  return loadParsed(live, program, mainPath, main, place)
}

function loadFile(
  live: LiveRun,
  program: ProgramFiles,
  path: string,
  state: ProgramFile,
  exportNames: (names: ModuleNames) => void,
): LoadableModule | BrokenModule {
  switch (state.kind) {
    case 'parsed':
      return loadParsed(live, program, path, state, { scope: new Scope(live.outermostScope), exportNames })
    case 'syntax-errors':
      return { errorAt: () => syntaxErrorOf(state.problems) }
    case 'unreadable': {
      const shown = live.run.sources.shownAs(path)
      return {
        errorAt: (site: SiteId, written: string) =>
          new SenseError(importProblem({ written, shown, path }, state.source), site),
      }
    }
  }
}

/** A file that is missing and has the name of a module from elsewhere was hardly meant. */
function importProblem(
  { written, shown, path }: { readonly written: string; readonly shown: string; readonly path: string },
  source: Exclude<SourceText, { kind: 'text' }>,
): Problem {
  if (source.kind !== 'missing') return sourceProblem(shown, source)
  const meant = moduleMeantBy(stemOf(path))
  return fileMissing({
    path: written,
    folder: importingFolder,
    names: source.names ?? [],
    ...(written === path ? {} : { lookedFor: path }),
    ...(meant === undefined ? {} : { meant }),
  })
}

function moduleMeantBy(name: string): string | undefined {
  const ownModule = senseModule(name)?.name
  return ownModule === undefined
    ? foreignModuleHint(name)
    : `for the module of Sense write \`import sense ${ownModule}\``
}

function loadParsed(
  { run, hosts, code, builtins, signatures }: LiveRun,
  { analysis }: ProgramFiles,
  path: string,
  { file, path: filePath }: Extract<ProgramFile, { kind: 'parsed' }>,
  { scope: moduleScope, exportNames, shared }: ModulePlace,
): LoadableModule {
  const earlierNames = shared === undefined ? [] : boundNames(shared)
  const input = { file, path, programAnalysis: analysis, builtins: signatures, earlierNames, firstSite: run.sites.size }
  const generated = compiled(() => generate(input))
  run.sites.add(file, generated.spans)
  const scriptName = `sense:${run.sites.size}:${path}`
  code.add(scriptName, generated.code)
  const instantiate = instantiateOf(compiled(() => new Script(generated.code, { filename: scriptName })))
  const sharedNames = shared?.names ?? {}
  const main = instantiate(
    createApi({ run, hosts, builtins, moduleScope, tables: generated, exportNames, sharedNames, filePath }),
  )
  return { code: generated.suspends ? suspendingCode(main) : plainCode(main) }
}

/** The names that the texts of a session have bound so far. */
export function boundNames({ names }: SharedState): readonly string[] {
  return Object.keys(names).filter((name) => names[name] !== undefined)
}

/** Both our compiler and V8's recurse on what nests, so a deep program may be too much for a small stack. */
function compiled<Result>(compile: () => Result): Result {
  try {
    return compile()
  } catch (error) {
    if (error instanceof RangeError) throw new SenseError(programTooDeep(), noSite)
    throw error
  }
}

/** The first of the syntax errors of an imported file, at its own place. */
function syntaxErrorOf([first]: readonly Diagnostic[]): SenseError {
  if (first === undefined) throw new Error('a file with syntax errors has one')
  const { place, related, ...problem } = first
  const error = new SenseError(problem, noSite, related ?? [])
  error.place = place
  return error
}

/** `shapes` for `/home/ada/shapes.sns`. */
function stemOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** The compiler says which kind of function it wrote; these two rely on it. */
const plainCode = (main: MainFunction): LoadableModule['code'] => ({ suspends: false, start: main as () => Value })
const suspendingCode = (main: MainFunction): LoadableModule['code'] => ({ suspends: true, start: main as () => Steps })

/** The text is our own, so what it evaluates to is known. */
const instantiateOf = (script: Script): Instantiate => script.runInThisContext({ displayErrors: false }) as Instantiate
