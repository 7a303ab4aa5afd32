/**
 * Lines typed at a terminal, with editing, history and completion.
 *
 * Each line has an editor of its own: while a program runs the terminal is in its plain mode, so that Ctrl-C reaches the
 * process, and what the program asks is answered as everywhere. What was pasted behind the end of a line waits for the next.
 */

import { createInterface } from 'node:readline'
import { WriteStream } from 'node:tty'

export type TypedLine =
  | { readonly kind: 'line'; readonly text: string }
  /** Ctrl-C. */
  | { readonly kind: 'cancelled' }
  /** Ctrl-D, or the terminal is gone. */
  | { readonly kind: 'ended' }

/** Gives what the end of a line can be completed to, and the part of the line that these begin with. */
export type Complete = (line: string) => [completions: string[], part: string]

const historyLinesMax = 1_000

export class LineEditor {
  readonly #complete: Complete
  readonly #output = new WriteStream(1)
  #history: string[] = []
  /** Lines that were pasted together with one that was asked for. */
  readonly #pasted: string[] = []
  #begun = ''

  constructor(complete: Complete) {
    this.#complete = complete
  }

  readLine(prompt: string): Promise<TypedLine> {
    const pasted = this.#pasted.shift()
    if (pasted !== undefined) return Promise.resolve({ kind: 'line', text: pasted })
    return new Promise((resolve) => {
      process.stdin.ref()
      const editor = createInterface({
        input: process.stdin,
        output: this.#output,
        prompt,
        completer: this.#complete,
        history: [...this.#history],
        historySize: historyLinesMax,
        removeHistoryDuplicates: true,
      })
      let typed: TypedLine | undefined
      editor.on('history', (history) => (this.#history = history))
      editor.on('line', (text) => {
        if (typed !== undefined) {
          this.#pasted.push(text)
          return
        }
        typed = { kind: 'line', text }
        // The rest of what was pasted arrives before that.
        setImmediate(() => {
          this.#begun = editor.line
          if (this.#begun !== '') {
            // It is shown again behind the next prompt.
            this.#output.clearLine(0)
            this.#output.cursorTo(0)
          }
          editor.close()
        })
      })
      editor.on('SIGINT', () => {
        typed ??= { kind: 'cancelled' }
        this.#output.write('\n')
        editor.close()
      })
      editor.on('close', () => {
        process.stdin.unref()
        resolve(typed ?? { kind: 'ended' })
      })
      editor.prompt()
      if (this.#begun !== '') editor.write(this.#begun)
      this.#begun = ''
    })
  }
}
