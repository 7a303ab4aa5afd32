/** A file of lines that grows while a run goes on: each line is with the operating system once it is written. */

import { closeSync, openSync, writeSync } from './builtin-modules.ts'
import { shownCodeOf } from './system-error.ts'

export type LogFile =
  | { readonly kind: 'open'; readonly write: (line: string) => void }
  /** The system's code, such as `EACCES`. */
  | { readonly kind: 'failed'; readonly code: string }

/** Only for its owner, because it may hold what nobody else should read. */
const mode = 0o600

const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = process.getBuiltinModule('node:fs').constants

/** Opens the file to add to it; nothing that is there is lost. A pipe that nobody reads fails with `ENXIO`. */
export function openLogFile(path: string): LogFile {
  try {
    const descriptor = openAtOnce(path)
    return { kind: 'open', write: lineWriter(descriptor) }
  } catch (error) {
    return { kind: 'failed', code: shownCodeOf(error) }
  }
}

/** To open a pipe without a reader would wait for one; this attempt does not, and holds the reader until the second. */
function openAtOnce(path: string): number {
  const probe = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, mode)
  try {
    return openSync(path, 'a', mode)
  } finally {
    closeSync(probe)
  }
}

/** A disk that is full is no reason to stop a run: the log ends there. */
function lineWriter(descriptor: number): (line: string) => void {
  let isBroken = false
  return (line) => {
    let bytes: Uint8Array = Buffer.from(`${line}\n`, 'utf8')
    while (bytes.length > 0 && !isBroken) {
      try {
        bytes = bytes.subarray(writeSync(descriptor, bytes))
      } catch {
        isBroken = true
      }
    }
  }
}
