/**
 * Writes a file as a whole or not at all.
 *
 * The text goes to a new file beside the place, is synced, and then renamed over it: a rename is the one step that a file
 * system makes whole or not at all. Whoever reads meanwhile, and a machine that stops in between, finds the old text or the
 * new one. Everything is synchronous, so that no other code of a program runs in between.
 */

import { FilesFailure } from '../../runtime/ports/files.ts'
import { pathModule } from './builtin-modules.ts'
import { quietly } from './quietly.ts'
import { encodedPieces } from './utf8-pieces.ts'

const fs = process.getBuiltinModule('node:fs')

/** Symbolic links that are followed one after the other; Linux follows as many. */
const linksMax = 40

/** What a new file may be used for, before the process's mask takes something away. */
export const newFileMode = 0o666

/** A write that is under way. */
export interface OpenWrite {
  readonly path: string
  descriptor: number | undefined
}

/**
 * Makes `text` all that is in the file at `path`. Its permissions stay, and a link stays a link. Throws a `FilesFailure`
 * where a folder or something else that is no file has the name, or the error of the system; then all is as it was.
 *
 * A write whose code is broken off cannot clean up behind itself: it stays in `open`, for `giveUpWrite`.
 */
export function writeWhole(path: string, text: string, open = new Set<OpenWrite>()): void {
  const target = targetOf(path)
  const mode = modeOfTarget(target)
  const temporary = pathModule.join(pathModule.dirname(target), `.sense-${crypto.randomUUID()}.tmp`)
  const write: OpenWrite = { path: temporary, descriptor: undefined }
  open.add(write)
  try {
    write.descriptor = fs.openSync(temporary, 'wx', mode ?? newFileMode)
    restoreMode(write.descriptor, mode)
    writeText(write.descriptor, text)
    fs.fsyncSync(write.descriptor)
    fs.closeSync(write.descriptor)
    write.descriptor = undefined
    fs.renameSync(temporary, target)
  } catch (error) {
    giveUpWrite(write)
    throw error
  } finally {
    open.delete(write)
  }
}

/** Removes what an unfinished write has left. */
export function giveUpWrite({ path, descriptor }: OpenWrite): void {
  quietly(() => {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  })
  quietly(() => {
    fs.unlinkSync(path)
  })
}

/** Writes all of `text` to an open file. */
export function writeText(descriptor: number, text: string): void {
  for (const piece of encodedPieces(text)) {
    for (let offset = 0; offset < piece.length;) offset += fs.writeSync(descriptor, piece, offset)
  }
}

/** The permissions of the file at `path`; undefined if nothing is there. Throws a `FilesFailure` for all but a file. */
export function requireFileIfThere(path: string): number | undefined {
  const found = fs.statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (found.isDirectory()) throw new FilesFailure({ kind: 'folder' })
  if (!found.isFile()) throw new FilesFailure({ kind: 'special' })
  return found.mode & 0o7777
}

/** The permissions of the file that is replaced; undefined if there is none. Who may not write it may not replace it. */
function modeOfTarget(path: string): number | undefined {
  const mode = requireFileIfThere(path)
  if (mode !== undefined) fs.accessSync(path, fs.constants.W_OK)
  return mode
}

/** The mask must not take away what the file had before. Some file systems have no permissions to set. */
function restoreMode(descriptor: number, mode: number | undefined): void {
  quietly(() => {
    if (mode !== undefined) fs.fchmodSync(descriptor, mode)
  })
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
