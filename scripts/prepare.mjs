/**
 * Runs after `npm ci` and `npm install`: makes sure of a recent Node, then builds `dist/` if it is out of date.
 *
 * This has to run on the very Node that may be too old, so it uses nothing newer than what Node 16 knows.
 */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { packageRoot } from '../bin/local-node.js'
import { isDistCurrent } from './dist-age.mjs'
import { ensureRecentNode } from './recent-node.mjs'

function prepare() {
  const node = ensureRecentNode()
  if (isDistCurrent()) return 0
  return (
    spawnSync(node, [join(packageRoot, 'scripts', 'build.mjs')], { cwd: packageRoot, stdio: 'inherit' }).status || 0
  )
}

try {
  process.exitCode = prepare()
} catch (error) {
  console.error(`prepare: ${error.message}`)
  process.exitCode = 1
}
