/**
 * The terminal, as a program's console.
 *
 * `process.stdout` keeps what it cannot write yet and loses it when the process exits, or grows without end when nobody
 * reads. So output is gathered here and written with `fs.writeSync`: what was handed over has arrived in the operating
 * system. On a terminal each print is written at once; elsewhere when 64 KB are gathered, when the last write is more than
 * 10 ms ago, and whenever the run waits, makes an effect or ends. The cost: a slow reader makes the program wait.
 */

import type { Writable } from 'node:stream'
import { ConsoleClosed } from '../../runtime/ports/console.ts'
import type { ConsolePort } from '../../runtime/ports/console.ts'
import { fstatSync, isTerminal, nowMs, writeSync } from './builtin-modules.ts'
import { LineReader } from './line-reader.ts'
import { shownCodeOf } from './system-error.ts'
import { openTerminal } from './terminal.ts'
import type { Terminal } from './terminal.ts'

/** UTF-16 units gathered before a write; the size of a pipe's buffer on Linux. */
export const GATHERED_UNITS_MAX = 65_536

/** How old gathered text may get while a program prints now and then; a person does not notice it. */
const gatheredAgeMaxMs = 10

/** How long to leave a reader alone whose pipe is full. */
const fullPipePauseMs = 2

/** Tells a terminal to clear the line from the cursor on. */
const clearLine = '\u001b[K'

const standardInput = 0
const standardOutput = 1
const standardError = 2

/** A console on the descriptors 1 and 2. Answers come from standard input, unless the program itself came from there. */
export class NodeConsole implements ConsolePort {
  /** Why standard output cannot be written, where the reason is not just that its reader went away. */
  outputFailure: string | undefined
  readonly #isInputTaken: boolean
  readonly #isTerminal: boolean
  #gathered = ''
  #unwritten: Uint8Array = noBytes
  #lastWriteMs = 0
  #isClosed = false
  #input: Terminal | undefined
  #lines: LineReader | undefined
  #lastQuestion: Promise<unknown> = Promise.resolve()
  #status = ''
  #openQuestions = 0

  constructor(options: { readonly isInputTaken: boolean }) {
    this.#isInputTaken = options.isInputTaken
    this.#isTerminal = isTerminal(standardOutput)
  }

