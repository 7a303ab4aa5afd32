/** What a run came to, as data. */

import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import { renderTerminal } from '../compiler/diagnostics/render-terminal.ts'
import type { RunOutcome } from '../engine/run-program.ts'
import type { AuditEntry } from '../runtime/execution/gate.ts'

export interface RunResult {
  /** Whether the program ran to its end, or left with `program.exit(0)`, without an error. Failed tests count as no error, as in `sense run`. */
  readonly ok: boolean
  readonly ending: RunOutcome['ending']
  /** What the program gave to `program.exit`, from 0 to 255; only if it has `exited`. */
  readonly exitStatus?: number
  /** Everything the program printed. */
  readonly output: string
  /** Syntax errors ordered by place, or the errors that ended the run in the order in which they happened. */
  readonly problems: readonly Diagnostic[]
  /** Every tool call, action and question, in order; with an entry `started` before each effect that leaves the process. */
  readonly audit: readonly AuditEntry[]
  /** The lines that `audit_log()` gives. */
  readonly auditLines: readonly string[]
  readonly tests: readonly TestOutcome[]
}

/** One execution of a `test` block. */
export interface TestOutcome {
  readonly name: string
  readonly passed: boolean
  /** Why it failed. */
  readonly problem?: Diagnostic
}

export function resultOf(outcome: RunOutcome, output: string): RunResult {
  return {
    ok: isSuccess(outcome),
    ending: outcome.ending,
    ...(outcome.exitStatus === undefined ? {} : { exitStatus: outcome.exitStatus }),
    output,
    problems: outcome.diagnostics,
    audit: outcome.auditEntries,
    auditLines: outcome.auditLines,
    tests: outcome.tests.map(testOutcome),
  }
}

function isSuccess({ ending, exitStatus, diagnostics }: RunOutcome): boolean {
  return ending === 'completed' || (ending === 'exited' && exitStatus === 0 && diagnostics.length === 0)
}

function testOutcome({ title, failure }: RunOutcome['tests'][number]): TestOutcome {
  return { name: title, passed: failure === undefined, ...(failure === undefined ? {} : { problem: failure }) }
}

/** A problem as `sense run` prints it, without colours: the place in the program's text, what went wrong and what to do. */
export function problemText(problem: Diagnostic): string {
  return renderTerminal(problem)
}
