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

const library = { index: 'src/index.ts' }
/** A module that loads the scripts that are built of `command`. It shares no files with the library: each costs a start. */
const cli = { cli: 'src/cli/built-main.ts' }
const command = { 'sense-command': 'src/cli/sense-command.ts' }
const typesEntry = 'index.d.ts'

/** What runs in the Python process; the adapter finds it beside the bundle. */
const pythonBridge = 'src/adapters/python/bridge.py'

/** What users install beside us if they want it. Importing it stays an import; all other packages would be bundled. */
const peers = Object.keys(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).peerDependencies)

/**
 * The command's scripts that `sense run` needs in any case, and the first of them for all else too: each file that has to be
 * found and read costs a start. A group takes along what its file imports at once.
 */
const startScripts = [
  { name: 'front', test: /src[\\/]cli[\\/]sense-command\.ts$/, priority: 2 },
  { name: 'run', test: /src[\\/]cli[\\/]run\.ts$/, priority: 1 },
]

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

/**
 * A file of nothing but ASCII is read faster and takes half the memory. What else there is stands in strings and patterns,
 * where each character can be written as an escape.
 */
const asciiOnly = {
  name: 'ascii-only',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escapeOf)
    }
  },
}

const escapeOf = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

function bundleModules(input, folder) {
  return bundle(input, { dir: folder, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' })
}

function bundleCommand(folder) {
  return bundle(
    command,
    {
      dir: join(folder, 'command'),
      format: 'cjs',
      strict: true,
      entryFileNames: '[name].cjs',
      // Compiled forms are kept by name, so a name must change with what it stands for.
      chunkFileNames: '[name]-[hash].cjs',
      codeSplitting: { groups: startScripts },
    },
    // Scripts have none; who loads them hands it over.
    { 'import.meta': 'importMeta' },
  )
}

async function bundle(input, output, define = {}) {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    cwd: packageRoot,
    input,
    platform: 'node',
    external: (id) => peers.some((peer) => id === peer || id.startsWith(`${peer}/`)),
    plugins: [lightFileSystem, asciiOnly],
    transform: { target: 'node22', define },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  await build.write({ ...output, comments: false })
  await build.close()
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
  const start = performance.now()
  const folder = join(packageRoot, `dist.${process.pid}`)
  try {
    await Promise.all([
      bundleModules(library, folder),
      bundleModules(cli, folder),
      bundleCommand(folder),
      emitTypes(folder),
    ])
    copyFileSync(join(packageRoot, pythonBridge), join(folder, basename(pythonBridge)))
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
