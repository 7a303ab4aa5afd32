/**
 * The official conformance suites, scenario by scenario: `npm run test:official`, and a step of `npm test`.
 *
 * Each scenario is a server of the suite that our client (`client.ts`) is started against; what the server sees decides. A
 * scenario that is listed as failing and passes is a failure too: the list must stay true.
 *
 * Some scenarios measure how long the client waits, which a busy machine makes longer. They are run at the end and one after
 * the other; so is, once more, what has failed among others.
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'rolldown'

interface Suite {
  readonly name: string
  /** The name in `package.json` under which this version of the suites is installed. */
  readonly installed: string
  /** What selects the wire that the scenarios are run at. */
  readonly options: readonly string[]
  /** What lists its scenarios. */
  readonly list: readonly string[]
  /** How many it lists, so that a list that cannot be read is noticed. */
  readonly count: number
  /** Extensions of the protocol that are not scored but done. */
  readonly extensions: readonly string[]
}

const suites: readonly Suite[] = [
  { name: '0.1.16', installed: 'mcp-conformance-0.1', options: [], list: ['list'], count: 26, extensions: [] },
  {
    name: '0.2 at 2025-11-25',
    installed: 'mcp-conformance-0.2',
    options: ['--spec-version', '2025-11-25'],
    list: ['list', '--requirements', '2025-11-25'],
    count: 18,
    extensions: [],
  },
  {
    name: '0.2 at 2026-07-28',
    installed: 'mcp-conformance-0.2',
    options: ['--spec-version', '2026-07-28', '--force'],
    list: ['list', '--requirements', '2026-07-28'],
    count: 32,
    extensions: [
      'auth/client-credentials-jwt',
      'auth/client-credentials-basic',
      'auth/enterprise-managed-authorization',
    ],
  },
]

/** What is not done, and why. */
const expectedFailures: ReadonlyMap<string, string> = new Map([
  [
    'auth/2025-03-26-oauth-metadata-backcompat',
    'the metadata of a revision that no server of the suites but this one has',
  ],
])

/** They measure when the client comes back. */
const timedScenarios: ReadonlySet<string> = new Set(['sse-retry'])

interface Scenario {
  readonly suite: Suite
  readonly name: string
}

interface Outcome {
  readonly passes: boolean
  readonly output: string
}

/** Half of a scenario's time is spent waiting. */
const AT_ONCE = 2 * availableParallelism()
/** What a client may take that is started on a busy machine, and the suite around it. */
const TIMEOUT_MS = 120_000
const SUITE_MS = 180_000
/** A machine that is busy makes few scenarios fail; when many do, it is us. */
const REPEATED_MAX = 8
const packages = join(import.meta.dirname, '../../node_modules')
const scratch = mkdtempSync(join(tmpdir(), 'sense-official-'))
/** In one file, because it is started once for each scenario; and where it finds the MCP library. */
const client = join(packages, `.cache/sense-official/client-${process.pid}.mjs`)
/** Spares each process compiling the same anew. */
const environment = { ...process.env, NODE_COMPILE_CACHE: join(scratch, 'compile-cache') }

const failures: string[] = []
let passedCount = 0
try {
  const input = join(import.meta.dirname, 'client.ts')
  await build({ input, platform: 'node', output: { file: client, codeSplitting: false }, logLevel: 'warn' })
  const scenarios = (await Promise.all(suites.map(scenariosOf))).flat()
  const alone = scenarios.filter(({ name }) => timedScenarios.has(name))
  const failed = await runAtOnce(scenarios.filter((scenario) => !alone.includes(scenario)))
  const isRepeated = failed.length <= REPEATED_MAX
  for (const { scenario, outcome } of failed) note(scenario, isRepeated ? await outcomeOf(scenario) : outcome)
  for (const scenario of alone) note(scenario, await outcomeOf(scenario))
} finally {
  for (const path of [scratch, client]) rmSync(path, { recursive: true, force: true })
}
for (const failure of failures) console.log(failure)
console.log(`${passedCount} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

async function scenariosOf(suite: Suite): Promise<readonly Scenario[]> {
  const { output } = await run([mainOf(suite), ...suite.list])
  const names = namesIn(output)
  if (names.length !== suite.count) {
    failures.push(`${suite.name} lists ${names.length} scenarios and not ${suite.count}:\n${output.slice(0, 2_000)}`)
  }
  return [...names, ...suite.extensions].map((name) => ({ suite, name }))
}

/** Those that test a client and are scored. */
function namesIn(listing: string): readonly string[] {
  const part = listing.split('Client scenarios')[1]?.split('Run and reported')[0] ?? ''
  return Array.from(part.matchAll(/^ {2}- (\S+)/gm), ([, name = '']) => name)
}

interface Run {
  readonly scenario: Scenario
  readonly outcome: Outcome
}

/** Gives back those that have not come out as they should. */
async function runAtOnce(scenarios: readonly Scenario[]): Promise<readonly Run[]> {
  const waiting = [...scenarios]
  const failed: Run[] = []
  const worker = async (): Promise<void> => {
    for (let scenario = waiting.shift(); scenario !== undefined; scenario = waiting.shift()) {
      const outcome = await outcomeOf(scenario)
      if (isAsExpected(scenario, outcome)) note(scenario, outcome)
      else failed.push({ scenario, outcome })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return failed
}

async function outcomeOf({ suite, name }: Scenario): Promise<Outcome> {
  const folder = mkdtempSync(join(scratch, 'scenario-'))
  const command = `${process.execPath} ${client}`
  const words = ['client', '--command', command, '--scenario', name, '--timeout', String(TIMEOUT_MS), '-o', folder]
  const { status, output } = await run([mainOf(suite), ...words, ...suite.options])
  return { passes: status === 0, output }
}

function isAsExpected({ name }: Scenario, { passes }: Outcome): boolean {
  return passes !== expectedFailures.has(name)
}

function note(scenario: Scenario, outcome: Outcome): void {
  const { suite, name } = scenario
  const reason = expectedFailures.get(name)
  const mark = outcome.passes ? 'passed' : 'failed'
  console.log(`${suite.name}  ${mark}  ${name}${reason === undefined ? '' : ` (expected to fail: ${reason})`}`)
  if (isAsExpected(scenario, outcome)) passedCount += 1
  else if (outcome.passes) failures.push(`${name} passes now: take it off the list`)
  else failures.push(`${suite.name} ${name}\n${telling(outcome.output)}`)
}

function telling(output: string): string {
  const lines = output.split('\n').filter((line) => /FAILURE|kind:|detail:|Error/.test(line))
  return lines.slice(0, 6).join('\n')
}

/** The file that runs the suite. */
function mainOf({ installed }: Suite): string {
  return join(packages, installed, 'dist/index.js')
}

function run(words: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
      timeout: SUITE_MS,
      killSignal: 'SIGKILL',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('close', (status) => resolve({ status, output }))
  })
}
