/** `sense run FILE`: reads a program, runs it with the adapters of this machine, and reports how it ended. */

import type { NodeConsole } from '../adapters/node/console.ts'
import { nodeClock } from '../adapters/node/clock.ts'
import { nodeEnvironment } from '../adapters/node/environment.ts'
import { createNodeFiles } from '../adapters/node/files.ts'
import { createCtrlCInterrupter } from '../adapters/node/interrupter.ts'
import { packageVersion } from '../adapters/node/package-version.ts'
import { createNodeRandom } from '../adapters/node/random.ts'
import { nodeSources, readProgramFile, readProgramFromInput } from '../adapters/node/source-files.ts'
import { createStores } from '../adapters/sqlite/stores.ts'
import { createModelProviders } from '../adapters/providers/model-providers.ts'
import * as problems from '../compiler/diagnostics/catalogue/files.ts'
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import { sourceFileOf } from '../compiler/source/source-file.ts'
import type { SourceFile } from '../compiler/source/source-file.ts'
import { runProgram } from '../engine/run-program.ts'
import type { RunOutcome } from '../engine/run-program.ts'
import type { RunPorts } from '../runtime/execution/run.ts'
import { ConsoleClosed } from '../runtime/ports/console.ts'
import { Interrupted } from '../runtime/ports/interrupter.ts'
import { dryRunHeader, dryRunSummary } from '../runtime/safety/dry-run.ts'
import type { RunSettings } from './arguments.ts'
import { cancelOnCtrlC, exitStatus } from './exit.ts'
import type { ExitStatus } from './exit.ts'
import { hurriedAfter } from './hurried-tool-servers.ts'
import { createLaterToolServers } from '../engine/later-tool-servers.ts'
import { sourceProblem } from '../engine/source-problem.ts'
import { reportText } from './report.ts'
import type { ErrorFormat } from './report.ts'

const standardInput = '-'

export interface RunOptions {
  readonly console: NodeConsole
  /** How problems are shown. */
  readonly format: ErrorFormat
  readonly settings: RunSettings
  /** The words for the program itself. */
  readonly programArgs: readonly string[]
}

/** Resolves when everything that the program started has ended. */
export async function run(path: string, options: RunOptions): Promise<ExitStatus> {
  const { console, format, settings } = options
  const { dryRun } = settings
  const report: Report = (diagnostics) => {
    console.writeReport(reportText(diagnostics, format))
  }
  const program = path === standardInput ? readProgramFromInput() : readProgramFile(path)
  if (program.kind !== 'text') {
    report([sourceProblem(path === standardInput ? 'standard input' : path, program, currentFolder())])
    return exitStatus.usage
  }
  const file = sourceFileOf(path === standardInput ? '<stdin>' : path, program.text)
  if (dryRun !== undefined && !isPrinted(console, dryRunHeader))
    return statusOf({ ending: 'console-closed', diagnostics: [] }, console, report)
  const outcome = await runOnThisMachine(file, path, options, report)
  report(outcome.diagnostics)
  const summary = dryRun === undefined ? '' : dryRunSummary(dryRun, outcome.auditLines, outcome.auditEntries)
  const ended = isPrinted(console, summary) ? outcome : ({ ending: 'console-closed', diagnostics: [] } as const)
  return statusOf(ended, console, report)
}

/** Whether the text has arrived; not where nobody reads any more. */
function isPrinted(console: NodeConsole, text: string): boolean {
  try {
    console.write(text)
    console.flush()
    return true
  } catch (error) {
    if (error instanceof ConsoleClosed) return false
    throw error
  }
}

/** Writes what was printed so far, then the problems. */
type Report = (diagnostics: readonly Diagnostic[]) => void

async function runOnThisMachine(
  file: SourceFile,
  path: string,
  { console, settings: { dryRun, timeoutMs }, programArgs }: RunOptions,
  report: Report,
): Promise<RunOutcome> {
  const cancellation = new AbortController()
  cancelOnCtrlC(cancellation)
  const interrupter = createCtrlCInterrupter(() => {
    cancellation.abort(new Interrupted())
  }, timeoutMs)
  const ports: RunPorts = {
    console,
    clock: nodeClock,
    environment: nodeEnvironment,
    files: createNodeFiles(),
    interrupter,
    providers: createModelProviders(nodeEnvironment),
    random: createNodeRandom(),
    toolServers: hurriedAfter(cancellation.signal, createLaterToolServers()),
    sources: nodeSources,
    stores: createStores(),
  }
  const onWarning = (warning: Diagnostic): void => {
    report([warning])
  }
  const place = path === standardInput ? {} : { path: nodeSources.resolve(path, undefined) }
  const version = packageVersion()
  const limits = { ...(dryRun === undefined ? {} : { dryRun }), ...(timeoutMs === undefined ? {} : { timeoutMs }) }
  const outcome = await runProgram(file, {
    ports,
    signal: cancellation.signal,
    onWarning,
    version,
    programArgs,
    ...place,
    ...limits,
  })
  // Ctrl-C may also come when the program is over and its servers end.
  return cancellation.signal.aborted ? { ...outcome, ending: 'cancelled' } : outcome
}

function statusOf(
  { ending, exitStatus: asked = 0, diagnostics }: Pick<RunOutcome, 'ending' | 'exitStatus' | 'diagnostics'>,
  console: NodeConsole,
  report: Report,
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
      if (console.outputFailure === undefined) return exitStatus.outputClosed
      report([problems.outputFailed(console.outputFailure)])
      return exitStatus.failure
  }
}

function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    return 'a folder that no longer exists'
  }
}
