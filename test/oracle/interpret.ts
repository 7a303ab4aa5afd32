/** Runs a whole program with the oracle. */

import type { SourceFile } from '../../src/compiler/source/source-file.ts'
import { sourceFileOf } from '../../src/compiler/source/source-file.ts'
import { parse } from '../../src/compiler/syntax/parse.ts'
import { builtinScope } from './builtins.ts'
import type { Modules } from './evaluator.ts'
import { Evaluator } from './evaluator.ts'
import { BudgetSpent, Failure, classOf, lineOf } from './failure.ts'
import { ModuleObject } from './objects.ts'
import { Scope } from './scope.ts'
import { World } from './world.ts'
import type { Budget, Fiber, Steps } from './world.ts'

export interface OracleRun {
  readonly output: string
  /** `CLASS line` of each error that ended the program, in order; empty if none did. */
  readonly errors: readonly string[]
  readonly auditLines: readonly string[]
}

/** The files of a program by name; `main.sns` is where it begins. */
export type ProgramFiles = ReadonlyMap<string, string>

export interface OracleOptions {
  /** For longer programs than those of the fuzzer. */
  readonly budget?: Budget
  /** Whether the builtins of the fuzzer's host are there. */
  readonly isWithHost?: boolean
}

/** What the program does; `over-budget` if it is too long to tell, `syntax` if it has syntax errors. */
export function interpret(files: ProgramFiles, options: OracleOptions = {}): OracleRun | 'over-budget' | 'syntax' {
  const world = new World(options.budget)
  const outermost = builtinScope(world, options.isWithHost ?? true)
  const modules = new LoadedModules(world, outermost, files)
  const main = fileOf(files, 'main.sns')
  const { program, problems } = parse(main)
  if (problems.length > 0) return 'syntax'
  const evaluator = new Evaluator(world, main, modules)
  const run = function* (): Steps<void> {
    yield* evaluator.statements(program.statements, new Scope(outermost))
  }
  try {
    const errors = world.run(run())
    return {
      output: world.output,
      errors: errors.map((error) => `${classOf(error)} ${lineOf(error)}`),
      auditLines: world.audit,
    }
  } catch (error) {
    if (error instanceof BudgetSpent || error instanceof RangeError) return 'over-budget'
    throw error
  }
}

/** Each file runs once per program (spec 01 §7). */
class LoadedModules implements Modules {
  readonly #world: World
  readonly #outermost: Scope
  readonly #files: ProgramFiles
  readonly #loaded = new Map<string, ModuleObject>()
  readonly #loading = new Map<string, Fiber>()
  readonly #failed = new Set<string>()

  constructor(world: World, outermost: Scope, files: ProgramFiles) {
    this.#world = world
    this.#outermost = outermost
    this.#files = files
  }

  readonly load: Modules['load'] = function* (this: LoadedModules, statement, _file, line) {
    const { text, isQuoted } = statement.reference
    const name = isQuoted ? text.replace(/^\.\//, '') : `${text}.sns`
    const known = this.#loaded.get(name)
    if (known !== undefined) return known
    // A module that another fiber is loading is waited for; that is not compared.
    const loader = this.#loading.get(name)
    if (loader !== undefined && loader !== this.#world.current) throw new BudgetSpent()
    if (loader !== undefined || name === 'main.sns') throw new Failure('SenseImportError', line, 'a cycle')
    if (!this.#files.has(name)) throw new Failure('SenseImportError', line, 'no such file')
    // What the import of a module that failed before does is not compared.
    if (this.#failed.has(name)) throw new BudgetSpent()
    this.#loading.set(name, this.#world.current)
    this.#failed.add(name)
    const file = fileOf(this.#files, name)
    const scope = new Scope(this.#outermost)
    try {
      yield* new Evaluator(this.#world, file, this).statements(parse(file).program.statements, scope)
    } finally {
      this.#loading.delete(name)
    }
    this.#failed.delete(name)
    const module = new ModuleObject(name.replace(/\.sns$/, ''), scope)
    this.#loaded.set(name, module)
    return module
  }
}

function fileOf(files: ProgramFiles, name: string): SourceFile {
  return sourceFileOf(name, files.get(name) ?? '')
}
