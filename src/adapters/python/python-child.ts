/** Starts one Python process with its pipes, and ends it with everything that it started. */

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, existsSync } from 'node:fs'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { abortionOf } from '../node/abortion-of.ts'
import { isTerminal } from '../node/builtin-modules.ts'
import { endProcessTree } from '../node/process-tree.ts'
import { descendantsOf, RUN_MARK_VARIABLE } from '../node/process-table.ts'
import type { ProcessTable } from '../node/process-table.ts'
import { settledWithin } from '../node/settled-within.ts'
import { causeOfSystemError } from '../node/system-error.ts'
import { PythonStartFailure } from '../../runtime/ports/python.ts'
import type { ProcessEnding } from './ended-process.ts'
import { endingOfProcess } from './ended-process.ts'
import { FrameChannel } from './frame-channel.ts'
import type { ChildPipes } from './named-pipes.ts'
import { openChildPipes } from './named-pipes.ts'
import type { PythonCommand } from './python-command.ts'
import type { Bell } from './python-process.ts'
import { temporaryFailure } from './temporary-failure.ts'

export interface ChildSettings {
  readonly command: PythonCommand
  /** All of it is handed on. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** What the run marks its processes with; it stands in the child's environment. */
  readonly mark: string
  /** Standard input, output and error output of the child. */
  readonly streams: readonly [number | 'ignore', number, number]
  readonly table: ProcessTable
}

/** How long Python may take until it says its version: a file system may be slow, and modules of a site may be many. */
const startTimeoutMs = 60_000

/** How long an idle Python may work at its end: buffered files, `atexit`, threads. Then it is ended. */
const politeMs = 5_000

/** How long a program that is cancelled waits for Python to be gone; the guardian goes on after that. */
const hurriedMs = 50

/** After KILL, the exit is a matter of the kernel. */
const exitWaitMs = 2_000

export class PythonChild {
  readonly pid: number
  readonly channel: FrameChannel
  readonly bell: Bell
  readonly #child: ChildProcess
  readonly #settings: ChildSettings
  readonly #exited: Promise<void>
  #ending: ProcessEnding | undefined
  #isClosed = false
  readonly #descriptors: readonly number[]

  /** Throws a `PythonStartFailure`; then nothing is left. */
  constructor(settings: ChildSettings) {
    this.#settings = settings
    const { command } = settings
    const pipes = pipesFor(command)
    const { requests, replies } = pipes
    this.#descriptors = [requests.ourEnd, replies.ourEnd]
    let child: ChildProcess
    try {
      child = spawnPython(settings, pipes)
    } catch (error) {
      this.#closeDescriptors()
      throw new PythonStartFailure('not-startable', command, causeOfSystemError(error))
    } finally {
      for (const descriptor of [requests.childEnd, replies.childEnd]) closeSync(descriptor)
    }
    this.#child = child
    const exit = Promise.withResolvers<undefined>()
    this.#exited = exit.promise
    child.once('exit', (status, signal) => {
      this.#ending = { status: status ?? undefined, signal: signal ?? undefined }
      exit.resolve(undefined)
    })
    // The reason is looked up below.
    child.on('error', () => undefined)
    child.unref()
    const { pid } = child
    if (pid === undefined) {
      this.#closeDescriptors()
      throw new PythonStartFailure('not-startable', command, 'the system refuses to start it')
    }
    this.pid = pid
    this.channel = new FrameChannel({ requests: requests.ourEnd, replies: replies.ourEnd })
    this.bell = bellOf(child)
    this.#expectHello()
  }

  /** Ends it at once, whatever it does. */
  kill(): void {
    this.#signalGroup('SIGKILL')
  }

  /** How it ended; only to be asked when its pipes are closed. */
  ending(): ProcessEnding {
    return this.#ending ?? endingOfProcess(this.pid)
  }

