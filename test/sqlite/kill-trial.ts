/**
 * The promise behind `remember`: what it has acknowledged is in the file, whatever happens to the process.
 *
 * Each round starts a writer, kills it at a random moment while it writes, and looks into the file as another program
 * would. All rounds use one file, so each begins with what the kill before left behind.
 */

import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { runWriter } from './writer-process.ts'
import { withDatabase } from './memories.ts'

export interface KillReport {
  readonly rounds: number
  readonly acknowledged: number
  /** Acknowledged, but not in the file. */
  readonly lost: number
  /** Rounds after which SQLite found fault with the file. */
  readonly damaged: number
  /** Writers that were not ended by the kill. */
  readonly survived: number
}

/** The latest moment of the kill after the writer is ready. Milliseconds. */
const killAfterMsMax = 20

/** In memory where the system has such a folder: a hundred times as many writes fit in between two kills. */
export function fastFolder(): string {
  return existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
}

export async function killWriters(path: string, rounds: number): Promise<KillReport> {
  let [acknowledged, lost, damaged, survived] = [0, 0, 0, 0]
  for (let round = 1; round <= rounds; round += 1) {
    const prefix = `round${round}`
    const end = await runWriter({ path, prefix, count: 1_000_000, killAfterMs: Math.random() * killAfterMsMax })
    const keys = keysIn(path, prefix)
    acknowledged += end.acknowledged.length
    lost += end.acknowledged.filter((number) => !keys.has(`${prefix}-${number}`)).length
    damaged += isIntact(path) ? 0 : 1
    survived += end.status === null ? 0 : 1
  }
  return { rounds, acknowledged, lost, damaged, survived }
}

function keysIn(path: string, prefix: string): ReadonlySet<unknown> {
  return withDatabase(path, (database) => {
    const rows = database.prepare("SELECT key FROM memory_log WHERE key LIKE ? || '-%'").all(prefix)
    return new Set(rows.map((row) => row.key))
  })
}

function isIntact(path: string): boolean {
  return withDatabase(path, (database) => {
    return database.prepare('PRAGMA integrity_check').get()?.integrity_check === 'ok'
  })
}
