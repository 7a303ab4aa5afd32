/**
 * Tool servers for a command that ends at Ctrl-C while the user watches.
 *
 * A server may take its time to end, and the program waits for it, so that nothing is left when it is over. After Ctrl-C
 * nobody wants to wait: servers get what is still to be said to them, most have ended before the process does, and the
 * guardian, which outlives the process, ends the rest within a second. Where there is no guardian, Ctrl-C waits too.
 */

import { abortionOf } from '../adapters/node/abortion-of.ts'
import type { ToolServersPort } from '../runtime/ports/tool-servers.ts'

/** Enough for a server that does nothing at its end; a person takes 100 ms for "at once". */
const HURRIED_MS = 50

export function hurriedAfter(signal: AbortSignal, servers: ToolServersPort): ToolServersPort {
  if (process.platform === 'win32') return servers
  return {
    connect: (request, connectSignal) => servers.connect(request, connectSignal),
    closeAll: () => Promise.race([servers.closeAll(), hurry(signal)]),
  }
}

/** Resolves a moment after the signal has been aborted. */
async function hurry(signal: AbortSignal): Promise<void> {
  await abortionOf(signal)
  await new Promise((resolve) => setTimeout(resolve, HURRIED_MS))
}
