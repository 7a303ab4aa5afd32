/** What came of a run, from what ended it. */

import { internalFault, runTimedOut } from '../compiler/diagnostics/catalogue/execution.ts'
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import { ProgramExit } from '../runtime/execution/program-exit.ts'
import { ConsoleClosed } from '../runtime/ports/console.ts'
import { Interrupted, TimedOut } from '../runtime/ports/interrupter.ts'
import { SenseError } from '../runtime/values/sense-error.ts'

export interface Ending {
  readonly ending: 'completed' | 'failed' | 'exited' | 'cancelled' | 'console-closed'
  /** What the program gave to `program.exit`, from 0 to 255; only if it has `exited`. */
  readonly exitStatus?: number
  /** Syntax errors ordered by place, or the errors that ended a run in the order in which they happened; empty otherwise. */
  readonly diagnostics: readonly Diagnostic[]
}

interface EndingOptions {
  /** For the report of a fault of our own. */
  readonly version: string
  readonly timeoutMs?: number
}

/** The text of the program has syntax errors, so none of it runs. */
export class RefusedSource extends Error {
  readonly problems: readonly Diagnostic[]

  constructor(problems: readonly Diagnostic[]) {
    super('the text of the program has syntax errors')
    this.problems = problems
  }
}

/** The ending of main code that settled; `errors` nobody awaited, in the order in which they happened (spec 02 §6). */
export function endingOfFailures(errors: readonly SenseError[]): Ending {
  return { ending: errors.length === 0 ? 'completed' : 'failed', diagnostics: errors.map(diagnosticOf) }
}

/** The ending of a run that `error` ended; `earlier`: the errors that nobody had awaited by then. */
export function endingOfError(
  error: unknown,
  earlier: readonly SenseError[],
  { version, timeoutMs = 0 }: EndingOptions,
): Ending {
  const diagnostics = earlier.map(diagnosticOf)
  if (error instanceof SenseError) return endingOfFailures([...new Set([...earlier, error])])
  if (error instanceof ProgramExit) return { ending: 'exited', exitStatus: error.status, diagnostics }
  if (error instanceof Interrupted) return { ending: 'cancelled', diagnostics }
  if (error instanceof ConsoleClosed) return { ending: 'console-closed', diagnostics: [] }
  if (error instanceof RefusedSource) return { ending: 'failed', diagnostics: error.problems }
  if (error instanceof TimedOut) {
    return { ending: 'failed', diagnostics: [...diagnostics, runTimedOut(timeoutMs / 1000)] }
  }
  const summary = error instanceof Error ? error.message : String(error)
  return { ending: 'failed', diagnostics: [...diagnostics, internalFault(version, summary)] }
}

/** The record of a located error, from which every report is made. */
export function diagnosticOf(error: SenseError): Diagnostic {
  return {
    ...error.problem,
    ...(error.place === undefined ? {} : { place: error.place }),
    related: error.related,
    ...(error.callStack === undefined ? {} : { stack: error.callStack }),
  }
}
