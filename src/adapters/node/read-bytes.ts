/** Reads bytes where reading may say that nothing has come yet. */

import { pauseBlocking } from './blocking-pause.ts'
import { readSync } from './builtin-modules.ts'
import { codeOfSystemError } from './system-error.ts'

/** How long to leave a writer alone whose pipe is empty. */
const emptyPipePauseMs = 2

/** Waits for some bytes and puts them into `chunk`. Gives their count; 0 at the end. Throws what the system says. */
export function readBytes(descriptor: number, chunk: Uint8Array): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk)
    } catch (error) {
      const code = codeOfSystemError(error)
      // Windows reports the end of a pipe this way.
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      pauseBlocking(emptyPipePauseMs)
    }
  }
}
