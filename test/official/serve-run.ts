/**
 * The official conformance suites for servers against `sense serve --http`: `npm run test:official-server`, and a step of
 * `npm test`.
 *
 * `served.sns` has the tools that the scenarios ask for. The suites know no token, so a proxy between them and the server adds it
 * and changes nothing else. What is listed as failing and passes is a failure too: the list must stay true.
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HttpProcess } from '../serve/served.ts'

interface Suite {
  readonly name: string
  /** The name in `package.json` under which this version of the suites is installed. */
  readonly installed: string
  /** What selects the scenarios. */
  readonly options: readonly string[]
  /** How many there are, so that results that cannot be read are noticed. */
  readonly count: number
}

const suites: readonly Suite[] = [
  { name: '0.1.16', installed: 'mcp-conformance-0.1', options: ['--suite', 'all'], count: 32 },
  {
    name: '0.2 at 2025-11-25',
    installed: 'mcp-conformance-0.2',
    options: ['--requirements', '2025-11-25'],
    count: 32,
  },
  {
    name: '0.2 at 2026-07-28',
    installed: 'mcp-conformance-0.2',
    options: ['--requirements', '2026-07-28'],
    count: 38,
  },
]

const textsOnly = 'a tool of Sense gives text'
const noResources = 'a program of Sense has no resources'
const noPrompts = 'a program of Sense has no prompts'
const noSampling = 'sampling is deprecated, and a program of Sense has models of its own'
const ownForms = 'a program of Sense asks for one line or a yes, under names that are always the same'

/** Scenarios that are not scored for the revision but about what we do. */
const alsoCounted = ['server-session-lifecycle', 'server-sse-polling', 'http-header-validation']

/** What is not done, and why. */
const expectedFailures: ReadonlyMap<string, string> = new Map([
  ['completion-complete', noPrompts],
  ['logging-set-level', 'requests for logs are deprecated'],
  ['tools-call-with-logging', 'requests for logs are deprecated'],
  ['tools-call-image', textsOnly],
  ['tools-call-audio', textsOnly],
  ['tools-call-embedded-resource', textsOnly],
  ['tools-call-mixed-content', textsOnly],
  ['tools-call-sampling', noSampling],
  ['json-schema-2020-12', 'the schema of a tool is made of its parameters'],
  ['elicitation-sep1034-defaults', ownForms],
  ['elicitation-sep1330-enums', ownForms],
  ['input-required-result-basic-elicitation', ownForms],
  ['input-required-result-multiple-input-requests', ownForms],
  ['input-required-result-basic-sampling', noSampling],
  ['input-required-result-capability-check', noSampling],
  ['input-required-result-basic-list-roots', 'roots are deprecated'],
  ['input-required-result-non-tool-request', noPrompts],
  ['resources-list', noResources],
  ['resources-read-text', noResources],
  ['resources-read-binary', noResources],
  ['resources-templates-read', noResources],
  ['resources-subscribe', noResources],
  ['resources-unsubscribe', noResources],
  ['prompts-list', noPrompts],
  ['prompts-get-simple', noPrompts],
  ['prompts-get-with-args', noPrompts],
  ['prompts-get-embedded-resource', noPrompts],
  ['prompts-get-with-image', noPrompts],
  ['caching', 'it asks for lists of resources and prompts too'],
  ['server-stateless', 'one of its checks wants a tool that needs sampling'],
])

/** Of scenarios that are expected to fail the only checks that may, where most of them pass. */
const expectedFaults: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'caching',
    [
      'sep-2549-prompts-list-caching-hints',
      'sep-2549-resources-list-caching-hints',
      'sep-2549-resources-templates-list-caching-hints',
    ],
  ],
  ['server-stateless', ['sep-2575-server-rejects-undeclared-capability']],
])

/** Of a whole suite. */
const LIMIT_MS = 10 * 60_000

const scratch = mkdtempSync(join(tmpdir(), 'sense-official-'))
const failures: string[] = []
let passedCount = 0

const served = new HttpProcess([join(import.meta.dirname, 'served.sns')])
try {
  const proxy = await proxyTo(await served.address())
  try {
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
    for (const suite of suites) await runSuite(suite, address)
  } finally {
    proxy.close()
    proxy.closeAllConnections()
  }
} finally {
  await served.stop()
  rmSync(scratch, { recursive: true, force: true })
}
for (const failure of failures) console.log(failure)
console.log(`${passedCount} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Adds the token to each request. */
async function proxyTo({ url, token }: Awaited<ReturnType<HttpProcess['address']>>) {
  const server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    const target = { host: url.hostname, port: url.port, path: request.url, method: request.method, headers }
    const passedOn = httpRequest(target, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passedOn.on('error', () => response.destroy())
    response.on('close', () => passedOn.destroy())
    request.pipe(passedOn)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}

async function runSuite(suite: Suite, address: string): Promise<void> {
  const folder = join(scratch, suite.name)
  const main = join(import.meta.dirname, '../../node_modules', suite.installed, 'dist/index.js')
  const output = await run([main, 'server', '--url', address, '-o', folder, ...suite.options])
  const unscored = unscoredIn(output)
  const scenarios = scenariosIn(folder).filter(({ name }) => !unscored.includes(name) || alsoCounted.includes(name))
  for (const scenario of scenarios) note(suite, scenario)
  if (scenarios.length !== suite.count) {
    failures.push(`${suite.name} has ${scenarios.length} results and not ${suite.count}:\n${output.slice(-2_000)}`)
  }
}

/** Pending ones, and those of extensions of the protocol, are run too. */
function unscoredIn(output: string): readonly string[] {
  const part = output.split('Not scored for')[1] ?? ''
  return Array.from(part.matchAll(/^ {2}[✓✗] (\S+) \(/gm), ([, name = '']) => name)
}

interface Scenario {
  readonly name: string
  /** The checks that failed. */
  readonly faults: readonly Check[]
}

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

/** Each has a folder, named after it and the time, with the checks that it made. */
function scenariosIn(folder: string): readonly Scenario[] {
  return readdirSync(folder)
    .sort()
    .map((entry) => {
      const checks = JSON.parse(readFileSync(join(folder, entry, 'checks.json'), 'utf8')) as readonly Check[]
      const faults = checks.filter(({ status }) => status === 'FAILURE')
      return { name: entry.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1'), faults }
    })
}

function note({ name: suite }: Suite, { name, faults }: Scenario): void {
  const reason = expectedFailures.get(name)
  const allowed = expectedFaults.get(name)
  const unexpected = faults.filter(({ id }) => reason === undefined || allowed?.includes(id) === false)
  const mark = faults.length === 0 ? 'passed' : 'failed'
  console.log(`${suite}  ${mark}  ${name}${reason === undefined ? '' : ` (expected to fail: ${reason})`}`)
  const lines = unexpected.map(({ id, errorMessage = '' }) => `    ${id}: ${errorMessage}`)
  if (unexpected.length > 0) failures.push(`${suite} ${name}\n${lines.join('\n')}`)
  else if (faults.length === 0 && reason !== undefined)
    failures.push(`${suite} ${name} passes now: take it off the list`)
  else passedCount += 1
}

function run(words: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('close', () => {
      resolve(output)
    })
  })
}
