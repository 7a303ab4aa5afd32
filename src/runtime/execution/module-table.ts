/**
 * The files of a program while it runs: each runs once, when it is first imported (spec 01 §7).
 *
 *     not started ──import──> loading ──its body ends──> loaded
 *                               │
 *                               └──its body fails──> failed, with the same error for each further import
 */

import { importCycle } from '../../compiler/diagnostics/catalogue/modules.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { Awaiters } from './awaitable.ts'
import type { Fiber, Fibers } from './fiber.ts'
import { innermostOf, waitedForBy } from './fiber.ts'
import type { ModuleNames } from './module-value.ts'
import { ModuleValue } from './module-value.ts'
import type { Steps, Suspension } from './suspension.ts'
import { Frame, Wait } from './suspension.ts'

/** The body of a file, made ready to run. Its code tells `exportNames` how its bindings are read. */
export interface LoadableModule {
  readonly code: { readonly suspends: false; start(): Value } | { readonly suspends: true; start(): Steps }
}

/** A file that cannot run: it cannot be read, or has syntax errors. */
export interface BrokenModule {
  /** The error for the site of an import, which has the path as `written`. */
  readonly errorAt: (site: SiteId, written: string) => SenseError
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
  | Loading
  | { readonly kind: 'loaded'; readonly value: ModuleValue }
  | { readonly kind: 'failed'; readonly error: SenseError }

interface Loading {
  readonly kind: 'loading'
  readonly path: string
  /** The fiber that runs the body. */
  readonly fiber: Fiber | undefined
  /** Other fibers that import the same file meanwhile. */
  readonly awaiters: Awaiters
}

const noNames: ModuleNames = { read: () => undefined, names: [] }

export class ModuleTable {
  readonly #sources = new Map<string, ModuleSource>()
  readonly #states = new Map<string, State>()
  /** The files that are loading, in the order in which they began. */
  readonly #loading: Loading[] = []
  readonly #fibers: Pick<Fibers, 'current'>
  #mainPath: string | undefined

  constructor(fibers: Pick<Fibers, 'current'>) {
    this.#fibers = fibers
  }

  add(path: string, source: ModuleSource): void {
    this.#sources.set(path, source)
  }

  /** The main file counts as loading from start to end. */
  addMain(path: string, source: ModuleSource): void {
    this.add(path, source)
    this.#mainPath = path
    this.#begin(path)
  }

  /** Lets files that failed be imported anew: somebody may have mended them. */
  forgetFailures(): void {
    for (const [path, { kind }] of this.#states) if (kind === 'failed') this.#states.delete(path)
  }

  /** The module at `path`, which runs first if it never has; if another fiber runs it just now, that is waited for. */
  import(path: string, site: SiteId, written: string): Value | Suspension {
    const state = this.#states.get(path)
    if (state?.kind === 'loaded') return state.value
    if (state?.kind === 'failed') throw state.error
    const source = this.#sources.get(path)
    if (source === undefined) throw new Error('every imported path was added')
    if (state?.kind === 'loading') return this.#waitFor(state, source, site)
    return this.#load({ path, written }, source, site)
  }

  #load({ path, written }: { path: string; written: string }, source: ModuleSource, site: SiteId): Value | Suspension {
    let names = noNames
    const loadable = source.load((exported) => {
      names = exported
    })
    if ('errorAt' in loadable) throw loadable.errorAt(site, written)
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

  #waitFor(loading: Loading, source: ModuleSource, site: SiteId): Suspension {
    const cycle = this.#cycleTo(loading)
    if (cycle !== undefined) throw new SenseError(importCycle(cycle), site)
    return new Wait(
      (wake) => {
        loading.awaiters.add(wake)
      },
      { site, forWhat: `the file \`${source.shownPath}\``, on: () => loading.fiber },
    )
  }

  #begin(path: string): void {
    const loading: Loading = { kind: 'loading', path, fiber: this.#fibers.current, awaiters: new Awaiters() }
    this.#states.set(path, loading)
    this.#loading.push(loading)
  }

  #end(path: string, value: ModuleValue): ModuleValue {
    const loading = this.#takeLoading(path)
    this.#states.set(path, { kind: 'loaded', value })
    loading?.awaiters.resumeAll(value)
    return value
  }

  #fail(path: string, error: unknown): void {
    const loading = this.#takeLoading(path)
    if (error instanceof SenseError) this.#states.set(path, { kind: 'failed', error })
    else this.#states.delete(path)
    loading?.awaiters.failAll(error)
  }

  #takeLoading(path: string): Loading | undefined {
    const index = this.#loading.findLastIndex((loading) => loading.path === path)
    return index < 0 ? undefined : this.#loading.splice(index, 1)[0]
  }

  /** The files that import each other in a circle, if `loading` can only end when the running fiber goes on. */
  #cycleTo(loading: Loading): readonly string[] | undefined {
    const shown = (each: Loading): string => this.#sources.get(each.path)?.shownPath ?? each.path
    const own = callersOf(this.#fibers.current)
    const start = this.#loading.indexOf(loading)
    if (loading.path === this.#mainPath || own.has(loading.fiber)) {
      const others = this.#loading.slice(start + 1).filter(({ fiber }) => own.has(fiber))
      return [loading, ...others].map(shown)
    }
    const blocking = allWaitedForBy(loading.fiber)
    if (![...own].some((fiber) => blocking.has(fiber))) return undefined
    const around = [...this.#loading.slice(start), ...this.#loading.slice(0, start)]
    return around.filter(({ fiber }) => own.has(fiber) || blocking.has(fiber)).map(shown)
  }
}

/** `fiber` and those that wait for it to hand back. */
function callersOf(fiber: Fiber | undefined): ReadonlySet<Fiber | undefined> {
  const callers = new Set<Fiber | undefined>([fiber])
  for (let each = fiber?.caller; each !== undefined; each = each.caller) callers.add(each)
  return callers
}

/** `fiber` and those that must go on first before it can. */
function allWaitedForBy(fiber: Fiber | undefined): ReadonlySet<Fiber | undefined> {
  const found = new Set<Fiber | undefined>([fiber])
  for (let each = fiber && innermostOf(fiber); each !== undefined;) {
    const next = waitedForBy(each)
    found.add(each)
    each = next === undefined || found.has(next) ? undefined : next
  }
  return found
}
