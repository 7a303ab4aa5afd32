/** Runs a Sense program against the fixture server in one of its modes, and says what the program saw. */

import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToolServers } from '../../src/adapters/mcp/tool-servers.ts'
import { runSource } from '../support/run-source.ts'
import { COMPILE_CACHE, entriesOf, FIXTURE, processesWith } from './harness.ts'
import type { JournalEntry } from './harness.ts'

export interface ModeOptions {
  readonly startSeconds?: number
  readonly callSeconds?: number
  readonly messageBytesMax?: number
  readonly maxResult?: number
  /** The arguments of the first call, as the model writes them. */
  readonly args?: string
  /** How often the model calls. */
  readonly calls?: number
}

export interface Seen {
  /** Why `connect_mcp` failed: its headline, then the evidence. */
  readonly error: string | undefined
  readonly tools: readonly string[]
  /** What the model was told of each call. */
  readonly results: readonly string[]
  readonly audit: readonly string[]
  /** Codes of warnings, and their words with the evidence. */
  readonly warnings: readonly string[]
  readonly warningTexts: readonly string[]
  readonly journal: readonly JournalEntry[]
  readonly starts: number
  readonly milliseconds: number
  /** Processes that are still there. */
  readonly left: readonly number[]
}

const SEPARATOR = '=== next ==='

export async function runInMode(mode: string, options: ModeOptions): Promise<Seen> {
  const mark = `test-${randomBytes(8).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'sense-mcp-'))
  const journalPath = join(folder, 'journal')
  const { messageBytesMax } = options
  const toolServers = createToolServers({
    environment: { ...process.env, SENSE_RUN: mark },
    ...(messageBytesMax === undefined ? {} : { messageBytesMax }),
  })
  const begun = performance.now()
  const run = await runSource(programFor(mode, journalPath, options), { ports: { toolServers } })
  const milliseconds = performance.now() - begun
  // The journal has words too, such as that the input ended.
  const entries = (existsSync(journalPath) ? entriesOf(journalPath) : []).filter((entry) => typeof entry === 'object')
  const left = await processesWith(mark)
  rmSync(folder, { recursive: true })
  const [tools = '', ...rest] = run.output.split(`${SEPARATOR}\n`)
  const [error] = run.diagnostics
  return {
    error: error === undefined ? undefined : wordsOf(error),
    tools: tools.split('\n').filter((line) => line !== ''),
    results: rest.slice(0, -1).map((text) => text.slice(0, -1)),
    audit: (rest.at(-1) ?? '').split('\n').filter((line) => line !== ''),
    warnings: run.warnings.map(({ code }) => code),
    warningTexts: run.warnings.map(wordsOf),
    journal: entries,
    starts: entries.filter((entry) => entry.started !== undefined).length,
    milliseconds,
    left,
  }
}

interface Told {
  readonly headline: string
  readonly evidence?: { readonly facts: readonly (readonly string[])[]; readonly stderrLines: readonly string[] }
}

function wordsOf({ headline, evidence }: Told): string {
  const facts = (evidence?.facts ?? []).map((fact) => fact.join(': '))
  return [headline, ...facts, ...(evidence?.stderrLines ?? [])].join('\n')
}

function programFor(mode: string, journalPath: string, options: ModeOptions): string {
  const { startSeconds = 30, callSeconds = 30, maxResult = 100_000, args = '{}', calls = 2 } = options
  const words = [FIXTURE, mode, journalPath].map((word) => JSON.stringify(word)).join(', ')
  const environment = [COMPILE_CACHE, 'API_TOKEN=tok-3f9a81c2', 'MODE=production'].map((word) => JSON.stringify(word))
  const script = Array.from({ length: calls }, (_, index) => [
    `"""call srv.good ${index === 0 ? args : '{}'}"""`,
    '"{result}"',
  ]).flat()
  const ask = `print("${SEPARATOR}")\nprint(ask_with_tools("go", s.tools).value)\n`
  return `s = connect_mcp("srv", ${JSON.stringify(process.execPath)}, [${words}], "srv.use", env: [${environment.join(', ')}],
    start_timeout: ${startSeconds}, call_timeout: ${callSeconds}, max_result: ${maxResult})
for t in s.tools: print(t.name)
model m = inference("mock", "m", script: [${script.join(', ')}])
set delegation = m
${ask.repeat(calls)}print("${SEPARATOR}")
for line in audit_log(): print(line)
`
}
