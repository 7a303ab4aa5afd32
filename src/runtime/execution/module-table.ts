/**
 * The files of a program while it runs: each runs once, when it is first imported (spec 01 §7).
 *
 *     not started ──import──> loading ──its body ends──> loaded
 *                               │
 *                               └──its body fails──> failed, with the same error for each further import
 */

import type { Problem } from '../../compiler/diagnostics/diagnostic.ts'
import { importCycle } from '../../compiler/diagnostics/catalogue/modules.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import type { ModuleNames } from './module-value.ts'
import { ModuleValue } from './module-value.ts'
import type { Steps, Suspension } from './suspension.ts'
import { Frame } from './suspension.ts'

/** The body of a file, made ready to run. Its code tells `exportNames` how its bindings are read. */
export interface LoadableModule {
  readonly code: { readonly suspends: false; start(): Value } | { readonly suspends: true; start(): Steps }
}

/** A file that cannot run: it cannot be read, or has syntax errors. The error is made for the site of the import. */
export interface BrokenModule {
  readonly errorAt: (site: SiteId) => SenseError
}

/** What the engine knows of a file before it runs. */
export interface ModuleSource {
  /** The file's name without its extension. */
  readonly name: string
  readonly shownPath: string
  /** Makes the code ready; called once, at the first import. */
  readonly load: (exportNames: (names: ModuleNames) => void) => LoadableModule | BrokenModule
}

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: ModuleValue }
  | { readonly kind: 'failed'; readonly error: SenseError }

const noNames: ModuleNames = { read: () => undefined, names: [] }

export class ModuleTable {
  readonly #sources = new Map<string, ModuleSource>()
  readonly #states = new Map<string, State>()
  /** The paths of the files that are loading, outermost first. */
  readonly #loading: string[] = []

  add(path: string, source: ModuleSource): void {
    this.#sources.set(path, source)
  }

  /** The main file counts as loading from start to end. */
  addMain(path: string, source: ModuleSource): void {
    this.add(path, source)
    this.#begin(path)
  }

  /** The module at `path`, which runs first if it never has. */
  import(path: string, site: SiteId): Value | Suspension {
    const state = this.#states.get(path)
    if (state?.kind === 'loaded') return state.value
    if (state?.kind === 'failed') throw state.error
    const source = this.#sources.get(path)
    if (source === undefined) throw new Error('every imported path was added')
    if (state?.kind === 'loading') throw new SenseError(this.#cycleTo(path), site)
    return this.#load(path, source, site)
  }

  #load(path: string, source: ModuleSource, site: SiteId): Value | Suspension {
    let names = noNames
    const loadable = source.load((exported) => {
      names = exported
    })
    if ('errorAt' in loadable) throw loadable.errorAt(site)
    const finish = (): ModuleValue => this.#end(path, new ModuleValue(source.name, names))
    this.#begin(path)
    if (loadable.code.suspends) return new Frame(this.#steps(path, loadable.code.start()), '', site, finish)
    try {
      loadable.code.start()
    } catch (error) {
      this.#fail(path, error)
      throw error
    }
    return finish()
  }

  *#steps(path: string, steps: Steps): Steps {
    try {
      return yield* steps
    } catch (error) {
      this.#fail(path, error)
      throw error
    }
  }

  #begin(path: string): void {
    this.#states.set(path, { kind: 'loading' })
    this.#loading.push(path)
  }

  #end(path: string, value: ModuleValue): ModuleValue {
    this.#states.set(path, { kind: 'loaded', value })
    this.#loading.splice(this.#loading.lastIndexOf(path), 1)
    return value
  }

  #fail(path: string, error: unknown): void {
    this.#loading.splice(this.#loading.lastIndexOf(path), 1)
    if (error instanceof SenseError) this.#states.set(path, { kind: 'failed', error })
    else this.#states.delete(path)
  }

  #cycleTo(path: string): Problem {
    const start = this.#loading.indexOf(path)
    return importCycle(this.#loading.slice(start).map((each) => this.#sources.get(each)?.shownPath ?? each))
  }
}
