/** The terminal of the process itself, for the time when standard input is already in use. */

import type { ReadStream } from 'node:tty'
import { NoTerminal } from '../../runtime/ports/console.ts'
import { openSync, writeSync } from './builtin-modules.ts'

export interface Terminal {
  readonly lines: ReadStream
  write(text: string): void
}

/** Opens the terminal that controls the process. Throws `NoTerminal` where there is none. */
export function openTerminal(): Terminal {
  const descriptor = openController()
  const { ReadStream } = process.getBuiltinModule('node:tty')
  return {
    lines: new ReadStream(descriptor),
    write: (text) => void writeSync(descriptor, text),
  }
}

function openController(): number {
  try {
    return openSync('/dev/tty', 'r+')
  } catch {
    throw new NoTerminal()
  }
}
