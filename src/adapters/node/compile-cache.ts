/**
 * What is kept of compiled code between runs, and where. `NODE_DISABLE_COMPILE_CACHE` is what turns this off in Node, and
 * does so here.
 */

import { environmentVariables } from './environment.ts'
import { ownCacheFolder } from './own-cache-folder.ts'

/** The folder for our own compiled scripts; undefined where none can be kept. */
export function compiledScriptsFolder(): string | undefined {
  return isOff() ? undefined : ownCacheFolder('scripts', environmentVariables())
}

/** Lets Node keep the compiled form of packages that are imported from now on; where it cannot, nothing is lost but time. */
export function keepCompiledPackages(): void {
  const folder = isOff() ? undefined : ownCacheFolder('packages', environmentVariables())
  // Without a folder Node would take one that it shares with all users of this machine.
  if (folder !== undefined) process.getBuiltinModule('node:module').enableCompileCache(folder)
}

const isOff = (): boolean => (environmentVariables()['NODE_DISABLE_COMPILE_CACHE'] ?? '') !== ''
