#!/usr/bin/env -S node --stack-size=3900
/**
 * The `sense` command: starts `dist/cli.js` on a Node that can run it.
 *
 * The first line asks for the large stack, so on a recent Node nothing else is needed and no second process starts. On an
 * older one the same command line runs again on the Node that lies in `node_modules`, if there is one; and on a system that
 * grants less stack it runs again with less.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findLocalNode, isNodeRecent, nodeMinimum, packageRoot } from './local-node.js'
import { isStackTooLarge, stackSizeFlag } from './stack-size.js'

const program = join(packageRoot, 'dist', 'cli.js')

function fail(message) {
  process.stderr.write(`sense: ${message}\n`)
  process.exitCode = 1
}

async function runAgain(node) {
  const { rerun } = await import('./rerun.js')
  rerun(node, [stackSizeFlag(), program, ...process.argv.slice(2)])
}

if (!existsSync(program)) {
  fail(`${program} is missing; run \`npm run build\` in ${packageRoot}`)
} else if (isNodeRecent(process.versions.node)) {
  if (isStackTooLarge()) await runAgain(process.execPath)
  else await import(pathToFileURL(program).href)
} else {
  const node = findLocalNode()
  if (node === undefined) {
    fail(
      `needs Node ${nodeMinimum} or later, this is ${process.versions.node}; install a newer Node, or run \`npm install node@24\``,
    )
  } else {
    await runAgain(node)
  }
}