  write(text: string): void {
    this.showStatus('')
    if (this.#isClosed) throw new ConsoleClosed()
    this.#gathered += text
    const isDue =
      this.#isTerminal || this.#gathered.length >= GATHERED_UNITS_MAX || nowMs() - this.#lastWriteMs > gatheredAgeMaxMs
    if (isDue) this.flush()
  }

  writeReport(text: string): void {
    this.showStatus('')
    try {
      this.flush()
    } catch (error) {
      // The report has a reader of its own; the next `write` or `flush` tells of the closed output again.
      if (!(error instanceof ConsoleClosed)) throw error
    }
    writeToStandardError(text)
  }

  /** An interruption in here loses and doubles nothing: each step notes at once how far it came. */
  flush(): void {
    if (this.#isClosed) throw new ConsoleClosed()
    this.#writeUnwritten()
    if (this.#gathered === '') return
    // Encoding turns a lone surrogate into U+FFFD.
    this.#unwritten = Buffer.from(this.#gathered, 'utf8')
    this.#gathered = ''
    this.#writeUnwritten()
    this.#lastWriteMs = nowMs()
  }

  /**
   * Shows a line that is taken back by whatever is written next, on a standard error that is a terminal; empty text takes
   * it back. While a question is open nothing is shown: the line belongs to whoever answers.
   */
  showStatus(text: string): void {
    if (text === this.#status || (text !== '' && this.#openQuestions > 0)) return
    this.#status = text
    writeToStandardError(`\r${clearLine}${text}`)
  }

  readLine(question: string, signal: AbortSignal): Promise<string | null> {
    this.showStatus('')
    this.#openQuestions += 1
    const asked = this.#lastQuestion
      .then(() => this.#ask(question, signal))
      .finally(() => {
        this.#openQuestions -= 1
      })
    this.#lastQuestion = asked.catch(() => undefined)
    return asked
  }

  /** A terminal, a pipe or a file may hold answers; `/dev/null` and its like do not. */
  hasListener(): boolean {
    if (this.#isInputTaken) return this.#isTerminal
    return isTerminal(standardInput) || isReadable(standardInput)
  }

  /** A line of a command's own input, after `prompt`; null when the input has ended. */
  async readInputLine(prompt: string, signal: AbortSignal): Promise<string | null> {
    this.write(prompt)
    this.flush()
    this.#lines ??= new LineReader(process.stdin)
    return await this.#lines.readLine(signal)
  }

  async #ask(question: string, signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted()
    const prompt = `${question}\n> `
    if (this.#isInputTaken) {
      this.flush()
      this.#input ??= openTerminal()
      this.#input.write(prompt)
    } else {
      this.write(prompt)
      this.flush()
    }
    this.#lines ??= new LineReader(this.#input?.lines ?? process.stdin)
    const line = await this.#lines.readLine(signal)
    if (line === null) this.#endPromptLine()
    return line
  }

  /** Whoever types an answer ends the line of the prompt; whoever ends the input does not. */
  #endPromptLine(): void {
    if (this.#input !== undefined) this.#input.write('\n')
    else if (this.#isTerminal) this.write('\n')
  }

  /** What is being written is nowhere else: an interruption right behind the write must not write it again. */
  #writeUnwritten(): void {
    while (this.#unwritten.length > 0) {
      const bytes = this.#unwritten
      this.#unwritten = noBytes
      this.#unwritten = bytes.subarray(this.#writeSome(bytes))
      // The bytes wait in their place: most of the time goes by here, and what interrupts it must lose nothing.
      if (this.#unwritten.length === bytes.length) pause()
    }
  }

  /** How many bytes were written; none if the pipe is full. */
  #writeSome(bytes: Uint8Array): number {
    try {
      return writeSync(standardOutput, bytes)
    } catch (error) {
      const code = shownCodeOf(error)
      if (code === 'EAGAIN') return 0
      this.#isClosed = true
      if (code !== 'EPIPE') this.outputFailure = code
      throw new ConsoleClosed()
    }
  }
}

const noBytes = new Uint8Array(0)

/** Writes all of `text` to standard error. A reader that went away is no reason to stop. */
export function writeToStandardError(text: string): void {
  let bytes: Uint8Array = Buffer.from(text, 'utf8')
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(standardError, bytes))
    } catch (error) {
      if (shownCodeOf(error) !== 'EAGAIN') return
      pause()
    }
  }
}

/**
 * Gives standard output to one writer alone. What others write there, such as a module of JavaScript or a package, goes to
 * standard error from now on.
 */
export function reserveStandardOutput(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  // Every start imports this file, and only `sense serve` needs what it loads.
  const stream = process.getBuiltinModule('node:stream')
  const reserved = new stream.Writable({
    decodeStrings: false,
    write(text: string | Uint8Array, _encoding, done) {
      write(text, done)
    },
  })
  stdout.on('error', (error: Error) => reserved.destroy(error))
  return reserved
}

/** Whether reports are read on a terminal. */
export function isErrorTerminal(): boolean {
  return isTerminal(standardError)
}

/** The columns of the terminal that reports are read on; undefined where there is none, or it does not say. */
export function errorColumns(): number | undefined {
  const columns = isErrorTerminal() ? process.stderr.columns : 0
  return columns > 0 ? columns : undefined
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))

function pause(): void {
  Atomics.wait(sleeper, 0, 0, fullPipePauseMs)
}

/** Whether it is something that texts come from: a pipe, a file, a socket. A closed descriptor is none. */
function isReadable(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    return stats.isFIFO() || stats.isFile() || stats.isSocket()
  } catch {
    return false
  }
}
