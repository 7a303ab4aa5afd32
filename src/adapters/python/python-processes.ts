/** The Python processes of one run: mostly none or one, a further one where the program goes on after one has ended. */

import { randomBytes } from 'node:crypto'
import type { Guardian } from '../node/guardian.ts'
import { startGuardian } from '../node/guardian.ts'
import { createProcessTable } from '../node/process-table.ts'
import type { PythonPort, PythonProcess } from '../../runtime/ports/python.ts'
import { PythonStartFailure } from '../../runtime/ports/python.ts'
import { OutputFile } from './output-file.ts'
import type { ChildSettings } from './python-child.ts'
import { PythonChild } from './python-child.ts'
import type { PythonCommand } from './python-command.ts'
import { findPython } from './python-command.ts'
import { ChildPython } from './python-process.ts'
import { temporaryFailure } from './temporary-failure.ts'
import { UnreachableSweeper } from './unreachable.ts'

export interface PythonSettings {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** What Python reads where it asks somebody: our own standard input, or nothing. */
  readonly input: 'inherit' | 'ignore'
  /** Where what it prints goes: to our own streams as they are, or as text to these functions. */
  readonly output: 'inherit' | PythonOutput
}

export interface PythonOutput {
  readonly onOutput: (text: string) => void
  readonly onErrorOutput: (text: string) => void
}

interface StartedPython {
  readonly child: PythonChild
  readonly python: ChildPython
  readonly outputs: readonly OutputFile[]
}

export function createPythonProcesses(settings: PythonSettings): PythonPort {
  const mark = randomBytes(12).toString('hex')
  const table = createProcessTable(process.platform)
  const sweeper = new UnreachableSweeper()
  const started: StartedPython[] = []
  let guardian: Guardian | undefined
  let withoutGuardian: unknown

  /** Nothing may be started that nobody would end. */
  async function prepare(): Promise<void> {
    if (process.platform === 'win32' || guardian?.isAlive === true) return
    try {
      guardian = await startGuardian(mark)
      withoutGuardian = undefined
      for (const { child } of started) guardian.watch(child.pid)
    } catch (error) {
      withoutGuardian = error
    }
  }

  function start(): PythonProcess {
    const command = findPython(settings.environment)
    if (withoutGuardian instanceof Error)
      throw new PythonStartFailure('not-startable', command, withoutGuardian.message)
    const { outputs, streams } = outputsOf(settings, command)
    const child = startedChild(outputs, {
      command,
      environment: settings.environment,
      mark: `${mark}.${started.length + 1}.`,
      streams: [settings.input === 'inherit' ? 0 : 'ignore', ...streams],
      table,
    })
    guardian?.watch(child.pid)
    const { channel, bell } = child
    const afterReply = (): void => {
      for (const output of outputs) output.drain()
    }
    const python = new ChildPython({
      ...{ channel, bell, sweeper, afterReply },
      endingOf: () => child.ending(),
      kill: () => {
        child.kill()
      },
    })
    started.push({ child, python, outputs })
    return python
  }

  async function closeAll(hurry: AbortSignal): Promise<void> {
    const ending = started.splice(0).map(async ({ child, python, outputs }) => {
      const isBusy = python.isBusy
      python.abandon()
      await child.end(isBusy ? AbortSignal.abort() : hurry)
      guardian?.forget(child.pid)
      for (const output of outputs) {
        output.drain()
        output.close()
      }
    })
    await Promise.all(ending)
    const stopped = guardian
    guardian = undefined
    // After a hurry the guardian sees to what is left when the program is gone.
    if (!hurry.aborted) await stopped?.stop()
  }

  return { prepare, start, closeAll }
}

interface PythonOutputs {
  readonly outputs: readonly OutputFile[]
  /** What the child has as its output and error output. */
  readonly streams: readonly [number, number]
}

function outputsOf({ output }: PythonSettings, command: PythonCommand): PythonOutputs {
  if (output === 'inherit') return { outputs: [], streams: [1, 2] }
  try {
    const [out, error] = [new OutputFile(output.onOutput), new OutputFile(output.onErrorOutput)]
    return { outputs: [out, error], streams: [out.childEnd, error.childEnd] }
  } catch (error) {
    throw temporaryFailure(command, 'file for its output', error)
  }
}

/** The files of a child that cannot be started are of no use to anybody. */
function startedChild(outputs: readonly OutputFile[], settings: ChildSettings): PythonChild {
  try {
    return new PythonChild(settings)
  } catch (error) {
    for (const output of outputs) output.close()
    throw error
  }
}
