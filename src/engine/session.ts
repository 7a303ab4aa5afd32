/**
 * A program that comes piece by piece, as at a prompt: each text runs in the scope that the texts before it have left.
 *
 * What is compiled for one text must hold whatever the next ones do. So the texts of a session are an open world to the
 * compiler: their names live in an object instead of JavaScript variables, and every call that is not certain may suspend.
 */

import { sourceFileOf } from '../compiler/source/source-file.ts'
import { parse } from '../compiler/syntax/parse.ts'
import type { Program, Statement } from '../compiler/syntax/tree.ts'
import { hasMembers } from '../runtime/execution/callable.ts'
import { Scope } from '../runtime/execution/scope.ts'
import type { Steps } from '../runtime/execution/suspension.ts'
import { Frame } from '../runtime/execution/suspension.ts'
import { TimedOut } from '../runtime/ports/interrupter.ts'
import { SenseRecord } from '../runtime/values/record.ts'
import { SenseError, noSite } from '../runtime/values/sense-error.ts'
import { textForm } from '../runtime/values/text-form.ts'
import type { Value } from '../runtime/values/value.ts'
import type { Ending } from './ending.ts'
import { endingOfError, endingOfFailures } from './ending.ts'
import { createLiveRun } from './live-run.ts'
import type { LiveRun } from './live-run.ts'
import type { SharedState } from './load-module.ts'
import { boundNames, loadText } from './load-module.ts'
import { gatherFiles } from './program-files.ts'
import type { ProgramOptions } from './run-program.ts'
import { withoutSecrets } from './without-secrets.ts'

export interface TextOutcome extends Ending {
  /** The text form of the text's value, if it is one expression that gives something to show. */
  readonly shown?: string
}

export type SessionOptions = Omit<ProgramOptions, 'path' | 'signal'>

export class Session {
  readonly #options: SessionOptions
  readonly #live: LiveRun
  readonly #shared: SharedState
  /** What the text that runs is to be ended with. */
  #interruption: Error | undefined

  constructor(options: SessionOptions) {
    this.#options = options
    this.#live = createLiveRun(options)
    this.#shared = { names: emptyNames(), scope: new Scope(this.#live.outermostScope) }
  }

  /** Runs a text; `name` is what reports call it. Never rejects. */
  async run(text: string, name: string): Promise<TextOutcome> {
    const file = sourceFileOf(name, text)
    const { program, problems } = parse(file)
    if (problems.length > 0) return { ending: 'failed', diagnostics: problems }
    const { timeoutMs } = this.#options
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.interrupt(new TimedOut()), timeoutMs)
    const outcome: Outcome = {}
    this.#interruption = undefined
    try {
      const { run, signatures } = this.#live
      run.modules.forgetFailures()
      const main = { file, program: givingItsValue(program), path: undefined }
      const { code, hosts } = run.interrupter.enter(() => {
        const files = gatherFiles(main, run.sources, signatures, 'open')
        return { code: loadText(this.#live, files, this.#shared), hosts: files.analysis.hosts }
      })
      if (hosts.has('python')) await this.#options.ports.python.prepare()
      // A Ctrl-C that came while the text was compiled is delivered now; inside the text nobody could hear it.
      await turnOfEventLoop()
      this.#throwIfInterrupted()
      await this.#live.driver.runMain(new Frame(this.#steps(code, outcome), '', noSite))
      run.console.flush()
    } catch (error) {
      outcome.error = error
    } finally {
      clearTimeout(timer)
    }
    const ended = this.#outcomeOf(outcome)
    const { secrets } = this.#live.run
    return { ...ended, diagnostics: ended.diagnostics.map((diagnostic) => withoutSecrets(diagnostic, secrets)) }
  }

  /** Ends the text that is running, with `reason`; the session goes on. */
  interrupt(reason: Error): void {
    this.#interruption = reason
    this.#live.interrupt(reason)
  }

  #throwIfInterrupted(): void {
    if (this.#interruption !== undefined) throw this.#interruption
  }

  /** The names that can be used now. */
  get names(): readonly string[] {
    return [...boundNames(this.#shared), ...Object.keys(this.#live.builtins)]
  }

  /** The members of what a name holds; found without running anything. */
  membersOf(name: string): readonly string[] {
    const value: Value | undefined = this.#shared.names[name] ?? this.#live.builtins[name]
    if (value === undefined) return []
    if (value instanceof SenseRecord) return [...value.entries.keys()]
    return hasMembers(value) ? value.memberNames : []
  }

  /** The audit log so far. */
  get gate() {
    return this.#live.run.gate
  }

  /** Ends everything that the session started. */
  async close(): Promise<void> {
    const { ports } = this.#options
    this.#live.cancel()
    await Promise.all([ports.toolServers.closeAll(), ports.python.closeAll(AbortSignal.abort())])
    this.#live.hosts.javaScript.close()
    ports.stores.closeAll()
    ports.files.closeAll()
  }

  /** An error of the program is an outcome: raised by the main fiber it would end what agents do on their own. */
  *#steps(code: ReturnType<typeof loadText>, outcome: Outcome): Steps {
    try {
      outcome.value = code.suspends ? yield* code.start() : code.start()
    } catch (error) {
      const located = this.#live.run.locate(error)
      if (located === undefined) throw error
      outcome.error = located
    }
    return null
  }

  #outcomeOf({ value, error }: Outcome): TextOutcome {
    const { failures } = this.#live.driver
    const earlier = failures.uncollected
    failures.clear()
    if (error !== undefined) return endingOfError(error, earlier, this.#options)
    const ending = endingOfFailures(earlier)
    return value === undefined || value === null ? ending : { ...ending, ...shownAs(value) }
  }
}

function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

interface Outcome {
  value?: Value
  error?: unknown
}

/** A value may be too large to be shown. */
function shownAs(value: Value): { readonly shown: string } {
  try {
    return { shown: textForm(value) }
  } catch (error) {
    if (error instanceof SenseError) return { shown: `(${error.problem.headline})` }
    throw error
  }
}

/** Without a prototype, so that no name can reach anything but what was bound. */
const emptyNames = (): SharedState['names'] => Object.create(null) as SharedState['names']

/** A single expression that is no assignment gives its value as a `return` would. */
function givingItsValue(program: Program): Program {
  const [only, ...others] = program.statements
  if (only?.kind !== 'expression-statement' || others.length > 0) return program
  const { expression, span } = only
  if (expression.kind === 'assignment' || expression.kind === 'index-assignment') return program
  const giving: Statement = { kind: 'return', value: expression, span }
  return { ...program, statements: [giving] }
}
