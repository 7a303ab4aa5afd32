/** Persistent memories without a program around them. */

import { DatabaseSync } from 'node:sqlite'
import { createStores } from '../../src/adapters/sqlite/stores.ts'
import type { StoresOptions } from '../../src/adapters/sqlite/stores.ts'
import { callAtOnceIn } from '../../src/runtime/execution/call.ts'
import { declarePersistentMemory } from '../../src/runtime/memory/declare-persistent-memory.ts'
import type { PersistentMemory } from '../../src/runtime/memory/persistent-memory.ts'
import type { StoresPort } from '../../src/runtime/ports/stores.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import { fakeContext } from '../unit/runtime/builtins/fake-context.ts'

export interface Memories {
  readonly stores: StoresPort
  /** Declares the memory `m` at line 3 of a file in `/programs`, or in no file. */
  readonly declare: (path: string | null, settings?: DeclarationSettings) => PersistentMemory
}

export interface DeclarationSettings {
  readonly name?: string
  readonly declaringFile?: string
  readonly memoryFolder?: string
}

export function openMemories(options: StoresOptions = {}): Memories {
  const stores = createStores(options)
  const clock = { now: () => Date.now(), setAlarm: () => () => undefined }
  return {
    stores,
    declare(path, { name = 'm', declaringFile, memoryFolder } = {}) {
      const environment = { get: (variable: string) => (variable === 'SENSE_MEMORY_DIR' ? memoryFolder : undefined) }
      return declarePersistentMemory({ run: { clock, environment, stores }, site: 3 }, name, path, declaringFile)
    },
  }
}

const context = fakeContext()

/** Calls a method of a memory. */
export function call(memory: PersistentMemory, member: string, ...args: readonly Value[]): Value {
  const { run, site, scope } = context
  return callAtOnceIn(run)(site, scope, memory.readMember(member) ?? null, args)
}

/** What another program that knows SQLite sees in the file at `path`, or does to it. */
export function withDatabase<Result>(path: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(path)
  try {
    return use(database)
  } finally {
    database.close()
  }
}
