/** `sense run FILE`: reads a program, runs it with the adapters of this machine, and reports how it ended. */

import type { RunOutcome } from '../engine/run-program.ts'
import { dryRunHeader, dryRunSummary } from '../runtime/safety/dry-run.ts'
import type { RunRequest } from './arguments.ts'
import type { CommandContext } from './command-context.ts'
import { isPrinted, report, statusOfClosedOutput } from './command-context.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import { readProgram } from './program-text.ts'
import { runHere } from './run-here.ts'
import { watchedRun } from './watched-run.ts'

/** Resolves when everything that the program started has ended. */
export async function run({ path, settings, programArgs }: RunRequest, context: CommandContext): Promise<ExitStatus> {
  const program = readProgram(context, path)
  if (program === undefined) return exitStatus.usage
  const watched = watchedRun(settings, context)
  if (watched === undefined) return exitStatus.usage
  const { dryRun } = settings
  if (dryRun !== undefined && !isPrinted(context, dryRunHeader)) return statusOfClosedOutput(context)
  const outcome = await runHere({ program, settings, programArgs, watched }, context)
  report(context, outcome.diagnostics)
  const summary = dryRun === undefined ? '' : dryRunSummary(dryRun, outcome.auditLines, outcome.auditEntries)
  return isPrinted(context, summary) ? statusOf(outcome, context) : statusOfClosedOutput(context)
}

/** The status that says how the program ended. */
export function statusOf(
  { ending, exitStatus: asked = 0, diagnostics }: RunOutcome,
  context: CommandContext,
): ExitStatus {
  switch (ending) {
    case 'completed':
      return exitStatus.success
    case 'failed':
      return exitStatus.failure
    case 'exited':
      // What nobody awaited has failed: that is no success, whatever the program says.
      return asked === 0 && diagnostics.length > 0 ? exitStatus.failure : asked
    case 'cancelled':
      return exitStatus.interrupted
    case 'console-closed':
      return statusOfClosedOutput(context)
  }
}
