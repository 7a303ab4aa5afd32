/** Replaces files for the commands that change them. */

import { FilesFailure } from '../../runtime/ports/files.ts'
import { shownCodeOf } from './system-error.ts'
import { writeWhole } from './write-whole.ts'

/**
 * Writes the file at `path` as a whole or not at all. Gives the reason, for `systemReason`, where that is not possible: a code
 * of the system such as `EACCES`, or `not a file`; then the file is as it was.
 */
export function replaceFile(path: string, text: string): string | undefined {
  try {
    writeWhole(path, text)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof FilesFailure)) return shownCodeOf(error)
  const { fault } = error
  if (fault.kind === 'refused') return fault.reason
  return fault.kind === 'folder' ? 'EISDIR' : 'not a file'
}
