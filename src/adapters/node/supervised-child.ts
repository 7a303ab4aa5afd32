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
import { checkFolder, startFailureOf } from './start-failure.ts'

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
  let guardian: Guardian | undefined
  let startedCount = 0
  return {
    mark,
    async start(request) {
      await checkFolder(request.folder)
      guardian ??= process.platform === 'win32' ? undefined : startGuardian(mark)
      startedCount += 1
      const childMark = `${mark}.${startedCount}.`
      const carried = outerMark === undefined ? childMark : `${outerMark} ${childMark}`
      const child = await spawnChild({
        ...request,
        environment: { ...request.environment, [RUN_MARK_VARIABLE]: carried },
      })
      return new SupervisedChild(child, { mark: childMark, table, guardian })
    },
    async stop() {
      const stopped = guardian
      guardian = undefined
      await stopped?.stop()
    },
  }
}

/** What a child needs to be ended. */
interface Supervision {
  readonly mark: string
  readonly table: ProcessTable
  readonly guardian: Guardian | undefined
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
    supervision.guardian?.watch(child.pid)
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
    const { mark, table, guardian } = this.#supervision
    const noted = await this.#notedFamily()
    this.stdin.end()
    if (this.exit === undefined) await settledWithin(this.exited, politeMs)
    await endProcessTree({ group: this.pid, mark, noted, table })
    if (this.exit === undefined) await settledWithin(this.exited, EXIT_WAIT_MS)
    guardian?.forget(this.pid)
    for (const stream of [this.stdin, this.stdout, this.stderr]) stream.destroy()
  }

  /** Where no marks can be read, the family must be noted before the first of it ends and orphans its children. */
  async #notedFamily(): Promise<ReadonlySet<number>> {
    if (process.platform === 'linux' || this.exit !== undefined) return new Set()
    return new Set(descendantsOf(this.pid, await this.#supervision.table()))
  }
}

/** After KILL the exit is a matter of the kernel; longer than this only a process stuck in it takes. */
const EXIT_WAIT_MS = 2_000

/** Waits for the promise, but not longer than the time given. The timer keeps the program alive meanwhile. */
async function settledWithin(promise: Promise<unknown>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs)
  })
  await Promise.race([promise, waited])
  clearTimeout(timer)
}

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
