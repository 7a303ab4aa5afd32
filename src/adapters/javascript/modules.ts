/**
 * Modules of Node, of installed packages and of files, resolved from the file that imports them.
 *
 * They are loaded as `require` does it, which gives what a module exports at once, also for most ECMAScript modules. Those
 * that wait while they load, or say that only `import` may have them, are imported, which takes a turn of the event loop.
 */

import type { JavaScriptPort, LoadedModule } from '../../runtime/ports/javascript.ts'
import { JavaScriptMissing } from '../../runtime/ports/javascript.ts'
import { codeOfSystemError } from '../node/system-error.ts'

/** The name of what every program of JavaScript has without importing it; no package can be called so. */
const globalModule = 'globalThis'

/** Codes of errors that say that `import` can do what `require` cannot. */
const importableCodes: ReadonlySet<string | undefined> = new Set([
  'ERR_REQUIRE_ASYNC_MODULE',
  'ERR_REQUIRE_ESM',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
])

const missingCodes: ReadonlySet<string | undefined> = new Set([
  'MODULE_NOT_FOUND',
  'ERR_MODULE_NOT_FOUND',
  'ERR_UNKNOWN_BUILTIN_MODULE',
])

export const javaScriptModules: JavaScriptPort = {
  load(name, importer) {
    if (name === globalModule) return { kind: 'loaded', module: globalThis }
    // Node would take it for a mistake of ours.
    if (name === '') throw new JavaScriptMissing(name)
    return loadFrom(importer ?? `${process.cwd()}/<text>`, name)
  },
  inspect(value) {
    const { inspect } = process.getBuiltinModule('node:util')
    return inspect(value, { depth: 2, breakLength: Infinity, maxArrayLength: 20, maxStringLength: 200 })
  },
  isSomethingPending: () => process.getActiveResourcesInfo().length > 0,
}

function loadFrom(importer: string, name: string): LoadedModule {
  const { createRequire } = process.getBuiltinModule('node:module')
  try {
    const module: unknown = createRequire(importer)(name)
    return { kind: 'loaded', module }
  } catch (error) {
    if (importableCodes.has(codeOfSystemError(error))) return { kind: 'loading', module: importFrom(importer, name) }
    throw missingOr(error)
  }
}

/** `import` looks for a module from where the script stands that it is written in. */
async function importFrom(importer: string, name: string): Promise<unknown> {
  const { constants, Script } = process.getBuiltinModule('node:vm')
  const script = new Script('(name) => import(name)', {
    filename: importer,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const importModule: unknown = script.runInThisContext()
  if (typeof importModule !== 'function') throw new Error('the script is a function')
  try {
    return await Reflect.apply(importModule, undefined, [name])
  } catch (error) {
    throw missingOr(error)
  }
}

/** `JavaScriptMissing` where that is what the error says; the name stands in its text. */
function missingOr(error: unknown): unknown {
  if (!(error instanceof Error) || !missingCodes.has(codeOfSystemError(error))) return error
  const [, quoted, builtin] = /(?:'([^']+)'|built-in module: (\S+))/.exec(error.message) ?? []
  return new JavaScriptMissing(quoted ?? builtin ?? '')
}
