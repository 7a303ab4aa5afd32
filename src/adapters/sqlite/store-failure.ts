/** From errors of Node's SQLite to failures of a store. */

import { StoreFailure } from '../../runtime/ports/stores.ts'
import type { StoreFailureKind } from '../../runtime/ports/stores.ts'

/** The result codes of SQLite that mean something here: https://www.sqlite.org/rescode.html */
export const sqliteCode = {
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  notADatabase: 26,
} as const satisfies Readonly<Record<string, number>>

/** An error that SQLite itself reported. The low byte of `errcode` is one of `sqliteCode`, the rest says more. */
export interface SqliteError extends Error {
  readonly errcode: number
}

export function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
}

const kinds: ReadonlyMap<number, StoreFailureKind> = new Map([
  [sqliteCode.permission, 'not-writable'],
  [sqliteCode.readOnly, 'not-writable'],
  [sqliteCode.cannotOpen, 'not-writable'],
  [sqliteCode.busy, 'locked'],
  [sqliteCode.locked, 'locked'],
  [sqliteCode.protocol, 'locked'],
  [sqliteCode.corrupt, 'damaged'],
  [sqliteCode.full, 'disk-full'],
  [sqliteCode.notADatabase, 'not-a-database'],
])

/** The failure that `error` means for the store at `path`. */
export function storeFailureOf(error: unknown, path: string): StoreFailure {
  if (error instanceof StoreFailure) return error
  if (isSqliteError(error)) {
    const kind = kinds.get(error.errcode & 255)
    if (kind === undefined || kind === 'damaged') return new StoreFailure(kind ?? 'failed', path, error.message)
    return new StoreFailure(kind, path)
  }
  const isClosed = error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'
  if (isClosed) return new StoreFailure('closed', path)
  return new StoreFailure('failed', path, error instanceof Error ? error.message : String(error))
}