  /** Ends it with everything it started, once. In a `hurry` it may not finish anything, and hardly anybody waits. */
  async end(hurry: AbortSignal): Promise<void> {
    if (this.#isClosed) return
    this.#closeDescriptors()
    await Promise.race([this.#endTree(hurry), this.#endHurried(hurry)])
  }

  /** Resolves when it has ended after an abortion, or a moment later; what else is left is the guardian's. */
  async #endHurried(hurry: AbortSignal): Promise<void> {
    await abortionOf(hurry)
    this.#signalGroup('SIGTERM')
    await settledWithin(this.#exited, hurriedMs)
  }

  async #endTree(hurry: AbortSignal): Promise<void> {
    const { mark, table } = this.#settings
    const isNoted = process.platform !== 'linux' && this.#ending === undefined
    const noted = new Set(isNoted ? descendantsOf(this.pid, await table()) : [])
    if (this.#ending === undefined && !hurry.aborted) {
      await settledWithin(Promise.race([this.#exited, abortionOf(hurry)]), politeMs)
    }
    await endProcessTree({ group: this.pid, mark, noted, table })
    if (this.#ending === undefined) await settledWithin(this.#exited, exitWaitMs)
    this.#child.stdio[bellDescriptor]?.destroy()
  }

  /** All of the group at once; it may have ended by itself a moment ago. */
  #signalGroup(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.pid, signal)
    } catch {
      // Gone, which is what is wanted.
    }
  }

  #closeDescriptors(): void {
    this.#isClosed = true
    for (const descriptor of this.#descriptors) closeSync(descriptor)
  }

  /** The first line says that this is Python, and which. */
  #expectHello(): void {
    const { command } = this.#settings
    const line = this.channel.readLineWithin(startTimeoutMs)
    const [, version, minor, token = ''] = /^sense-python (3\.(\d+)\.\d+) ([0-9a-f]{8})\n$/.exec(line ?? '') ?? []
    if (version !== undefined && Number(minor) >= oldestMinor) {
      this.channel.token = Buffer.from(token, 'hex').readUInt32LE()
      return
    }
    const failure = this.#helloFailure(command, line, version)
    void this.end(AbortSignal.abort())
    throw failure
  }

  #helloFailure(command: PythonCommand, line: string | undefined, version: string | undefined): PythonStartFailure {
    if (line === undefined) return new PythonStartFailure('no-answer', command, String(startTimeoutMs / 1000))
    if (version !== undefined) return new PythonStartFailure('too-old', command, version)
    const { status, signal } = this.ending()
    const how = signal === undefined ? `ended with status ${status ?? 'unknown'}` : `was ended by ${signal}`
    return new PythonStartFailure('not-python', command, `what was started does not answer as Python does, and ${how}`)
  }
}

/** Python 3.8, the oldest that the bridge runs on. */
const oldestMinor = 8

/** Among the descriptors of the child; behind it come those for requests and replies. */
const bellDescriptor = 3

function pipesFor(command: PythonCommand): ChildPipes {
  if (process.platform === 'win32') {
    throw new PythonStartFailure('not-startable', command, 'Python modules need Linux or macOS')
  }
  try {
    return openChildPipes()
  } catch (error) {
    throw temporaryFailure(command, 'pipes', error)
  }
}

/**
 * Ctrl-C must not reach it, and one signal must reach all that it starts. So it leads a group of its own: on a terminal in a
 * session of its own, where it may still read; elsewhere it makes just a group itself, because Linux schedules sessions apart
 * from each other, and on a busy machine a question to another session takes several times as long.
 */
function spawnPython(settings: ChildSettings, { requests, replies }: ChildPipes): ChildProcess {
  const { command, environment, mark, streams } = settings
  const outerMark = environment[RUN_MARK_VARIABLE]
  return spawn(command.path, [bridgePath()], {
    stdio: [...streams, 'pipe', requests.childEnd, replies.childEnd],
    detached: streams[0] !== 'ignore' && isTerminal(streams[0]),
    env: { ...environment, [RUN_MARK_VARIABLE]: outerMark === undefined ? mark : `${outerMark} ${mark}` },
  })
}

/** The script lies beside this file, in the sources, or beside the bundle of the command line. */
function bridgePath(): string {
  const places = ['bridge.py', '../bridge.py'].map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const found = places.find((place) => existsSync(place))
  if (found === undefined) throw new Error('the Python part of this package is missing: bridge.py')
  return found
}

function bellOf(child: ChildProcess): Bell {
  const socket = child.stdio[bellDescriptor]
  // Pipes of children are sockets, whatever their type says.
  if (!(socket instanceof Socket)) throw new Error('a pipe to a child is a socket')
  socket.on('error', () => undefined)
  socket.unref()
  return {
    listen(onRing, onClose) {
      socket.on('data', (data: Buffer) => {
        onRing(data.length)
      })
      socket.once('close', onClose)
    },
    setAwaited(isAwaited) {
      if (isAwaited) socket.ref()
      else socket.unref()
    },
  }
}
