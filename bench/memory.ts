/**
 * Persistent memory beside bare `node:sqlite` with the same settings, table and index: `node bench/memory.ts [FOLDER]`.
 *
 * Both sides take turns in one process, so that a slow moment of the machine hits both. A ratio is the time of the bare
 * side by ours: 1.00 is as fast, 0.80 the least to accept. The bare side also turns values to JSON and back.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PersistentMemory } from '../src/runtime/memory/persistent-memory.ts'
import { call, openMemories } from '../test/sqlite/memories.ts'

const [parent = tmpdir()] = process.argv.slice(2)
const folder = mkdtempSync(join(parent, 'sense-bench-'))
const { declare, stores } = openMemories()

/** As many as the promise on speed names. */
const rowCount = 1_000_000
const keyCount = 1_000

/** Turns of each side, and calls in one. A call that waits for the disk is long enough to be a turn of its own. */
const shortCalls = { turns: 60, callsInTurn: 200 }
const longCalls = { turns: 1_200, callsInTurn: 1 }
const slowCalls = { turns: 20, callsInTurn: 1 }

const keyOf = (number: number): string => `key ${number % keyCount}`
const value = ['ada', 1, null, true]

interface Side {
  readonly remember: (key: string) => void
  readonly recall: (key: string) => void
  readonly keys: () => number
}

function ourSide(memory: PersistentMemory): Side {
  return {
    remember: (key) => void call(memory, 'remember', key, value),
    recall: (key) => void call(memory, 'recall', key),
    keys: () => memory.entries().length,
  }
}

function bareSide(path: string): Side {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000;')
  database.exec(`
    CREATE TABLE IF NOT EXISTS memory_log (version INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL,
      op TEXT NOT NULL, value TEXT, timestamp REAL NOT NULL);
    CREATE INDEX IF NOT EXISTS memory_log_key ON memory_log (key);
  `)
  const insertion = database.prepare('INSERT INTO memory_log (key, op, value, timestamp) VALUES (?, ?, ?, ?)')
  const latest = database.prepare('SELECT op, value FROM memory_log WHERE key = ? ORDER BY version DESC LIMIT 1')
  const grouped = database.prepare('SELECT key, max(version) AS version FROM memory_log GROUP BY key ORDER BY version')
  return {
    remember: (key) => void insertion.run(key, 'remember', JSON.stringify(value), Date.now() / 1000),
    recall: (key) => void JSON.parse(String(latest.get(key)?.value)),
    keys: () => grouped.all().length,
  }
}

function fill(path: string): void {
  const database = new DatabaseSync(path)
  const insertion = database.prepare('INSERT INTO memory_log (key, op, value, timestamp) VALUES (?, ?, ?, ?)')
  database.exec('BEGIN')
  for (let row = 0; row < rowCount; row += 1) insertion.run(keyOf(row), 'remember', JSON.stringify(value), row)
  database.exec('COMMIT')
  database.close()
}

function timeOf(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** The first quartile: what other programs on the machine take away makes times longer, never shorter. */
function quartile(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? NaN
}

/** Lets both sides take turns, each first in every second one, and prints microseconds per call and the ratio. */
function compare(
  what: string,
  { turns, callsInTurn }: typeof shortCalls,
  ours: (n: number) => void,
  bare: (n: number) => void,
): void {
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  const takeTurn = (side: 'ours' | 'bare', turn: number) => {
    const run = side === 'ours' ? ours : bare
    const time = timeOf(() => {
      for (let count = 0; count < callsInTurn; count += 1) run(turn * callsInTurn + count)
    })
    times[side].push((time * 1000) / callsInTurn)
  }
  for (let turn = 0; turn < turns; turn += 1) {
    takeTurn(turn % 2 === 0 ? 'ours' : 'bare', turn)
    takeTurn(turn % 2 === 0 ? 'bare' : 'ours', turn)
  }
  const [ourTime, bareTime] = [quartile(times.ours), quartile(times.bare)]
  const row = [what.padEnd(34), `${ourTime.toFixed(1)} µs`.padStart(13), `${bareTime.toFixed(1)} µs`.padStart(13)]
  console.log(`${row.join('')}${(bareTime / ourTime).toFixed(2).padStart(8)}`)
}

try {
  console.log(
    `${'one call, first quartile'.padEnd(34)}${'ours'.padStart(13)}${'bare'.padStart(13)}${'ratio'.padStart(8)}`,
  )
  const ours = ourSide(declare(join(folder, 'ours.db')))
  const bare = bareSide(join(folder, 'bare.db'))
  compare(
    'remember',
    longCalls,
    (n) => ours.remember(keyOf(n)),
    (n) => bare.remember(keyOf(n)),
  )
  compare(
    'recall',
    shortCalls,
    (n) => ours.recall(keyOf(n)),
    (n) => bare.recall(keyOf(n)),
  )

  const large = join(folder, 'large.db')
  declare(large)
  stores.closeAll()
  fill(large)
  const ourLarge = ourSide(declare(large))
  const bareLarge = bareSide(large)
  compare(
    'recall in 1,000,000 rows',
    shortCalls,
    (n) => ourLarge.recall(keyOf(n)),
    (n) => bareLarge.recall(keyOf(n)),
  )
  compare(
    'remember in 1,000,000 rows',
    longCalls,
    (n) => ourLarge.remember(keyOf(n)),
    (n) => bareLarge.remember(keyOf(n)),
  )
  const memory = declare(large)
  const keys = (): unknown => call(memory, 'keys')
  compare('keys of 1,000,000 rows (bare: group)', slowCalls, keys, () => bareLarge.keys())
} finally {
  stores.closeAll()
  rmSync(folder, { recursive: true })
}
