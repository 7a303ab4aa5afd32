/** Makes folders for new files. */

import { mkdirSync, readdirSync } from 'node:fs'
import { codeOfSystemError, shownCodeOf } from './system-error.ts'

/** Makes a folder and those around it. Gives the code of the system, such as `EACCES`, where that is not possible. */
export function makeFolder(path: string): string | undefined {
  try {
    mkdirSync(path, { recursive: true })
    return undefined
  } catch (error) {
    return shownCodeOf(error)
  }
}

/** Whether nothing is in the way of new files: the folder is empty or does not exist. */
export function isFree(path: string): boolean {
  try {
    return readdirSync(path).length === 0
  } catch (error) {
    return codeOfSystemError(error) === 'ENOENT'
  }
}
