/** Makes a folder and those around it. */

import { pathModule } from './builtin-modules.ts'
import { codeOfSystemError } from './system-error.ts'

const fs = process.getBuiltinModule('node:fs')

/**
 * Makes the folder at `path`, with those around it that are missing; one that is there is left alone. Throws the error of the
 * system, with the code `EEXIST` where something else has the name.
 *
 * Node's own recursive `mkdirSync` never ends where the system denies a folder whose parent exists, as `/proc` does: it
 * makes the parent, tries again, and so on. Can go when that ends in an error (seen in Node 22 and 24).
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  const parent = pathModule.dirname(path)
  if (parent !== path) makeFolder(parent)
  try {
    fs.mkdirSync(path)
  } catch (error) {
    // Another program may have been faster.
    if (codeOfSystemError(error) !== 'EEXIST' || !isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
