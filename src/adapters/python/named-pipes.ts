/**
 * Pipes to a child that this side can block on.
 *
 * The pipes that Node makes for a child never block, and reading them takes a turn of the event loop. Pipes with a name in
 * the file system are opened like files, so `readSync` waits for what comes. Their names are gone before the child starts.
 */

import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Descriptors, all open. */
export interface ChildPipes {
  /** What the child reads from, and we write to. */
  readonly requests: { readonly childEnd: number; readonly ourEnd: number }
  /** What the child writes to, and we read from: `ourEnd` blocks, `pollEnd` fails with EAGAIN where nothing is there. */
  readonly replies: { readonly childEnd: number; readonly ourEnd: number; readonly pollEnd: number }
}

/** Makes both pipes. Throws an Error of the system where that cannot be done. */
export function openChildPipes(): ChildPipes {
  const folder = mkdtempSync(join(tmpdir(), 'sense-'))
  try {
    const [requests, replies] = [join(folder, 'requests'), join(folder, 'replies')]
    execFileSync('mkfifo', [requests, replies], { stdio: 'ignore', env: { PATH: '/usr/bin:/bin:/usr/local/bin' } })
    const { readEnd, writeEnd, pollEnd } = openBothEnds(requests)
    closeSync(pollEnd)
    const reply = openBothEnds(replies)
    return {
      requests: { childEnd: readEnd, ourEnd: writeEnd },
      replies: { childEnd: reply.writeEnd, ourEnd: reply.readEnd, pollEnd: reply.pollEnd },
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
