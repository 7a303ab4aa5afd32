/**
 * Builds `dist/`: the command line, the library and its types.
 *
 * Everything is written to a folder beside `dist/` that takes its place at the end, so nobody meets half a build. Types are
 * emitted without being checked, which `npm run types` does; that keeps a build at a few seconds.
 */

import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { packageRoot } from '../bin/local-node.js'

const entries = { cli: 'src/cli/main.ts', index: 'src/index.ts' }
const typesEntry = 'index.d.ts'

/** What runs in the Python process; the adapter finds it beside the bundle. */
const pythonBridge = 'src/adapters/python/bridge.py'

/** What users install beside us if they want it. Importing it stays an import; all other packages would be bundled. */
const peers = Object.keys(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).peerDependencies)

/**
 * Importing `node:fs` makes Node read everything that it exports, and so load streams and promises: a tenth of each start.
 * In the bundle each import is the one member that is used.
 */
const lightFileSystem = {
  name: 'light-file-system',
  resolveId: (id) => (id === 'node:fs' ? '\0node:fs' : undefined),
  load(id) {
    if (id !== '\0node:fs') return undefined
    const members = Object.keys(fs)
      .filter((name) => name !== 'default')
      .map((name) => `export const ${name} = /* @__PURE__ */ member('${name}')`)
    return `const fs = process.getBuiltinModule('node:fs')\nconst member = (name) => fs[name]\n${members.join('\n')}\n`
  },
}

async function bundle(folder) {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    cwd: packageRoot,
    input: entries,
    platform: 'node',
    external: (id) => peers.some((peer) => id === peer || id.startsWith(`${peer}/`)),
    plugins: [lightFileSystem],
    transform: { target: 'node22' },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  await build.write({ dir: folder, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' })
  await build.close()
  copyFileSync(join(packageRoot, pythonBridge), join(folder, basename(pythonBridge)))
}

function emitTypes(folder) {
  const tsc = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = [tsc, '--project', 'tsconfig.build.json', '--outDir', folder]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: packageRoot, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (status) => {
      if (status === 0 && existsSync(join(folder, typesEntry))) resolve()
      else reject(new Error(`the types cannot be emitted, try \`npm run types\`\n${output.trim()}`))
    })
  })
}

/** Replaces `dist/` by `folder`. A run that has `dist/` open keeps its files until it has moved on to the next import. */
function putInPlace(folder) {
  const dist = join(packageRoot, 'dist')
  const previous = `${folder}.previous`
  if (existsSync(dist)) renameSync(dist, previous)
  renameSync(folder, dist)
  rmSync(previous, { recursive: true, force: true })
}

async function build() {
  const missing = Object.values(entries).filter((entry) => !existsSync(join(packageRoot, entry)))
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} is not there, so there is nothing to build`)
  const start = performance.now()
  const folder = join(packageRoot, `dist.${process.pid}`)
  try {
    await Promise.all([bundle(folder), emitTypes(folder)])
    putInPlace(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`built dist/ in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

try {
  await build()
} catch (error) {
  console.error(`build: ${stripVTControlCharacters(error.message)}`)
  process.exitCode = 1
}
