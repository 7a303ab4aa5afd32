/** From failures of a store to the errors that a program sees. */

import * as problems from '../../compiler/diagnostics/catalogue/memory.ts'
import type { Problem } from '../../compiler/diagnostics/diagnostic.ts'
import { StoreFailure } from '../ports/stores.ts'
import { SenseError } from '../values/sense-error.ts'
import type { SiteId } from '../values/sense-error.ts'

/** What `use` gives; a failure of the store becomes an error at `site`. */
export function atStore<Result>(site: SiteId, use: () => Result): Result {
  try {
    return use()
  } catch (error) {
    if (error instanceof StoreFailure) throw new SenseError(problemOf(error), site)
    throw error
  }
}

function problemOf({ kind, path, detail }: StoreFailure): Problem {
  switch (kind) {
    case 'folder':
      return problems.storeNotDatabase(path, 'it is a folder')
    case 'not-a-file':
      return problems.storeNotDatabase(path, 'it is a device or a pipe, not a file')
    case 'not-a-database':
      return problems.storeNotDatabase(path, 'it is a file of another kind')
    case 'other-table':
      return problems.storeNotDatabase(path, 'its table `memory_log` has other columns')
    case 'not-writable':
      return problems.storeNotWritable(path, detail)
    case 'disk-full':
      return problems.storeDiskFull(path)
    case 'locked':
      return problems.storeLocked(path)
    case 'damaged':
      return problems.storeDamaged(path, detail)
    case 'closed':
      return problems.storeClosed(path)
    case 'failed':
      return problems.storeFailed(path, detail)
  }
}
