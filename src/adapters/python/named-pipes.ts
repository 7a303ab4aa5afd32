/**
 * Pipes to a child that this side can write and read at once.
 *
 * Reading the pipes that Node makes for a child takes a turn of the event loop. Pipes with a name in the file system are
 * opened like files, for `readSync` and `writeSync`. Their names are gone before the child starts.
 */

import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Descriptors, all open. */
export interface ChildPipes {
  /** What the child reads from, and we write to. */
  readonly requests: { readonly childEnd: number; readonly ourEnd: number }
  /** What the child writes to, and we read from, which fails with EAGAIN where nothing is there. */
  readonly replies: { readonly childEnd: number; readonly ourEnd: number }
}

/** Makes both pipes. Throws an Error of the system where that cannot be done. */
export function openChildPipes(): ChildPipes {
  const folder = mkdtempSync(join(tmpdir(), 'sense-'))
  try {
    const [requests, replies] = [join(folder, 'requests'), join(folder, 'replies')]
    execFileSync('mkfifo', [requests, replies], { stdio: 'ignore', env: { PATH: '/usr/bin:/bin:/usr/local/bin' } })
    const request = openBothEnds(requests)
    closeSync(request.pollEnd)
    const reply = openBothEnds(replies)
    closeSync(reply.readEnd)
    return {
      requests: { childEnd: request.readEnd, ourEnd: request.writeEnd },
      replies: { childEnd: reply.writeEnd, ourEnd: reply.pollEnd },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opening one end waits for the other, unless it is opened to be read without blocking. */
function openBothEnds(path: string) {
  const pollEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writeEnd = openSync(path, constants.O_WRONLY)
  const readEnd = openSync(path, constants.O_RDONLY)
  return { pollEnd, writeEnd, readEnd }
}
