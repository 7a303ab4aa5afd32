/**
 * `sense repl`: a prompt that runs what is typed.
 *
 * At a terminal lines are edited; from a pipe they are read as they come. A text runs when it is complete; Ctrl-C takes back
 * what was typed or ends what runs.
 */

import { isTerminal } from '../adapters/node/builtin-modules.ts'
import { createCtrlCInterrupter } from '../adapters/node/interrupter.ts'
import { LineEditor } from '../adapters/node/line-editor.ts'
import type { TypedLine } from '../adapters/node/line-editor.ts'
import { packageVersion } from '../adapters/node/package-version.ts'
import { Session } from '../engine/session.ts'
import type { TextOutcome } from '../engine/session.ts'
import { Interrupted } from '../runtime/ports/interrupter.ts'
import type { InterrupterPort } from '../runtime/ports/interrupter.ts'
import { dryRunHeader, dryRunSummary } from '../runtime/safety/dry-run.ts'
import type { RunSettings } from './arguments.ts'
import type { CommandContext } from './command-context.ts'
import { isPrinted, printAndLeave, report, statusOfClosedOutput } from './command-context.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus, leave } from './exit.ts'
import { commandIn, completionsOf, needsMore } from './repl-input.ts'
import { lockPathFor, portsOfThisMachine, pythonOfThisMachine } from './run-here.ts'
import { watchedRun } from './watched-run.ts'
import type { WatchedRun } from './watched-run.ts'

export interface ReplRequest {
  readonly kind: 'repl'
  readonly settings: RunSettings
}

const firstPrompt = 'sense> '
const nextPrompt = '...    '

const help = `Type a statement or an expression; what it gives is shown unless it is nil.

  a line that ends in ":"    opens a block, which a blank line ends and runs
  an open bracket or """     goes on in the next line
  Tab                        completes names, and members behind a dot
  Up, Down                   earlier lines
  Ctrl-C                     takes back what is typed, or ends what runs
  exit, quit, Ctrl-D         leave
`

/** Resolves when everything that the texts started has ended. */
export async function repl({ settings }: ReplRequest, context: CommandContext): Promise<ExitStatus> {
  const { dryRun } = settings
  const watched = watchedRun(settings, context)
  if (watched === undefined) return exitStatus.usage
  const banner = `Sense ${packageVersion()} (:help explains this prompt, exit leaves it)\n`
  if (!isPrinted(context, `${banner}${dryRun === undefined ? '' : dryRunHeader}`)) return statusOfClosedOutput(context)
  const prompt = new Prompt(settings, watched, context)
  const status = await prompt.run()
  if (dryRun === undefined || status === exitStatus.outputClosed) return status
  const { gate } = prompt.session
  return printAndLeave(context, dryRunSummary(dryRun, gate.auditLines(), gate.auditEntries()), status)
}

class Prompt {
  readonly session: Session
  readonly #context: CommandContext
  readonly #timeoutMs: number | undefined
  readonly #end = new AbortController()
  readonly #editor: LineEditor | undefined
  #door: InterrupterPort
  #isTakenBack = false
  #state: 'reading' | 'running' | 'ending' = 'reading'

