/**
 * Stores in SQLite files.
 *
 * A function that declares a memory may run a million times, so a file is opened once and its connection shared. A file
 * that was removed or replaced meanwhile is another file, also at the same path, and is opened anew.
 */

import type { Store, StoresPort } from '../../runtime/ports/stores.ts'
import { fileSystem, paths } from './built-in-modules.ts'
import { MemoryLog } from './memory-log.ts'
import { openDatabase } from './open-database.ts'
import { storeFailureOf } from './store-failure.ts'

export interface StoresOptions {
  /** How long to wait for a file that other programs keep locked. Milliseconds. */
  readonly waitMaxMs?: number
}

/** Long enough that many programs which write one file all the time get their turn; short enough to be no hang. */
const waitMaxMsUsual = 30_000

interface OpenFile {
  readonly log: MemoryLog
  /** Device and number of the file: what stays the same when a file is moved. */
  readonly identity: string
}

export function createStores({ waitMaxMs = waitMaxMsUsual }: StoresOptions = {}): StoresPort {
  const filesByPath = new Map<string, OpenFile>()
  const openLogs = new Set<MemoryLog>()

  function openFile(path: string): Store {
    const absolutePath = paths().resolve(path)
    const known = filesByPath.get(absolutePath)
    if (known !== undefined && known.identity === identityOf(absolutePath)) return known.log
    const log = new MemoryLog(openDatabase(absolutePath, path, waitMaxMs), path, waitMaxMs)
    openLogs.add(log)
    filesByPath.set(absolutePath, { log, identity: identityOf(absolutePath) })
    return log
  }

  return {
    open(path) {
      try {
        // A private store is closed when nothing refers to it any more.
        return path === ':memory:'
          ? new MemoryLog(openDatabase(path, path, waitMaxMs), path, waitMaxMs)
          : openFile(path)
      } catch (error) {
        throw storeFailureOf(error, path)
      }
    },
    folderOf: (filePath) => paths().dirname(paths().resolve(filePath)),
    join: (folder, name) => paths().join(folder, name),
    closeAll() {
      for (const log of openLogs) log.close()
      openLogs.clear()
      filesByPath.clear()
    },
  }
}

function identityOf(path: string): string {
  const stats = fileSystem().statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? 'none' : `${stats.dev}:${stats.ino}`
}
