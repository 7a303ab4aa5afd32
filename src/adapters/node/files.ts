/**
 * The files of this machine, as the module `files` sees them. Everything is synchronous, so that no other code of the program
 * runs in between.
 */

import { FilesFailure } from '../../runtime/ports/files.ts'
import type { FilesFault, FilesPort } from '../../runtime/ports/files.ts'
import { pathModule } from './builtin-modules.ts'
import { makeFolder } from './make-folder.ts'
import { quietly } from './quietly.ts'
import { readWholeFile } from './read-file.ts'
import { codeOfSystemError, shownCodeOf } from './system-error.ts'
import type { OpenWrite } from './write-whole.ts'
import { giveUpWrite, newFileMode, requireFileIfThere, writeText, writeWhole } from './write-whole.ts'

const fs = process.getBuiltinModule('node:fs')

/** The files for one run, which remembers its unfinished writes. */
export function createNodeFiles(): FilesPort {
  const open = new Set<OpenWrite>()
  return {
    read: (path) => attempt(path, () => readWholeFile(path)),
    write(path, text) {
      attempt(path, () => {
        writeWhole(path, text, open)
      })
    },
    append(path, text) {
      attempt(path, () => {
        appendWhole(path, text)
      })
    },
    exists: (path) => attempt(path, () => isThere(path)),
    list: (folder) => attempt(folder, () => fs.readdirSync(folder)),
    remove(path) {
      attempt(path, () => {
        if (fs.lstatSync(path).isDirectory()) fs.rmdirSync(path)
        else fs.unlinkSync(path)
      })
    },
    makeFolder(path) {
      attempt(path, () => {
        makeFolderHere(path)
      })
    },
    closeAll() {
      for (const write of open) giveUpWrite(write)
      open.clear()
    },
  }
}

/** What there is to add is added in one go, as far as the system lets us; if not all of it can be, all is taken back. */
function appendWhole(path: string, text: string): void {
  requireFileIfThere(path)
  const descriptor = fs.openSync(path, 'a', newFileMode)
  try {
    const sizeBefore = fs.fstatSync(descriptor).size
    try {
      writeText(descriptor, text)
    } catch (error) {
      quietly(() => {
        fs.ftruncateSync(descriptor, sizeBefore)
      })
      throw error
    }
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Nothing that could be missing is asked for, so the system means the place itself: it lets nothing be made there. */
function makeFolderHere(path: string): void {
  try {
    makeFolder(path)
  } catch (error) {
    if (codeOfSystemError(error) === 'ENOENT') throw new FilesFailure({ kind: 'refused', reason: 'ENOENT' })
    throw error
  }
}

/** Nothing is there also where a folder on the way is missing, or where the name is longer than any can be. */
function isThere(path: string): boolean {
  try {
    fs.statSync(path)
    return true
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(shownCodeOf(error))) return false
    throw error
  }
}

/** Runs `action`; what the system says against it becomes a `FilesFailure`. */
function attempt<Result>(path: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (error instanceof FilesFailure || !isSystemError(error)) throw error
    throw new FilesFailure(faultOf(error, path))
  }
}

function faultOf(error: NodeJS.ErrnoException, path: string): FilesFault {
  const code = shownCodeOf(error)
  switch (code) {
    case 'ENOENT':
      return { kind: 'missing', folder: pathModule.isAbsolute(path) ? undefined : currentFolder() }
    case 'EISDIR':
      return { kind: 'folder' }
    case 'ENOTDIR':
    case 'EEXIST':
      return { kind: 'no-folder' }
    case 'ENOTEMPTY':
      return { kind: 'not-empty' }
    default:
      return { kind: 'refused', reason: code }
  }
}

function currentFolder(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
