/**
 * `npm run test:servers [-- NAME...]`: real servers from npm and PyPI, each in a Sense program of its own.
 *
 * They are installed once, into `node_modules/.cache/sense-servers`. Without Python those from PyPI are left out.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../../cli/sense-process.ts'
import { npmPackages, pythonPackages, targets } from './targets.ts'
import { checkTargets, tryTarget } from './try-target.ts'

const cache = join(repository, 'node_modules/.cache/sense-servers')
const installed = {
  dependency: join(repository, 'node_modules'),
  npm: join(cache, 'npm/node_modules'),
  python: join(cache, 'python'),
  'python with mcp<2': join(cache, 'python-1'),
}

const names = process.argv.slice(2)
const chosen = targets.filter(({ name }) => names.length === 0 || names.includes(name))
mkdirSync(cache, { recursive: true })
const hasPython = installAll()
let failedCount = 0
let passedCount = 0
for (const target of chosen) {
  if (target.origin.startsWith('python') && !hasPython) {
    console.log(`left out  ${target.name}: there is no Python with venv`)
    continue
  }
  const begun = performance.now()
  const fault = await tryTarget(target, installed)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${fault === undefined ? 'passed' : 'FAILED'}  ${target.name}, ${seconds} s`)
  if (fault === undefined) passedCount += 1
  else {
    failedCount += 1
    console.log(fault.replaceAll(/^/gm, '    '))
  }
}
const usable = chosen.filter(({ origin }) => hasPython || !origin.startsWith('python'))
const checkFault = await checkTargets(usable, installed)
console.log(
  `${checkFault === undefined ? 'passed' : 'FAILED'}  sense mcp check on ${usable.length} servers in one file`,
)
if (checkFault === undefined) passedCount += 1
else {
  failedCount += 1
  console.log(checkFault.replaceAll(/^/gm, '    '))
}
console.log(`${passedCount} passed, ${failedCount} failed`)
process.exitCode = failedCount === 0 ? 0 : 1

/** Whether there is Python to run servers with. */
function installAll(): boolean {
  const origins = new Set(chosen.map(({ origin }) => origin))
  if (origins.has('npm') && !existsSync(join(installed.npm, '@bytebase/dbhub')))
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', join(cache, 'npm'), ...npmPackages])
  if (spawnSync('python3', ['-c', 'import venv']).status !== 0) return false
  if (origins.has('python')) installPython(installed.python, pythonPackages)
  if (origins.has('python with mcp<2')) installPython(installed['python with mcp<2'], ['mcp-server-sqlite', 'mcp<2'])
  return true
}

function installPython(folder: string, packages: readonly string[]): void {
  if (existsSync(join(folder, 'bin/mcp-server-sqlite'))) return
  run('python3', ['-m', 'venv', folder])
  run(join(folder, 'bin/pip'), ['install', '--quiet', ...packages])
}

function run(command: string, args: readonly string[]): void {
  console.log(`installing: ${[command, ...args].join(' ')}`)
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ended with status ${status}`)
}
