/**
 * Finds a Node that can run this project, or installs one into `node_modules`.
 *
 * Many machines still come with Node 20. The npm package `node` carries the real binary, and once it is there
 * `node_modules/.bin/node` comes first for every npm script and for `npx`. It is deliberately no saved dependency: whoever
 * has a recent Node should not download another one.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { findLocalNode, packageRoot } from '../bin/local-node.js'
import { isNodeRecent, nodeMinimum } from '../bin/node-version.js'

/** The path of a recent Node: this one if it is, else the one in `node_modules`, else undefined. */
export function findRecentNode() {
  return isNodeRecent(process.versions.node) ? process.execPath : findLocalNode()
}

/** As `findRecentNode`, but installs one where none is found. Throws an Error whose message names the next step. */
export function ensureRecentNode() {
  const found = findRecentNode()
  if (found !== undefined) return verified(found)

  const wanted = packageToInstall()
  console.log(
    `Node ${process.versions.node} is too old, installing ${wanted} into node_modules; this takes a moment, once`,
  )
  const install = npm(['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', wanted])
  // npm 11 may refuse to run the package's install script, which fetches the binary; then it is run from here.
  if (findLocalNode() === undefined) {
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
      cwd: join(packageRoot, 'node_modules', 'node'),
      stdio: 'ignore',
    })
  }
  const installed = findLocalNode()
  if (installed === undefined) {
    const reason =
      lastLines(install.stderr) || (install.error ? install.error.message : `npm ended with ${install.status}`)
    throw new Error(
      `cannot install ${wanted}; install Node ${nodeMinimum} or later yourself, then run \`npm ci\` again\n${reason}`,
    )
  }
  linkIntoPath(installed)
  return verified(installed)
}

/** npm links `node_modules/.bin/node` only if the binary is there when it looks. */
function linkIntoPath(node) {
  const link = join(packageRoot, 'node_modules', '.bin', 'node')
  if (process.platform === 'win32' || existsSync(link)) return
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(relative(dirname(link), node), link)
}

/** On Apple silicon the package's 24 line stops at 24.0, so the 22 line serves there. */
function packageToInstall() {
  return process.platform === 'darwin' && process.arch === 'arm64' ? 'node@22' : 'node@24'
}

/** Runs the npm that is running us, if there is one, else the one on the PATH. */
function npm(args) {
  const running = process.env.npm_execpath
  const options = { cwd: packageRoot, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] }
  return running !== undefined && basename(running).startsWith('npm')
    ? spawnSync(process.execPath, [running, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** A binary may be there and still not run: another platform's, or a C library that is too old. */
function verified(node) {
  if (node === process.execPath) return node
  const trial = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (trial.status !== 0 || !isNodeRecent(trial.stdout.trim().slice(1))) {
    const reason = trial.error ? trial.error.message : lastLines(trial.stderr)
    throw new Error(
      `${node} does not run here; install Node ${nodeMinimum} or later yourself, then run \`npm ci\` again\n${reason}`,
    )
  }
  return node
}

function lastLines(text) {
  return (text || '').trim().split('\n').slice(-5).join('\n')
}
