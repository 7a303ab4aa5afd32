/**
 * Waits for a file that another program keeps locked.
 *
 * SQLite waits by itself, but inside a native call that Ctrl-C cannot end, and in some cases (a change of the journal mode,
 * the recovery after a crash) not at all. So it waits for a short slice only, and here the slices are repeated.
 */

import { isSqliteError, sqliteCode } from './store-failure.ts'

/** What SQLite itself waits at most. After it a waiting program can be interrupted. */
export const LOCK_SLICE_MS = 200

/** Keeps repeated attempts from burning the processor where SQLite does not wait. */
const pauseMs = 2

/**
 * What `attempt` gives; it is repeated while the file is locked, for `waitMaxMs` at most. An attempt that meets a lock
 * must have done nothing, which holds for one statement outside a transaction: SQLite takes it back.
 */
export function waitWhileLocked<Result>(waitMaxMs: number, attempt: () => Result): Result {
  let end: number | undefined
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      end ??= performance.now() + waitMaxMs
      if (!isLock(error) || performance.now() >= end) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
}

const lockCodes: ReadonlySet<number> = new Set([sqliteCode.busy, sqliteCode.locked, sqliteCode.protocol])

function isLock(error: unknown): boolean {
  return isSqliteError(error) && lockCodes.has(error.errcode & 255)
}
