/** Why Python cannot be started where the folder for temporary files takes nothing. */

import { PythonStartFailure } from '../../runtime/ports/python.ts'
import { codeOfSystemError } from '../node/system-error.ts'
import type { PythonCommand } from './python-command.ts'

/** `what`: what was to be made there. Of `error` only the system's code is told. */
export function temporaryFailure(command: PythonCommand, what: string, error: unknown): PythonStartFailure {
  const reason = codeOfSystemError(error) ?? 'the system does not say why'
  const detail = `no ${what} can be made in the folder for temporary files (${reason})`
  return new PythonStartFailure('not-startable', command, detail)
}
