/**
 * Runs the `sense` command as it was built: this becomes `dist/cli.js`, and `sense-command.ts` with all else the scripts that
 * it loads. Importing this file runs it.
 */

import { loadBuiltScripts } from '../adapters/node/built-scripts.ts'
import { compiledScriptsFolder, keepCompiledPackages } from '../adapters/node/compile-cache.ts'
import type * as SenseCommand from './sense-command.ts'

/** The build gives the scripts these names. */
const { senseCommand } = loadBuiltScripts('sense-command.cjs', {
  folder: `${import.meta.dirname}/command`,
  cacheFolder: compiledScriptsFolder(),
  importMeta: import.meta,
}) as typeof SenseCommand

keepCompiledPackages()
senseCommand(process.argv.slice(2))
