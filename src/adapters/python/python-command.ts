/** Which command is Python: `SENSE_PYTHON`, or `python3` of the PATH. */

import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { PythonStartFailure } from '../../runtime/ports/python.ts'

export interface PythonCommand {
  /** As it is written. */
  readonly name: string
  /** Whether it comes from `SENSE_PYTHON`. */
  readonly isChosen: boolean
  /** The file to start. */
  readonly path: string
}

/** Finds the command; throws a `PythonStartFailure` where there is none that can be executed. */
export function findPython(environment: Readonly<Record<string, string | undefined>>): PythonCommand {
  const command = pythonName(environment['SENSE_PYTHON'])
  const found = candidatesFor(command.name, environment['PATH'] ?? '/usr/bin:/bin').filter(isFile)
  const path = found.find(isExecutable)
  if (path !== undefined) return { ...command, path }
  if (found.length === 0) throw new PythonStartFailure('missing', command)
  throw new PythonStartFailure('not-startable', command, 'it has no permission to be executed')
}

/** What is looked for; `chosen` is the value of `SENSE_PYTHON`, which counts for nothing if it is empty. */
export function pythonName(chosen = ''): Pick<PythonCommand, 'name' | 'isChosen'> {
  return chosen === '' ? { name: 'python3', isChosen: false } : { name: chosen, isChosen: true }
}

function candidatesFor(name: string, path: string): readonly string[] {
  if (name.includes('/')) return [resolve(name)]
  return path.split(delimiter).map((folder) => join(folder === '' ? '.' : folder, name))
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
