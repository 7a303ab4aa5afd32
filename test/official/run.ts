/**
 * The official conformance suites, scenario by scenario: `npm run test:official`.
 *
 * Each scenario is a server of the suite that our client (`client.ts`) is started against; what the server sees decides. A
 * scenario that is listed as failing and passes is a failure too: the list must stay true. The suites are installed once, into
 * `node_modules/.cache/sense-official`.
 */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Suite {
  readonly name: string
  readonly version: string
  /** What selects the wire that the scenarios are run at. */
  readonly options: readonly string[]
  /** What lists its scenarios. */
  readonly list: readonly string[]
}

const suites: readonly Suite[] = [
  { name: '0.1.16', version: '0.1.16', options: [], list: ['list'] },
  ...['2025-11-25', '2026-07-28'].map((revision) => ({
    name: `0.2 at ${revision}`,
    version: '0.2.0-alpha.12',
    options: ['--spec-version', revision],
    list: ['list', '--requirements', revision],
  })),
]

/** What is not done, and why. */
const expectedFailures: ReadonlyMap<string, string> = new Map([
  [
    'auth/2025-03-26-oauth-metadata-backcompat',
    'the metadata of a revision that no server of the suites but this one has',
  ],
  ['auth/cross-app-access-complete-flow', 'signing in through an enterprise is an extension that is not done'],
  ['elicitation-sep1034-client-defaults', 'elicitation comes with `ask_human`'],
  ['sep-2322-client-request-state', 'elicitation comes with `ask_human`'],
])

const AT_ONCE = 2
const TIMEOUT_MS = 60_000
const client = join(import.meta.dirname, 'client.ts')
const cache = join(import.meta.dirname, '../../node_modules/.cache/sense-official')

const failures: string[] = []
let passedCount = 0
for (const suite of suites) await runSuite(suite)
for (const failure of failures) console.log(failure)
console.log(`${passedCount} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

async function runSuite(suite: Suite): Promise<void> {
  const main = installed(suite.version)
  const waiting = [...scenariosIn((await run([main, ...suite.list])).output)]
  const worker = async (): Promise<void> => {
    for (let scenario = waiting.shift(); scenario !== undefined; scenario = waiting.shift()) {
      await runScenario(suite, main, scenario)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** The file that runs the suite. */
function installed(version: string): string {
  const name = '@modelcontextprotocol/conformance'
  const folder = join(cache, version)
  const main = join(folder, 'node_modules', name, 'dist/index.js')
  if (existsSync(main)) return main
  const words = ['install', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`]
  const { status } = spawnSync('npm', words, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${name} ${version} cannot be installed`)
  return main
}

/** Those that test a client and are scored. */
function scenariosIn(listing: string): readonly string[] {
  const part = listing.split('Client scenarios')[1]?.split('Run and reported')[0] ?? ''
  return Array.from(part.matchAll(/^ {2}- (\S+)/gm), ([, name = '']) => name)
}

async function runScenario(suite: Suite, main: string, scenario: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sense-official-'))
  const command = `${process.execPath} ${client}`
  const words = ['client', '--command', command, '--scenario', scenario, '--timeout', String(TIMEOUT_MS), '-o', folder]
  const { status, output } = await run([main, ...words, ...suite.options])
  rmSync(folder, { recursive: true, force: true })
  const reason = expectedFailures.get(scenario)
  const [passes, isExpected] = [status === 0, reason === undefined]
  const mark = passes ? 'passed' : 'failed'
  console.log(`${suite.name}  ${mark}  ${scenario}${isExpected ? '' : ` (expected to fail: ${reason ?? ''})`}`)
  if (passes === isExpected) passedCount += 1
  else
    failures.push(
      passes ? `${scenario} passes now: take it off the list` : `${suite.name} ${scenario}\n${telling(output)}`,
    )
}

function telling(output: string): string {
  const lines = output.split('\n').filter((line) => /FAILURE|kind:|detail:|Error/.test(line))
  return lines.slice(0, 6).join('\n')
}

function run(words: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('close', (status) => resolve({ status, output }))
  })
}
