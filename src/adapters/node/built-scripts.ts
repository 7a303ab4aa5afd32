/**
 * Loads the scripts that the build made of the `sense` command.
 *
 * Compiling is most of a start, and Node's own way of keeping compiled files leaves out all functions, because it looks at
 * a file before anything in it was called. V8 can do better, but only for plain scripts. So the command is built as scripts
 * that ask for each other by `require`, as CommonJS has it; here is the little of CommonJS that they need.
 */

import type { CachedCode } from './code-cache.ts'
import { codeCacheName, isWorthAdding, readCode, writeCode } from './code-cache.ts'
import { pathModule } from './builtin-modules.ts'

const fs = process.getBuiltinModule('node:fs')
const { constants, Script } = process.getBuiltinModule('node:vm')

/** Smaller ones are compiled faster than their compiled form is found. */
const keptBytesMin = 8192

type Exports = Record<string, unknown>
type Require = (name: string) => unknown
/** `importMeta` stands in the scripts for `import.meta`, which only modules have. */
type Instantiate = (exports: Exports, require: Require, importMeta: ImportMeta) => void

export interface BuiltScriptsOptions {
  /** Where the scripts lie. */
  readonly folder: string
  /** Where compiled ones are kept; undefined if they are not. */
  readonly cacheFolder: string | undefined
  /** Of the module that loads them: packages are looked for from where it lies. */
  readonly importMeta: ImportMeta
}

/** What the script called `entry` exports. */
export function loadBuiltScripts(entry: string, { folder, cacheFolder, importMeta }: BuiltScriptsOptions): Exports {
  const loaded = new Map<string, Exports>()
  const load = (name: string): Exports => {
    const known = loaded.get(name)
    if (known !== undefined) return known
    const exports: Exports = {}
    loaded.set(name, exports)
    const instantiate = instantiateOf(compiled(pathModule.join(folder, name), cacheFolder))
    instantiate(exports, require, importMeta)
    return exports
  }
  const require: Require = (name) => (name.startsWith('node:') ? process.getBuiltinModule(name) : load(nameOf(name)))
  return load(entry)
}

/** `./run.cjs` is how one script asks for another beside it. */
const nameOf = (path: string): string => path.slice('./'.length)

function compiled(path: string, cacheFolder: string | undefined): InstanceType<typeof Script> {
  const text = `(function (exports, require, importMeta) {${fs.readFileSync(path, 'latin1')}\n})`
  const options = { filename: path, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }
  if (cacheFolder === undefined || text.length < keptBytesMin) return new Script(text, options)
  const name = codeCacheName(path, fs.statSync(path))
  const known = readCode(cacheFolder, name)
  const script = new Script(text, known === undefined ? options : { ...options, cachedData: known.code })
  keepAtExit(script, { cacheFolder, name, known: script.cachedDataRejected === true ? undefined : known })
  return script
}

interface Kept {
  readonly cacheFolder: string
  readonly name: string
  readonly known: CachedCode | undefined
}

function keepAtExit(script: InstanceType<typeof Script>, { cacheFolder, name, known }: Kept): void {
  const runs = known?.runs ?? 0
  process.once('exit', () => {
    if (isWorthAdding(runs)) writeCode(cacheFolder, name, { code: script.createCachedData(), runs: runs + 1 })
  })
}

/** The build wrote the scripts, and the parentheses around them are ours, so what they evaluate to is known. */
const instantiateOf = (script: InstanceType<typeof Script>): Instantiate => script.runInThisContext() as Instantiate
