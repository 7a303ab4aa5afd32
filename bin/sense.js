#!/usr/bin/env -S node --stack-size=3900
/**
 * The `sense` command: starts `dist/cli.js` on a Node that can run it.
 *
 * The first line asks for the large stack, so on a recent Node nothing else is needed and no second process starts. On an
 * older one the same command line runs again on the Node that lies in `node_modules`, if there is one; and on a system that
 * grants less stack it runs again with less.
 */

import { isNodeRecent, nodeMinimum } from './node-version.js'
import { isStackTooLarge, stackSizeFlag } from './stack-size.js'

const program = new URL('../dist/cli.js', import.meta.url)
/** As in `stack-size.js`: importing `node:fs` would load much else first. */
const { existsSync } = process.getBuiltinModule ? process.getBuiltinModule('node:fs') : await import('node:fs')

function fail(message) {
  process.stderr.write(`sense: ${message}\n`)
  process.exitCode = 1
}

async function runAgain(node) {
  const { fileURLToPath } = await import('node:url')
  const { rerun } = await import('./rerun.js')
  rerun(node, [stackSizeFlag(), fileURLToPath(program), ...process.argv.slice(2)])
}

async function runOnLocalNode() {
  const { findLocalNode } = await import('./local-node.js')
  const node = findLocalNode()
  if (node !== undefined) return runAgain(node)
  fail(
    `needs Node ${nodeMinimum} or later, this is ${process.versions.node}; install a newer Node, or run \`npm install node@24\``,
  )
}

async function failToFindProgram() {
  const { packageRoot } = await import('./local-node.js')
  fail(`${packageRoot}/dist/cli.js is missing; run \`npm run build\` in ${packageRoot}`)
}

if (!existsSync(program)) await failToFindProgram()
else if (!isNodeRecent(process.versions.node)) await runOnLocalNode()
else if (isStackTooLarge()) await runAgain(process.execPath)
else await import(program.href)
