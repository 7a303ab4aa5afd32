/**
 * The files of this machine, as the module `files` sees them.
 *
 * A file is written under another name beside its place, synced, and then renamed over it: a rename is the one step that a
 * file system makes whole or not at all. Everything is synchronous, so that no other code of the program runs in between.
 */

import { FilesFailure } from '../../runtime/ports/files.ts'
import type { FilesFault, FilesPort } from '../../runtime/ports/files.ts'
import { pathModule } from './builtin-modules.ts'
import { readWholeFile } from './read-file.ts'
import { shownCodeOf } from './system-error.ts'
import { encodedPieces } from './utf8-pieces.ts'

const fs = process.getBuiltinModule('node:fs')

/** Symbolic links that are followed one after the other; Linux follows as many. */
const linksMax = 40

/** What a new file may be used for, before the process's mask takes something away. */
const newFileMode = 0o666

/** A write that is under way. */
interface OpenWrite {
  readonly path: string
  descriptor: number | undefined
}

/** The files for one run, which remembers its unfinished writes. */
export function createNodeFiles(): FilesPort {
  const open = new Set<OpenWrite>()
  return {
    read: (path) => attempt(path, () => readWholeFile(path)),
    write(path, text) {
      attempt(path, () => {
        writeWhole(targetOf(path), text, open)
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
        fs.mkdirSync(path, { recursive: true })
      })
    },
    closeAll() {
      for (const write of open) giveUp(write)
      open.clear()
    },
  }
}

/** A broken-off write cannot clean up behind itself, so `open` knows of it until it is done. */
function writeWhole(path: string, text: string, open: Set<OpenWrite>): void {
  const mode = modeOfTarget(path)
  const temporary = pathModule.join(pathModule.dirname(path), `.sense-${crypto.randomUUID()}.tmp`)
  const write: OpenWrite = { path: temporary, descriptor: undefined }
  open.add(write)
  try {
    write.descriptor = fs.openSync(temporary, 'wx', mode ?? newFileMode)
    restoreMode(write.descriptor, mode)
    writeText(write.descriptor, text)
    fs.fsyncSync(write.descriptor)
    fs.closeSync(write.descriptor)
    write.descriptor = undefined
    fs.renameSync(temporary, path)
  } catch (error) {
    giveUp(write)
    throw error
  } finally {
    open.delete(write)
  }
}

/** The mask must not take away what the file had before. Some file systems have no permissions to set. */
function restoreMode(descriptor: number, mode: number | undefined): void {
  quietly(() => {
    if (mode !== undefined) fs.fchmodSync(descriptor, mode)
  })
}

function giveUp({ path, descriptor }: OpenWrite): void {
  quietly(() => {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  })
  quietly(() => {
    fs.unlinkSync(path)
  })
}

/** What there is to add is added in one go, as far as the system lets us; if not all of it can be, all is taken back. */
function appendWhole(path: string, text: string): void {
  requireRegularIfThere(path)
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

function writeText(descriptor: number, text: string): void {
  for (const piece of encodedPieces(text)) {
    for (let offset = 0; offset < piece.length;) offset += fs.writeSync(descriptor, piece, offset)
  }
}

/** The permissions of the file that is replaced; undefined if there is none. Who may not write it may not replace it. */
function modeOfTarget(path: string): number | undefined {
  const mode = requireRegularIfThere(path)
  if (mode !== undefined) fs.accessSync(path, fs.constants.W_OK)
  return mode
}

function requireRegularIfThere(path: string): number | undefined {
  const found = fs.statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (found.isDirectory()) throw new FilesFailure({ kind: 'folder' })
  if (!found.isFile()) throw new FilesFailure({ kind: 'special' })
  return found.mode & 0o7777
}

/** Where the file really lies: a rename onto a symbolic link would replace the link. */
function targetOf(path: string): string {
  let target = path
  for (let count = 0; count <= linksMax; count += 1) {
    if (fs.lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target
    target = pathModule.resolve(pathModule.dirname(target), fs.readlinkSync(target))
  }
  throw new FilesFailure({ kind: 'refused', reason: 'ELOOP' })
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

/** For what may fail without changing anything any more. */
function quietly(action: () => void): void {
  try {
    action()
  } catch {
    // The failure that led here is the one to tell.
  }
}
