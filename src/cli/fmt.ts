/** `sense fmt`: lays programs out in the one canonical way. */

import { replaceFile } from '../adapters/node/replace-file.ts'
import { fileNotWritten } from '../compiler/diagnostics/catalogue/files.ts'
import { visibleText } from '../compiler/diagnostics/visible-text.ts'
import { format } from '../compiler/format/format.ts'
import type { CommandContext } from './command-context.ts'
import { isPrinted, report, statusOfClosedOutput } from './command-context.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import { programPaths, readProgram } from './program-text.ts'

export interface FmtRequest {
  readonly kind: 'fmt'
  /** Files, folders, or `-`. */
  readonly paths: readonly string[]
  /** What is done with a file that is laid out differently. */
  readonly mode: 'print' | 'write' | 'check'
}

export function fmt(request: FmtRequest, context: CommandContext): ExitStatus {
  let worst: ExitStatus = exitStatus.success
  const files: string[] = []
  for (const path of request.paths) {
    const found = programPaths(path)
    files.push(...found)
    const isEmpty = found.length === 0
    if (isEmpty && !isPrinted(context, `no .sns files found under ${visibleText(path)}\n`))
      return statusOfClosedOutput(context)
  }
  for (const path of files) {
    const { status, text } = formatFile(path, request, context, files.length > 1)
    worst = worse(worst, status)
    if (!isPrinted(context, text)) return statusOfClosedOutput(context)
  }
  return worst
}

const worse = (left: ExitStatus, right: ExitStatus): ExitStatus => (right > left ? right : left)

/** What became of one file, and what is printed about it. */
interface FileOutcome {
  readonly status: ExitStatus
  readonly text: string
}

function formatFile(path: string, { mode }: FmtRequest, context: CommandContext, isOneOfMany: boolean): FileOutcome {
  const program = readProgram(context, path)
  if (program === undefined) return { status: exitStatus.usage, text: '' }
  const { file } = program
  const formatted = format(file)
  if (formatted.kind === 'syntax-errors') {
    report(context, formatted.problems)
    return { status: exitStatus.failure, text: '' }
  }
  if (mode === 'print') {
    const heading = isOneOfMany ? `# ----- ${visibleText(file.name)} -----\n` : ''
    return { status: exitStatus.success, text: heading + formatted.text }
  }
  if (formatted.text === file.text) return { status: exitStatus.success, text: '' }
  const text = `${visibleText(file.name)}\n`
  if (mode === 'check') return { status: exitStatus.failure, text }
  const failure = replaceFile(path, formatted.text)
  if (failure === undefined) return { status: exitStatus.success, text }
  report(context, [fileNotWritten(path, failure)])
  return { status: exitStatus.failure, text: '' }
}
