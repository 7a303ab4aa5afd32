/** Runs a program with the adapters of this machine, stopped by Ctrl-C; for every command that runs one. */

import { catchLostErrors } from '../adapters/javascript/lost-errors.ts'
import { javaScriptModules } from '../adapters/javascript/modules.ts'
import { nodeClock } from '../adapters/node/clock.ts'
import { ctrlCListeners } from '../adapters/node/ctrl-c-listeners.ts'
import { environmentVariables, nodeEnvironment } from '../adapters/node/environment.ts'
import { createNodeFiles } from '../adapters/node/files.ts'
import { createCtrlCInterrupter } from '../adapters/node/interrupter.ts'
import { packageVersion } from '../adapters/node/package-version.ts'
import { createNodeRandom } from '../adapters/node/random.ts'
import { nodeSources } from '../adapters/node/source-files.ts'
import { createModelProviders } from '../adapters/providers/model-providers.ts'
import { createStores } from '../adapters/sqlite/stores.ts'
import type { PythonOutput, PythonSettings } from '../adapters/python/python-processes.ts'
import { connectingOnly } from '../engine/connecting-only.ts'
import type { ConnectingRun } from '../engine/connecting-only.ts'
import { createLaterPython } from '../engine/later-python.ts'
import { createLaterToolServers } from '../engine/later-tool-servers.ts'
import type { RunOutcome, Serving } from '../engine/run-program.ts'
import { runProgram } from '../engine/run-program.ts'
import type { AuditEntry } from '../runtime/execution/gate.ts'
import type { RunPorts } from '../runtime/execution/run.ts'
import type { ConsolePort } from '../runtime/ports/console.ts'
import type { InterrupterPort } from '../runtime/ports/interrupter.ts'
import { Interrupted } from '../runtime/ports/interrupter.ts'
import { lockFileName } from '../runtime/servers/lock/lock-file.ts'
import type { RunSettings } from './arguments.ts'
import type { CommandContext } from './command-context.ts'
import { report } from './command-context.ts'
import { cancelOnCtrlC } from './exit.ts'
import { hurriedAfter } from './hurried-tool-servers.ts'
import type { ProgramText } from './program-text.ts'
import type { WatchedRun } from './watched-run.ts'

export interface WhatToRun {
  readonly program: ProgramText
  readonly settings: RunSettings
  readonly watched: WatchedRun
  /** The words for the program itself. */
  readonly programArgs?: readonly string[]
  /** Which `test` blocks are run; without it all. */
  readonly isTestWanted?: (title: string) => boolean
  /** Given where the program is only to connect its servers; `signal` ends it. */
  readonly connecting?: ConnectingRun & { readonly signal: AbortSignal }
  /** Where it prints, if not where the command does. */
  readonly console?: ConsolePort
  /** What is done with its tools when its text has run. */
  readonly serve?: Serving
  readonly onAuditEntry?: (entry: AuditEntry) => void
}

/** Resolves when everything that the program started has ended. */
export async function runHere(what: WhatToRun, context: CommandContext): Promise<RunOutcome> {
  const { program, settings, watched, programArgs, isTestWanted, connecting, serve, onAuditEntry } = what
  const { console = context.console } = what
  const { dryRun, timeoutMs, isFrozen } = settings
  const cancellation = new AbortController()
  const stopListening = cancelOnCtrlC(cancellation)
  const interrupter = createCtrlCInterrupter(() => {
    cancellation.abort(new Interrupted())
  }, timeoutMs)
  const ports: RunPorts = {
    ...portsOfThisMachine(console, interrupter, watched, cancellation.signal),
    python: pythonOfThisMachine({
      // A program that comes from standard input has read it to its end.
      input: program.path === undefined || serve !== undefined ? 'ignore' : 'inherit',
      output: what.console === undefined ? 'inherit' : outputTo(what.console),
    }),
  }
  const outcome = await runProgram(program.file, {
    ports: connecting === undefined ? ports : connectingOnly(ports, connecting),
    signal: connecting === undefined ? cancellation.signal : AbortSignal.any([cancellation.signal, connecting.signal]),
    onWarning: (warning) => {
      report(context, [warning])
    },
    version: packageVersion(),
    ...(connecting === undefined ? { lock: { path: lockPathFor(program.path), isFrozen } } : {}),
    ...(programArgs === undefined ? {} : { programArgs }),
    ...(serve === undefined ? {} : { serve }),
    ...(onAuditEntry === undefined ? {} : { onAuditEntry }),
    ...(isTestWanted === undefined ? {} : { isTestWanted }),
    ...(program.path === undefined ? {} : { path: program.path }),
    ...(watched.delegation === undefined ? {} : { delegation: watched.delegation }),
    ...(dryRun === undefined ? {} : { dryRun }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  ctrlCListeners.endThread()
  stopListening()
  context.console.showStatus('')
  // Ctrl-C may also come when the program is over and its servers end.
  return cancellation.signal.aborted ? { ...outcome, ending: 'cancelled' } : outcome
}

/** All but Python, which depends on where the program comes from. `signal`: after it servers are ended in a hurry. */
export function portsOfThisMachine(
  console: ConsolePort,
  interrupter: InterrupterPort,
  { secrets, activity, tap, showConsentPage }: WatchedRun,
  signal: AbortSignal,
): Omit<RunPorts, 'python'> {
  return {
    console,
    clock: nodeClock,
    environment: nodeEnvironment,
    files: createNodeFiles(),
    interrupter,
    providers: createModelProviders(nodeEnvironment, { secrets }),
    random: createNodeRandom(),
    secrets,
    toolServers: hurriedAfter(
      signal,
      createLaterToolServers({
        secrets,
        opensPages: true,
        ...(tap === undefined ? {} : { tap }),
        ...(showConsentPage === undefined ? {} : { showConsentPage }),
      }),
    ),
    sources: nodeSources,
    stores: createStores(),
    javaScript: { ...javaScriptModules, catchLostErrors },
    ...(activity === undefined ? {} : { activity }),
  }
}

/** Beside the program, or in the current folder where it is no file. */
export function lockPathFor(programPath: string | undefined): string {
  return nodeSources.resolve(lockFileName, programPath)
}

export function pythonOfThisMachine(streams: Omit<PythonSettings, 'environment'>): RunPorts['python'] {
  return createLaterPython({ environment: environmentVariables(), ...streams })
}

function outputTo(console: ConsolePort): PythonOutput {
  return {
    onOutput: (text) => {
      console.write(text)
    },
    onErrorOutput: (text) => {
      console.writeReport(text)
    },
  }
}
