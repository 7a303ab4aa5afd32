/**
 * What the tests of servers share: connections with short limits, and the check that nothing is left of them.
 *
 * Each test file's processes carry a mark of their own in `SENSE_RUN`, beside the mark of the run.
 */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { createToolServers } from '../../src/adapters/mcp/tool-servers.ts'
import type { ToolServersOptions } from '../../src/adapters/mcp/tool-servers.ts'
import { createProcessTable } from '../../src/adapters/node/process-table.ts'
import type { JsonObject } from '../../src/runtime/ports/json.ts'
import { ToolServerFailure } from '../../src/runtime/ports/tool-servers.ts'
import type {
  ToolCallResult,
  ToolServerConnection,
  ToolServerRequest,
  ToolServersPort,
  ToolServerWarning,
} from '../../src/runtime/ports/tool-servers.ts'

export const FIXTURE = fileURLToPath(new URL('fixture-server.ts', import.meta.url))
/** Saves each fixture server from having its types stripped again, which takes longer than starting it. */
export const COMPILE_CACHE = `NODE_COMPILE_CACHE=${join(tmpdir(), 'sense-mcp-compile-cache')}`
export const NEVER = new AbortController().signal

export interface Bench {
  readonly servers: ToolServersPort
  readonly warnings: ToolServerWarning[]
  readonly folder: string
  /** The fixture server in a mode. */
  readonly fixture: (
    mode: string,
    changes?: Partial<ToolServerRequest>,
    number?: number,
  ) => Promise<ToolServerConnection>
  readonly connect: (changes: Partial<ToolServerRequest>, signal?: AbortSignal) => Promise<ToolServerConnection>
  /** What the fixture server saw. */
  readonly journal: () => readonly JournalEntry[]
}

export interface JournalEntry {
  readonly started?: number
  readonly id?: string | number
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: unknown
  readonly error?: { readonly code: number }
}

/** Servers for one test; after it all are closed and no process of theirs may be left. */
export function createBench(options: Partial<ToolServersOptions> = {}): Bench {
  const { bench, end } = openBench(options)
  onTestFinished(end)
  return bench
}

/** One plain fixture server for all tests of a group, which must leave it usable. */
export function sharedFixture(): () => ToolServerConnection {
  let connection: ToolServerConnection | undefined
  beforeAll(async () => {
    const { bench, end } = openBench({})
    connection = await bench.fixture('plain')
    return end
  })
  return () => {
    if (connection === undefined) throw new Error('no test is running')
    return connection
  }
}

function openBench(options: Partial<ToolServersOptions>): { bench: Bench; end: () => Promise<void> } {
  const mark = `test-${randomBytes(8).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'sense-mcp-'))
  const servers = createToolServers({ environment: { ...process.env, SENSE_RUN: mark }, ...options })
  const warnings: ToolServerWarning[] = []
  const journalPath = join(folder, 'journal')
  const end = async () => {
    await servers.closeAll()
    expect(await processesWith(mark)).toEqual([])
    expect(await zombieChildren()).toEqual([])
    rmSync(folder, { recursive: true })
  }
  const connect = (changes: Partial<ToolServerRequest>, signal = NEVER) =>
    servers.connect({ ...DEFAULTS, onWarning: (warning) => void warnings.push(warning), ...changes }, signal)
  const fixture: Bench['fixture'] = (mode, changes = {}, number = 1) =>
    connect({
      args: [FIXTURE, mode, journalPath, String(number)],
      ...changes,
      environment: [...(changes.environment ?? []), COMPILE_CACHE],
    })
  return { bench: { servers, warnings, folder, fixture, connect, journal: () => entriesOf(journalPath) }, end }
}

const DEFAULTS: ToolServerRequest = {
  name: 'files',
  command: process.execPath,
  args: [],
  environment: [],
  folder: undefined,
  startTimeoutMs: 10_000,
  listTimeoutMs: 10_000,
  callIdleTimeoutMs: 10_000,
  callTotalTimeoutMs: 20_000,
  onWarning: () => undefined,
}

export function entriesOf(path: string): readonly JournalEntry[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalEntry)
}

/** Living processes that carry `mark`. */
export async function processesWith(mark: string): Promise<readonly number[]> {
  const entries = await createProcessTable('linux')()
  return entries.filter((entry) => !entry.isZombie && (entry.mark ?? '').includes(mark)).map((entry) => entry.pid)
}

async function zombieChildren(): Promise<readonly number[]> {
  const entries = await createProcessTable('linux')()
  return entries.filter((entry) => entry.isZombie && entry.parent === process.pid).map((entry) => entry.pid)
}

/** The failure that the promise rejects with; anything else fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<ToolServerFailure> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ToolServerFailure) return error
    throw error
  }
  throw new Error('it did not fail')
}

/** The same, with the milliseconds it took. */
export async function timedFailureOf(promise: Promise<unknown>): Promise<{ failure: ToolServerFailure; ms: number }> {
  const begun = performance.now()
  const failure = await failureOf(promise)
  return { failure, ms: performance.now() - begun }
}

export function call(connection: ToolServerConnection, tool: string, args: JsonObject = {}): Promise<ToolCallResult> {
  return connection.callTool(tool, args, NEVER)
}

/** The result of a call that writes `text` as the answer; `ID` in it stands for the call's number. */
export function raw(connection: ToolServerConnection, text: string, pieceBytes?: number): Promise<ToolCallResult> {
  return call(connection, 'raw', pieceBytes === undefined ? { text } : { text, pieceBytes })
}

export function textOf(result: ToolCallResult): string {
  return result.parts.map((part) => (part.kind === 'text' ? part.text : `<${part.kind}>`)).join('')
}

export async function until(condition: () => boolean | Promise<boolean>, waitMs = 15_000): Promise<void> {
  const deadline = performance.now() + waitMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('it did not come true in time')
    await pause(20)
  }
}
