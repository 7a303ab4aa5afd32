/**
 * Where a persistent memory lives (spec 02 §7). A pure rule, so that it can be asked without opening anything.
 */

/** What decides the place. */
export interface MemoryDeclaration {
  readonly name: string
  /** The text in the declaration; null if there is none. */
  readonly writtenPath: string | null
  /** The folder of the file with the declaration; undefined if it stands in no file. */
  readonly declaringFolder: string | undefined
  /** What the environment says of `SENSE_MEMORY_DIR`. Empty is the same as not set. */
  readonly memoryFolder: string | undefined
}

export interface MemoryPlace {
  readonly path: string
  /** Which rule chose it: the declaration, `SENSE_MEMORY_DIR`, the folder of the file, or the current folder. */
  readonly rule: 'explicit' | 'environment' | 'beside-file' | 'current-folder'
}

/** The variable that moves all memories without a path of their own. */
export const MEMORY_FOLDER_VARIABLE = 'SENSE_MEMORY_DIR'

/** `join` gives the path of a name in a folder, as the system writes paths. */
export function memoryPlace(
  { name, writtenPath, declaringFolder, memoryFolder }: MemoryDeclaration,
  join: (folder: string, name: string) => string,
): MemoryPlace {
  const fileName = `${name}.sense_memory.db`
  if (writtenPath !== null) return { path: writtenPath, rule: 'explicit' }
  if (memoryFolder !== undefined && memoryFolder !== '') {
    return { path: join(memoryFolder, fileName), rule: 'environment' }
  }
  if (declaringFolder === undefined) return { path: fileName, rule: 'current-folder' }
  return { path: join(join(declaringFolder, '.sense_memory'), fileName), rule: 'beside-file' }
}
