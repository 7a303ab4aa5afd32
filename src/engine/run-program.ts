/**
 * Runs one program from its text to its end: parse, compile, drive, and close everything that it opened, in every way out.
 */

import { toolActions } from '../compiler/analysis/tool-actions.ts'
import { outwardCapabilities } from '../language/capabilities.ts'
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import type { SourceFile } from '../compiler/source/source-file.ts'
import { parse } from '../compiler/syntax/parse.ts'
import type { AuditEntry, DryRun } from '../runtime/execution/gate.ts'
import { ProgramExit } from '../runtime/execution/program-exit.ts'
import type { RunPorts } from '../runtime/execution/run.ts'
import type { Steps } from '../runtime/execution/suspension.ts'
import { Frame, waitFor } from '../runtime/execution/suspension.ts'
import { Interrupted, TimedOut } from '../runtime/ports/interrupter.ts'
import type { Model } from '../runtime/models/model.ts'
import type { ChosenModel } from '../runtime/models/model-choice.ts'
import type { ServedProgram } from '../runtime/ports/served-program.ts'
import type { HostPolicy } from '../runtime/safety/host-policy.ts'
import type { LockChoice } from '../runtime/servers/lock/locked-tool-servers.ts'
import { servedProgram } from '../runtime/serving/served-calls.ts'
import { servedTools } from '../runtime/serving/served-tools.ts'
import { noSite } from '../runtime/values/sense-error.ts'
import { hostRuleAgainst } from '../runtime/safety/host-policy.ts'
import { plainOwner } from '../runtime/safety/policy.ts'
import type { Ending } from './ending.ts'
import { diagnosticOf, endingOfError, endingOfFailures, RefusedSource } from './ending.ts'
import type { HostName } from './host-names.ts'
import { createLiveRun } from './live-run.ts'
import type { LiveRun } from './live-run.ts'
import { loadProgram } from './load-module.ts'
import type { ProgramFiles } from './program-files.ts'
import { gatherFiles } from './program-files.ts'
import { withoutSecrets } from './without-secrets.ts'

export interface ProgramOptions {
  readonly ports: RunPorts
  /** Cancels the run where it waits or makes an effect. */
  readonly signal?: AbortSignal
  /** How long the run may take. The port `interrupter` must know it too, or busy code is stopped only where it waits. */
  readonly timeoutMs?: number
  /** Told of warnings about servers and tools while the program runs. */
  readonly onWarning: (warning: Diagnostic) => void
  /** What to leave out; without it all of the run is real. */
  readonly dryRun?: DryRun
  /** Which `test` blocks are run, by their names; without it all. */
  readonly isTestWanted?: (title: string) => boolean
  /** The words for the program itself, which it reads as `program.args`. */
  readonly programArgs?: readonly string[]
  /** The absolute path of the file; without it imports are relative to the current folder. */
  readonly path?: string
  /** For the report of a fault of our own. */
  readonly version: string
  /** What a host program adds to the language. */
  readonly hostNames?: readonly HostName[]
  /** What the host allows at all, whatever the program's own rules say. */
  readonly hostPolicy?: HostPolicy
  /** Told of each entry of the audit log when it is written. */
  readonly onAuditEntry?: (entry: AuditEntry) => void
  /** The model that answers where the program delegates none. */
  readonly delegation?: Model | ChosenModel
  /** What servers are compared with before the program gets them; without it nothing is. */
  readonly lock?: LockChoice
  /** What is done with the tools of the program when its text has run; without it the program is over then. */
  readonly serve?: Serving
}

/** How the tools of a program are handed out. */
export interface Serving {
  /** Whether the tools of the servers that it connected are among them. */
  readonly exposesMcp: boolean
  /** Serves until nobody wants it any more or `signal` is aborted. What it rejects with is a problem of the program's end. */
  readonly start: (program: ServedProgram, signal: AbortSignal) => Promise<void>
}

export interface RunOutcome extends Ending {
  readonly auditLines: readonly string[]
  readonly auditEntries: readonly AuditEntry[]
  /** The results of `test` blocks in the order in which they ended. */
  readonly tests: readonly TestOutcome[]
}

export interface TestOutcome {
  readonly title: string
  /** Undefined if the test passed. */
  readonly failure: Diagnostic | undefined
}

