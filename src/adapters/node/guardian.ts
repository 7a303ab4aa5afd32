/**
 * Ends what a run started when the run itself can no longer do it.
 *
 * A host that is killed, or that sits in a busy loop when a signal arrives, runs no code of its own. So one small shell
 * waits beside it in a session of its own, where Ctrl-C does not reach it, and reads from a pipe that only the host
 * holds. When the pipe closes without a farewell, it ends what is left within a second (`guardian-script.ts`). It costs
 * 3 ms and 2 MB once per run.
 */

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { GUARDIAN_SCRIPT } from './guardian-script.ts'
import { causeOfSystemError, codeOfSystemError } from './system-error.ts'

export interface Guardian {
  /** False once it has ended, whoever ended it. */
  readonly isAlive: boolean
  /** From now on the group ends with the host. */
  watch(group: number): void
  /** The group is gone: its number may soon belong to somebody else. */
  forget(group: number): void
  /** Lets the guardian go, when there is nothing left to end; resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * Starts the guardian of everything whose environment carries `mark`. It never keeps the host alive. Rejects with an
 * `Error` when the system has no room for it, or no shell: what nobody would end must not be started.
 */
export async function startGuardian(mark: string): Promise<Guardian> {
  try {
    return guardianOf(await startedShell(mark))
  } catch (error) {
    const cause = codeOfSystemError(error) === 'ENOENT' ? 'there is no /bin/sh' : causeOfSystemError(error)
    throw new Error(`the process that would end it with the program cannot be started: ${cause}`)
  }
}

/** The script travels in the environment, so that the list of processes stays readable. */
function startedShell(mark: string): Promise<ChildProcess & { readonly stdin: Writable }> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', 'eval "$SENSE_GUARDIAN"', 'sense-guardian', mark], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin:/usr/local/bin', SENSE_GUARDIAN: GUARDIAN_SCRIPT },
    })
    child.on('error', reject)
    // Without a process there may be no pipe either; the error event says why.
    if (child.pid !== undefined) resolve(child)
  })
}

function guardianOf(child: ChildProcess & { readonly stdin: Writable }): Guardian {
  const { stdin } = child
  stdin.on('error', () => undefined)
  child.unref()
  unrefStream(stdin)
  const say = (line: string) => {
    if (stdin.writable) stdin.write(`${line}\n`)
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    get isAlive() {
      return !hasEnded()
    },
    watch: (group) => {
      say(`+ ${group}`)
    },
    forget: (group) => {
      say(`- ${group}`)
    },
    async stop() {
      if (hasEnded()) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.ref()
      say('bye')
      stdin.end()
      await ended
    },
  }
}

/** Pipes of children are sockets, whatever their type says. */
function unrefStream(stream: Writable): void {
  if (stream instanceof Socket) stream.unref()
}
