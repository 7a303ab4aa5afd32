/**
 * Writes a file as a whole or not at all.
 *
 * The text goes to a new file beside it, which then takes its place: whoever reads meanwhile, and a machine that stops in
 * between, finds the old text or the new one.
 */

import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { shownCodeOf } from './system-error.ts'

/**
 * Replaces the text of the file at `path`, or makes it. The mode of the file stays, and a link stays a link. Gives the code of
 * the system, such as `EACCES`, where that is not possible; then the file is as it was.
 */
export function replaceFile(path: string, text: string): string | undefined {
  let temporary: string | undefined
  try {
    const target = targetOf(path)
    const mode = statSync(target, { throwIfNoEntry: false })?.mode
    temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
    writeWhole(temporary, text, mode)
    renameSync(temporary, target)
    return undefined
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true })
    return shownCodeOf(error)
  }
}

/** Where a link leads to. */
function targetOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function writeWhole(path: string, text: string, mode: number | undefined): void {
  const descriptor = openSync(path, 'wx')
  try {
    if (mode !== undefined) fchmodSync(descriptor, mode & 0o7777)
    let bytes: Uint8Array = Buffer.from(text, 'utf8')
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(descriptor, bytes))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
