/** Where a program's text goes and where answers of a person come from. */
export interface ConsolePort {
  /** Adds to standard output. May keep the text until `flush`; throws `ConsoleClosed` when nobody reads any more. */
  write(text: string): void
  /** Adds a warning or report to standard error, after everything written so far. */
  writeReport(text: string): void
  /** Hands everything kept to the operating system. Called before each wait, effect, error and exit. */
  flush(): void
  /**
   * Shows `question` and reads one line; null at the end of input. Rejects with `NoTerminal` where nobody can be asked, and
   * with `LineTooLong`.
   */
  readLine(question: string, signal: AbortSignal): Promise<string | null>
  /** Whether somebody may be there to answer. Absent: nobody is. */
  hasListener?(): boolean
}

/** Standard output was closed by its reader. The run ends quietly. */
export class ConsoleClosed extends Error {
  override readonly name = 'ConsoleClosed'
}

/** The line that was read is longer than a String may be. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong'
}

/** The program itself came from standard input and there is no terminal to ask at. */
export class NoTerminal extends Error {
  override readonly name = 'NoTerminal'
}
