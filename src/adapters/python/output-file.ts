/**
 * What Python prints, where it must not go to our own standard output: into a file that we read after each reply.
 *
 * A pipe would fill while we wait for a reply, and Python would wait for us. The file has lost its name before Python
 * starts, so it is gone with the last process that has it open.
 */

import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class OutputFile {
  /** For the child. */
  readonly childEnd: number
  readonly #readEnd: number
  readonly #decoder = new TextDecoder()
  readonly #onText: (text: string) => void
  #chunk: Buffer | undefined

  constructor(onText: (text: string) => void) {
    const folder = mkdtempSync(join(tmpdir(), 'sense-'))
    try {
      const path = join(folder, 'output')
      this.childEnd = openSync(path, 'a', 0o600)
      this.#readEnd = openSync(path, 'r')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    this.#onText = onText
  }

  /** Hands on what was printed since the last time. */
  drain(): void {
    this.#chunk ??= Buffer.allocUnsafeSlow(65_536)
    for (;;) {
      const count = readSync(this.#readEnd, this.#chunk, 0, this.#chunk.length, null)
      if (count === 0) return
      this.#onText(this.#decoder.decode(this.#chunk.subarray(0, count), { stream: true }))
    }
  }

  /** Closes both ends; a child that was started has its own. */
  close(): void {
    closeSync(this.childEnd)
    closeSync(this.#readEnd)
  }
}