/** Runs the program. Never rejects: every way to end is an outcome. When it resolves, no process is left. */
export async function runProgram(file: SourceFile, options: ProgramOptions): Promise<RunOutcome> {
  const live = createLiveRun({ ...options, isServed: options.serve !== undefined })
  const ending = await runToEnd(live, options, () => {
    const { program, problems } = parse(file)
    if (problems.length > 0) throw new RefusedSource(problems)
    const isServed = options.serve !== undefined
    const main = { file, program, path: options.path, isServed }
    const files = gatherFiles(main, options.ports.sources, live.signatures)
    return { main: servedAfter(live, files, options.serve), hosts: files.analysis.hosts }
  })
  const { gate, secrets, tests } = live.run
  const shown = (diagnostic: Diagnostic): Diagnostic => withoutSecrets(diagnostic, secrets)
  return {
    ...ending,
    diagnostics: ending.diagnostics.map(shown),
    auditLines: gate.auditLines(),
    auditEntries: gate.auditEntries(),
    tests: tests.results.map(({ title, failure }) => ({
      title,
      failure: failure === undefined ? undefined : shown(diagnosticOf(failure)),
    })),
  }
}

/** A program that is ready to run, and the hosts whose modules it imports. */
interface LoadedProgram {
  readonly main: Parameters<LiveRun['driver']['runMain']>[0]
  readonly hosts: ReadonlySet<string>
}

/** The main code, and behind it, if its tools are served, the wait until that is over; then nothing goes on any more. */
function servedAfter(live: LiveRun, files: ProgramFiles, serving: Serving | undefined): Frame {
  const { frame, scope, names } = loadProgram(live, files)
  if (serving === undefined) return frame
  const { run } = live
  function* steps({ exposesMcp, start }: Serving): Steps {
    yield frame
    const actionsOf = toolActions(files.analysis.files)
    const tools = servedTools(run, { names: names(), actionsOf }, exposesMcp)
    run.console.flush()
    yield* waitFor(start(servedProgram({ run, scope }, tools), run.signal))
    throw new ProgramExit(0)
  }
  return new Frame(steps(serving), '', noSite)
}

async function runToEnd(live: LiveRun, options: ProgramOptions, load: () => LoadedProgram): Promise<Ending> {
  const { ports, signal, timeoutMs } = options
  const cancel = (): void => {
    live.cancel()
  }
  const stopTimer =
    timeoutMs === undefined
      ? undefined
      : timerOf(timeoutMs, () => {
          live.cancel(new TimedOut())
        })
  const { failures } = live.run.fibers
  signal?.addEventListener('abort', cancel)
  let ending: Ending
  let hasBeenStopped = false
  try {
    // A large program takes a while to compile, so this can be broken off as well.
    const { main, hosts } = ports.interrupter.enter(load)
    if (hosts.has('python') && mayImportPython(options)) await ports.python.prepare()
    // A Ctrl-C that came right before or after is delivered now; inside the program nobody could hear it.
    await turnOfEventLoop()
    if (signal?.aborted === true) throw new Interrupted()
    await live.driver.runMain(main)
    ports.console.flush()
    ending = endingOfFailures(failures.uncollected)
  } catch (error) {
    // What still runs is of no use to anybody any more.
    live.cancel()
    hasBeenStopped = error instanceof Interrupted || error instanceof TimedOut
    ending = endingOfError(error, failures.uncollected, options)
  } finally {
    stopTimer?.()
    signal?.removeEventListener('abort', cancel)
    await Promise.all([ports.toolServers.closeAll(), ports.python.closeAll(hurryOf(signal, hasBeenStopped))])
    live.hosts.javaScript.close()
    ports.stores.closeAll()
    ports.files.closeAll()
  }
  return ending
}

/** Aborted where nobody wants to wait for the end any more: the run was stopped, or `signal` is aborted now or later. */
function hurryOf(signal: AbortSignal | undefined, hasBeenStopped: boolean): AbortSignal {
  return hasBeenStopped ? AbortSignal.abort() : (signal ?? new AbortController().signal)
}

function timerOf(timeoutMs: number, onEnd: () => void): () => void {
  const timer = setTimeout(onEnd, timeoutMs)
  return () => {
    clearTimeout(timer)
  }
}

function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** Where the host allows no Python, not even what watches over its processes is started. */
function mayImportPython({ hostPolicy }: ProgramOptions): boolean {
  return hostRuleAgainst(hostPolicy, outwardCapabilities.importPython, plainOwner) === undefined
}
