/** Tells whether `dist/` was built from the sources as they are now. */

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../bin/local-node.js'

const inputs = ['src', 'scripts/build.mjs', 'package.json', 'tsconfig.json', 'tsconfig.build.json']
const outputs = ['dist/cli.js', 'dist/index.js', 'dist/index.d.ts']

/** True if every output exists and none of the inputs changed after it was written. */
export function isDistCurrent() {
  const paths = outputs.map((output) => join(packageRoot, output))
  if (!paths.every((path) => existsSync(path))) return false
  const built = Math.min(...paths.map((path) => statSync(path).mtimeMs))
  return inputs.every((input) => newestChange(join(packageRoot, input)) <= built)
}

/** The latest change below `path`, in milliseconds. A folder's own time counts: it tells of files that were removed. */
function newestChange(path) {
  const stats = statSync(path)
  const names = stats.isDirectory() ? readdirSync(path) : []
  return names.reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), stats.mtimeMs)
}