  constructor({ dryRun, timeoutMs, isFrozen }: RunSettings, watched: WatchedRun, context: CommandContext) {
    this.#context = context
    this.#timeoutMs = timeoutMs
    this.#door = this.#newDoor()
    const interrupter: InterrupterPort = { enter: (tick) => this.#door.enter(tick) }
    this.session = new Session({
      ports: {
        ...portsOfThisMachine(context.console, interrupter, watched, this.#end.signal),
        python: pythonOfThisMachine({ input: 'inherit', output: 'inherit' }),
      },
      onWarning: (warning) => {
        report(context, [warning])
      },
      version: packageVersion(),
      lock: { path: lockPathFor(undefined), isFrozen },
      ...(watched.delegation === undefined ? {} : { delegation: watched.delegation }),
      ...(dryRun === undefined ? {} : { dryRun }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    })
    const isTyped = isTerminal(0) && isTerminal(1)
    this.#editor = isTyped ? new LineEditor((line) => completionsOf(line, this.session)) : undefined
  }

  async run(): Promise<ExitStatus> {
    const onCtrlC = (): void => {
      this.#interrupt()
    }
    process.on('SIGINT', onCtrlC)
    try {
      return await this.#readAndRun()
    } finally {
      this.#state = 'ending'
      await this.session.close()
      process.off('SIGINT', onCtrlC)
    }
  }

  /** A second Ctrl-C while something is still being ended leaves at once. */
  #interrupt(): void {
    if (this.#state === 'ending') leave(exitStatus.interrupted)
    if (this.#state === 'reading') {
      // At a terminal this can only be between a line and its run: the editor takes Ctrl-C itself.
      if (this.#editor === undefined) this.#end.abort(new Interrupted())
      else this.#isTakenBack = true
      return
    }
    this.#state = 'ending'
    this.session.interrupt(new Interrupted())
  }

  /** A time limit counts anew for each text. */
  #newDoor(): InterrupterPort {
    return createCtrlCInterrupter(() => {
      this.session.interrupt(new Interrupted())
    }, this.#timeoutMs)
  }

  async #readAndRun(): Promise<ExitStatus> {
    let lines: string[] = []
    for (;;) {
      const typed = await this.#readLine(lines.length === 0 ? firstPrompt : nextPrompt)
      if (typed.kind === 'cancelled') {
        if (this.#end.signal.aborted) return exitStatus.interrupted
        lines = []
        continue
      }
      if (typed.kind === 'line') {
        const command = lines.length === 0 ? commandIn(typed.text, this.session) : undefined
        if (command === 'exit') return exitStatus.success
        if (command !== undefined) {
          this.#answer(command)
          continue
        }
        lines.push(typed.text)
        if (needsMore(lines)) continue
      }
      const status = await this.#runText(lines.join('\n'))
      lines = []
      if (status !== undefined) return status
      if (typed.kind === 'ended') return printAndLeave(this.#context, '\n', exitStatus.success)
    }
  }

  async #readLine(prompt: string): Promise<TypedLine> {
    this.#state = 'reading'
    if (this.#editor !== undefined) {
      const line = await this.#editor.readLine(prompt)
      return this.#wasTakenBack() ? { kind: 'cancelled' } : line
    }
    try {
      const line = await this.#context.console.readInputLine(prompt, this.#end.signal)
      return line === null ? { kind: 'ended' } : { kind: 'line', text: line }
    } catch (error) {
      if (error instanceof Interrupted) return { kind: 'cancelled' }
      throw error
    }
  }

  #wasTakenBack(): boolean {
    const isTakenBack = this.#isTakenBack
    this.#isTakenBack = false
    return isTakenBack
  }

  #answer(command: string): void {
    const unknown = `there is no ${command}; :help explains what there is\n`
    isPrinted(this.#context, command === ':help' ? help : unknown)
  }

  /** Gives a status if the session is over. */
  async #runText(text: string): Promise<ExitStatus | undefined> {
    if (text.trim() === '') return undefined
    this.#state = 'running'
    this.#door = this.#newDoor()
    const outcome = await this.session.run(text, '<repl>')
    this.#state = 'reading'
    this.#context.console.showStatus('')
    if (outcome.shown !== undefined && !isPrinted(this.#context, `${outcome.shown}\n`)) {
      return statusOfClosedOutput(this.#context)
    }
    report(this.#context, outcome.diagnostics)
    return this.#statusAfter(outcome)
  }

  #statusAfter({ ending, exitStatus: asked = 0 }: TextOutcome): ExitStatus | undefined {
    switch (ending) {
      case 'completed':
      case 'failed':
        return undefined
      case 'cancelled':
        // A terminal shows `^C` where the program stood.
        this.#context.console.writeReport(this.#editor === undefined ? 'cancelled\n' : '\ncancelled\n')
        return undefined
      case 'exited':
        return asked
      case 'console-closed':
        return statusOfClosedOutput(this.#context)
    }
  }
}
