/** What every command gets: where it prints, and how it reports problems. */

import type { NodeConsole } from '../adapters/node/console.ts'
import * as problems from '../compiler/diagnostics/catalogue/files.ts'
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import { ConsoleClosed } from '../runtime/ports/console.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import type { ErrorFormat } from './report.ts'
import { reportText } from './report.ts'

export interface CommandContext {
  readonly console: NodeConsole
  /** How problems are shown. */
  readonly format: ErrorFormat
}

/** Writes what was printed so far, then the problems. */
export function report({ console, format }: CommandContext, diagnostics: readonly Diagnostic[]): void {
  console.writeReport(reportText(diagnostics, format))
}

/** Whether the text has arrived; not where nobody reads any more. */
export function isPrinted({ console }: CommandContext, text: string): boolean {
  try {
    console.write(text)
    console.flush()
    return true
  } catch (error) {
    if (error instanceof ConsoleClosed) return false
    throw error
  }
}

/** Prints `text`, all that the command has to say; gives `status` if it arrives. */
export function printAndLeave(context: CommandContext, text: string, status: ExitStatus): ExitStatus {
  return isPrinted(context, text) ? status : statusOfClosedOutput(context)
}

/** The status of a command whose output could not be written. */
export function statusOfClosedOutput(context: CommandContext): ExitStatus {
  const { outputFailure } = context.console
  if (outputFailure === undefined) return exitStatus.outputClosed
  report(context, [problems.outputFailed(outputFailure)])
  return exitStatus.failure
}

/** The folder that paths on the command line are relative to, for reports. */
export function currentFolder(): string {
  return isCurrentFolderThere() ? process.cwd() : 'a folder that no longer exists'
}

/** Somebody may have removed the folder that we run in. */
export function isCurrentFolderThere(): boolean {
  try {
    process.cwd()
    return true
  } catch {
    return false
  }
}
