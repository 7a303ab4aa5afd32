/** Finds or makes a folder for new files. */

import { readdirSync } from 'node:fs'
import { makeFolder } from './make-folder.ts'
import { codeOfSystemError, shownCodeOf } from './system-error.ts'

/** What is in the way of new files: files that are there, or, by its code such as `EACCES`, the system. */
export type FolderObstacle = { readonly kind: 'not-empty' } | { readonly kind: 'refused'; readonly code: string }

/** Makes the folder at `path` unless there is an empty one. Gives what keeps that from being done, if something does. */
export function prepareFolder(path: string): FolderObstacle | undefined {
  try {
    if (namesIn(path).length > 0) return { kind: 'not-empty' }
    makeFolder(path)
    return undefined
  } catch (error) {
    return { kind: 'refused', code: shownCodeOf(error) }
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch (error) {
    if (codeOfSystemError(error) === 'ENOENT') return []
    throw error
  }
}
