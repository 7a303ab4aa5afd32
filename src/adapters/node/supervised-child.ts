/**
 * Child processes that cannot outlive the run.
 *
 * Each child leads a process group of its own, carries the run mark in its environment and is known to the guardian. Its
 * end is one sequence, whoever asks for it and however often: its input ends, it has a moment to leave by itself, then
 * the whole tree is ended. Nothing here knows what a child is for.
 */

import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import type { ProcessExit } from '../../runtime/ports/tool-servers.ts'
import { startGuardian } from './guardian.ts'
import type { Guardian } from './guardian.ts'
import { createProcessTable, descendantsOf, RUN_MARK_VARIABLE } from './process-table.ts'
import type { ProcessTable } from './process-table.ts'
import { endProcessTree } from './process-tree.ts'
import { settledWithin } from './settled-within.ts'
import { checkFolder, ChildStartFailure, startFailureOf } from './start-failure.ts'
import { causeOfSystemError } from './system-error.ts'

export interface ChildRequest {
  readonly command: string
  readonly args: readonly string[]
  /** All of the child's environment, except the run mark, which is added. */
  readonly environment: Readonly<Record<string, string>>
  /** Undefined: ours. */
  readonly folder: string | undefined
}

export interface ChildSupervisor {
  /** Everything this run starts carries this text in its environment. */
  readonly mark: string
  /** Starts a child. Rejects with a `ChildStartFailure`. */
  start(request: ChildRequest): Promise<SupervisedChild>
  /** Lets the guardian go, once all children have ended. */
  stop(): Promise<void>
}

/** One per run. `outerMark` is the mark we ourselves carry, when another run started us: our children keep it. */
export function createChildSupervisor(outerMark: string | undefined): ChildSupervisor {
  const mark = randomBytes(12).toString('hex')
  const table = createProcessTable(process.platform)
  const watch = process.platform === 'win32' ? NO_WATCH : new GuardianWatch(mark)
  let startedCount = 0
  return {
    mark,
    async start(request) {
      await checkFolder(request.folder)
      await watch.begin(request.command)
      startedCount += 1
      const childMark = `${mark}.${startedCount}.`
      const carried = outerMark === undefined ? childMark : `${outerMark} ${childMark}`
      const child = await spawnChild({
        ...request,
        environment: { ...request.environment, [RUN_MARK_VARIABLE]: carried },
      })
      watch.add(child.pid)
      return new SupervisedChild(child, { mark: childMark, table, onGone: () => watch.remove(child.pid) })
    },
    stop: () => watch.stop(),
  }
}

/** Keeps a guardian beside the run while there are children, and tells it of their groups. */
class GuardianWatch {
  readonly #mark: string
  readonly #groups = new Set<number>()
  #starting: Promise<Guardian> | undefined
  #guardian: Guardian | undefined

  constructor(mark: string) {
    this.#mark = mark
  }

  /** Resolves when there is a guardian. One that somebody has ended gets a successor. */
  async begin(command: string): Promise<void> {
    if (this.#guardian?.isAlive === true) return
    this.#guardian = undefined
    this.#starting ??= startGuardian(this.#mark)
    try {
      this.#guardian = await this.#starting
      for (const group of this.#groups) this.#guardian.watch(group)
    } catch (error) {
      throw new ChildStartFailure('start-failed', command, causeOfSystemError(error))
    } finally {
      this.#starting = undefined
    }
  }

  add(group: number): void {
    this.#groups.add(group)
    this.#guardian?.watch(group)
  }

  remove(group: number): void {
    this.#groups.delete(group)
    this.#guardian?.forget(group)
  }

  async stop(): Promise<void> {
    const guardian = this.#guardian
    this.#guardian = undefined
    await guardian?.stop()
  }
}

/** Where there is no guardian. */
const NO_WATCH: Pick<GuardianWatch, 'begin' | 'add' | 'remove' | 'stop'> = {
  begin: () => Promise.resolve(),
  add: () => undefined,
  remove: () => undefined,
  stop: () => Promise.resolve(),
}

/** What a child needs to be ended. */
interface Supervision {
  readonly mark: string
  readonly table: ProcessTable
  /** Called when nothing of it is left. */
  readonly onGone: () => void
}

export class SupervisedChild {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** How it ended; undefined while it runs. */
  exit: ProcessExit | undefined
  /** Resolves when the process itself has ended, whoever still holds its pipes. */
  readonly exited: Promise<ProcessExit>
  readonly #supervision: Supervision
  #ending: Promise<void> | undefined

  constructor(child: ChildProcessWithoutNullStreams & { readonly pid: number }, supervision: Supervision) {
    this.pid = child.pid
    this.stdin = child.stdin
    this.stdout = child.stdout
    this.stderr = child.stderr
    this.#supervision = supervision
    this.exited = new Promise((resolve) => {
      child.once('exit', (status, signal) => {
        this.exit = { status: status ?? undefined, signal: signal ?? undefined }
        resolve(this.exit)
      })
    })
  }

  /**
   * Ends the child and everything it started; resolves when all of it is gone. It has `politeMs` to leave by itself after
   * its input ended. Asking again gives the same ending.
   */
  end(politeMs: number): Promise<void> {
    this.#ending ??= this.#end(politeMs)
    return this.#ending
  }

  async #end(politeMs: number): Promise<void> {
    const { mark, table, onGone } = this.#supervision
    const noting = this.#notedFamily()
    // Where no marks can be read, the family must be noted before the first of it ends and orphans its children.
    if (process.platform !== 'linux') await noting
    this.stdin.end()
    if (this.exit === undefined) await settledWithin(this.exited, politeMs)
    await endProcessTree({ group: this.pid, mark, noted: await noting, table })
    if (this.exit === undefined) await settledWithin(this.exited, EXIT_WAIT_MS)
    onGone()
    for (const stream of [this.stdin, this.stdout, this.stderr]) stream.destroy()
  }

  /** Whom the child started, directly or not. */
  async #notedFamily(): Promise<ReadonlySet<number>> {
    if (this.exit !== undefined) return new Set()
    return new Set(descendantsOf(this.pid, await this.#supervision.table()))
  }
}

/** After KILL the exit is a matter of the kernel; longer than this only a process stuck in it takes. */
const EXIT_WAIT_MS = 2_000

function spawnChild(request: ChildRequest): Promise<ChildProcessWithoutNullStreams & { readonly pid: number }> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      startFailureOf(request, error).then(reject, reject)
    }
    try {
      const child = spawn(request.command, [...request.args], {
        cwd: request.folder,
        env: { ...request.environment },
        stdio: 'pipe',
        detached: process.platform !== 'win32',
        windowsHide: true,
      })
      child.once('error', fail)
      const { pid } = child
      // Without a process there may be no pipes either; the error event says why.
      if (pid === undefined) return
      child.stdin.on('error', () => undefined)
      resolve(Object.assign(child, { pid }))
    } catch (error) {
      fail(error)
    }
  })
}
