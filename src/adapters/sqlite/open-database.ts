/**
 * Opens a SQLite file as the log of a memory, and makes the file, its folders, the table and the index if need be.
 *
 * Everything that keeps a file from being used is found out here and not at the first `remember`: the file is opened for
 * writing, and a write transaction is begun even if there is nothing to make.
 */

import type { DatabaseSync } from 'node:sqlite'
import { StoreFailure } from '../../runtime/ports/stores.ts'
import { makeFolder } from '../node/make-folder.ts'
import { codeOfSystemError } from '../node/system-error.ts'
import { fileSystem, paths, sqlite } from './built-in-modules.ts'
import { LOCK_SLICE_MS, waitWhileLocked } from './lock-wait.ts'
import { isSqliteError, sqliteCode } from './store-failure.ts'

/**
 * FULL makes each commit durable before it returns; the `fullfsync` pair does the same on macOS, where an ordinary sync
 * stops at the disk's cache. The cache, in KiB, holds the upper levels of the index of a million rows.
 */
const settings = `
  PRAGMA busy_timeout = ${LOCK_SLICE_MS};
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA checkpoint_fullfsync = ON;
  PRAGMA cache_size = -16000;
`

/** The table is a format that other programs read (spec 02 §7). An index on `key` has the version in it as well. */
const schema = `
  CREATE TABLE IF NOT EXISTS memory_log (
    version INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,
    op TEXT NOT NULL,
    value TEXT,
    timestamp REAL NOT NULL
  );
`
const index = 'CREATE INDEX IF NOT EXISTS memory_log_key ON memory_log (key);'

const columns = ['version', 'key', 'op', 'value', 'timestamp']

/** `location` is absolute or `:memory:`; `path` is what a failure shows. */
export function openDatabase(location: string, path: string, waitMaxMs: number): DatabaseSync {
  if (location !== ':memory:') prepareFile(location, path)
  const database = connect(location, path)
  try {
    waitWhileLocked(waitMaxMs, () => {
      database.exec(settings)
    })
    waitWhileLocked(waitMaxMs, () => makeTable(database, path))
  } catch (error) {
    database.close()
    throw explained(error, location, path)
  }
  return database
}

/** SQLite would wait forever for the other end of a pipe, so anything but a file is refused unopened. */
function prepareFile(location: string, path: string): void {
  if (path.endsWith('/') || path.endsWith(paths().sep)) throw new StoreFailure('folder', path)
  try {
    const stats = fileSystem().statSync(location, { throwIfNoEntry: false })
    if (stats?.isDirectory() === true) throw new StoreFailure('folder', path)
    if (stats?.isFile() === false) throw new StoreFailure('not-a-file', path)
    if (stats === undefined) makeFolder(paths().dirname(location))
  } catch (error) {
    throw error instanceof StoreFailure ? error : new StoreFailure('not-writable', path, codeOfSystemError(error) ?? '')
  }
}

function connect(location: string, path: string): DatabaseSync {
  const { DatabaseSync } = sqlite()
  try {
    return new DatabaseSync(location)
  } catch (error) {
    throw explained(error, location, path)
  }
}

function makeTable(database: DatabaseSync, path: string): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec(schema)
    if (!hasOurColumns(database)) throw new StoreFailure('other-table', path)
    database.exec(index)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function hasOurColumns(database: DatabaseSync): boolean {
  const found = database.prepare('PRAGMA table_info(memory_log)').all()
  const primaryKey = found.filter(({ pk }) => pk !== 0).map(({ name, type }) => `${String(name)} ${String(type)}`)
  const isRowNumber = primaryKey.join().toUpperCase() === 'VERSION INTEGER'
  return isRowNumber && columns.every((column) => found.some(({ name }) => name === column))
}

const accessCodes: ReadonlySet<number> = new Set([sqliteCode.cannotOpen, sqliteCode.readOnly])

/** SQLite says only that it cannot open or write a file; the system knows why. */
function explained(error: unknown, location: string, path: string): unknown {
  if (!isSqliteError(error) || !accessCodes.has(error.errcode & 255)) return error
  return new StoreFailure('not-writable', path, refusalOf(location))
}

/** The system's code for refusing to write the file, or to make files beside it. */
function refusalOf(location: string): string {
  const { accessSync, constants, existsSync } = fileSystem()
  try {
    if (existsSync(location)) accessSync(location, constants.R_OK | constants.W_OK)
    accessSync(paths().dirname(location), constants.W_OK | constants.X_OK)
    return ''
  } catch (error) {
    return codeOfSystemError(error) ?? ''
  }
}
