/** What `persistent memory m: "path"` does when it runs. */

import { memoryPathEmpty } from '../../compiler/diagnostics/catalogue/memory.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { EnvironmentPort } from '../ports/environment.ts'
import type { StoresPort } from '../ports/stores.ts'
import { SenseError } from '../values/sense-error.ts'
import type { SiteId } from '../values/sense-error.ts'
import { MEMORY_FOLDER_VARIABLE, memoryPlace } from './memory-place.ts'
import { PersistentMemory } from './persistent-memory.ts'
import { atStore } from './store-problem.ts'

/** What a declaration needs of the run, and where it stands. */
export interface DeclarationContext {
  readonly run: {
    readonly clock: ClockPort
    readonly environment: EnvironmentPort
    readonly stores: StoresPort
  }
  readonly site: SiteId
}

/**
 * The memory, with its store open. `writtenPath` is null where the declaration has no text, `declaringFile` undefined
 * where it stands in no file. An error at the declaration if the store cannot be used.
 */
export function declarePersistentMemory(
  { run, site }: DeclarationContext,
  name: string,
  writtenPath: string | null,
  declaringFile: string | undefined,
): PersistentMemory {
  const { clock, environment, stores } = run
  if (writtenPath === '') throw new SenseError(memoryPathEmpty(name), site)
  const { path } = memoryPlace(
    {
      name,
      writtenPath,
      declaringFolder: declaringFile === undefined ? undefined : stores.folderOf(declaringFile),
      memoryFolder: environment.get(MEMORY_FOLDER_VARIABLE),
    },
    (folder, fileName) => stores.join(folder, fileName),
  )
  return new PersistentMemory({ name, path, clock, store: atStore(site, () => stores.open(path)) })
}
