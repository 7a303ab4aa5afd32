/**
 * The log of a memory in an open SQLite database (spec 02 §7).
 *
 * There is no copy of it in this process: other programs write to the same file, and each question is answered by a few
 * steps in the index on `key`, however many rows there are.
 */

import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { StoreFailure } from '../../runtime/ports/stores.ts'
import type { KeyedState, NewRow, Row, State, Store } from '../../runtime/ports/stores.ts'
import { waitWhileLocked } from './lock-wait.ts'
import { storeFailureOf } from './store-failure.ts'

const insertion = 'INSERT INTO memory_log (key, op, value, timestamp) VALUES (?, ?, ?, ?)'

const state = 'version, op, value'
const latest = `SELECT ${state} FROM memory_log WHERE key = ? ORDER BY version DESC LIMIT 1`
const asOf = `SELECT ${state} FROM memory_log WHERE key = ? AND version <= ? ORDER BY version DESC LIMIT 1`
const history = `SELECT ${state}, timestamp FROM memory_log WHERE key = ? ORDER BY version`

/**
 * Goes from each key to the next greater one and looks up its last row: a million rows of a thousand keys take a thousand
 * steps. Grouping would visit every row. CROSS JOIN keeps SQLite from turning the order of the two tables round.
 */
const remembered = `
  WITH RECURSIVE each_key (key) AS (
    SELECT min(key) FROM memory_log
    UNION ALL
    SELECT (SELECT min(key) FROM memory_log WHERE key > each_key.key) FROM each_key WHERE key IS NOT NULL
  )
  SELECT log.version, log.op, log.value, log.key
  FROM each_key CROSS JOIN memory_log AS log
    ON log.version = (SELECT max(version) FROM memory_log WHERE key = each_key.key)
  WHERE log.op IS NOT 'forget'
  ORDER BY log.version
`

/** Our table has no such row, but a table that somebody else made may. */
const withoutKey = 'SELECT version FROM memory_log WHERE key IS NULL LIMIT 1'

/** The greatest number that a row can have. */
const versionMax = 2n ** 63n - 1n

/** The cells of a row, in the order of the columns in the query. */
type Cells = readonly SQLOutputValue[]

/** Node's types do not know of `setReturnArrays`, which saves making an object with names for each row. */
const cellsOf = (row: unknown): Cells => row as Cells

export class MemoryLog implements Store {
  readonly #database: DatabaseSync
  readonly #path: string
  readonly #waitMaxMs: number
  readonly #insertion: StatementSync
  readonly #latest: StatementSync
  readonly #asOf: StatementSync
  readonly #history: StatementSync
  readonly #remembered: StatementSync
  readonly #withoutKey: StatementSync

  constructor(database: DatabaseSync, path: string, waitMaxMs: number) {
    const query = (sql: string): StatementSync => {
      const statement = database.prepare(sql)
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      return statement
    }
    this.#database = database
    this.#path = path
    this.#waitMaxMs = waitMaxMs
    this.#insertion = query(insertion)
    this.#latest = query(latest)
    this.#asOf = query(asOf)
    this.#history = query(history)
    this.#remembered = query(remembered)
    this.#withoutKey = query(withoutKey)
  }

  append({ key, op, value, timestamp }: NewRow): void {
    this.#run(() => this.#insertion.run(key, op, value, timestamp))
  }

  latest(key: string): State | undefined {
    return this.#run(() => this.#stateIfAny(this.#latest.get(key)))
  }

  asOf(key: string, version: bigint): State | undefined {
    const bound = version > versionMax ? versionMax : version
    if (bound < 1n) return undefined
    return this.#run(() => this.#stateIfAny(this.#asOf.get(key, bound)))
  }

  history(key: string): readonly Row[] {
    return this.#run(() => Array.from(this.#history.iterate(key), (raw) => this.#row(cellsOf(raw))))
  }

  remembered(): readonly KeyedState[] {
    return this.#run(() => {
      const nameless = this.#withoutKey.get()
      if (nameless !== undefined) throw this.#unreadable(cellsOf(nameless)[0], 'has no key')
      return Array.from(this.#remembered.iterate(), (raw) => this.#keyedState(cellsOf(raw)))
    })
  }

  /** What was appended is safe already; closing only tidies up the files beside it, so it may fail. */
  close(): void {
    try {
      if (this.#database.isOpen) this.#database.close()
    } catch {
      // The next program that opens the file tidies up.
    }
  }

  #run<Result>(attempt: () => Result): Result {
    try {
      return waitWhileLocked(this.#waitMaxMs, attempt)
    } catch (error) {
      throw storeFailureOf(error, this.#path)
    }
  }

  #stateIfAny(raw: unknown): State | undefined {
    return raw === undefined ? undefined : this.#state(cellsOf(raw))
  }

  #state([version, op, value]: Cells): State {
    const isValue = typeof value === 'string' || value === null
    if (!isValue || typeof version !== 'bigint') throw this.#unreadable(version)
    if (op !== 'remember' && op !== 'forget') throw this.#unreadable(version, 'says neither `remember` nor `forget`')
    return { version, op, value }
  }

  #row(cells: Cells): Row {
    const timestamp = cells[3]
    if (typeof timestamp !== 'number') throw this.#unreadable(cells[0])
    return { ...this.#state(cells), timestamp }
  }

  #keyedState(cells: Cells): KeyedState {
    const key = cells[3]
    if (typeof key !== 'string') throw this.#unreadable(cells[0])
    return { ...this.#state(cells), key }
  }

  /** SQLite lets other programs put values of any type into any column. */
  #unreadable(version: SQLOutputValue | undefined, fault = 'holds values of other types'): StoreFailure {
    return new StoreFailure('damaged', this.#path, `row ${String(version)} ${fault}`)
  }
}
