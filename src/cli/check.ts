/** `sense check`: all that can be said of programs without running them. */

import { replaceFile } from '../adapters/node/replace-file.ts'
import { nodeSources } from '../adapters/node/source-files.ts'
import { applyCertainFixes } from '../compiler/checks/apply-fixes.ts'
import { fileNotWritten } from '../compiler/diagnostics/catalogue/files.ts'
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import { renderJson } from '../compiler/diagnostics/render-json.ts'
import { visibleText } from '../compiler/diagnostics/visible-text.ts'
import { sourceFileOf } from '../compiler/source/source-file.ts'
import { checkProgram } from '../engine/check-program.ts'
import type { CommandContext } from './command-context.ts'
import { isPrinted, printAndLeave, report, statusOfClosedOutput } from './command-context.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import { countOf } from './count-text.ts'
import type { ProgramText } from './program-text.ts'
import { programPaths, readProgram } from './program-text.ts'

export interface CheckRequest {
  readonly kind: 'check'
  /** Files, folders, or `-`. */
  readonly paths: readonly string[]
  readonly isJson: boolean
  readonly isFix: boolean
}

// Mending one thing may bring out the next; a text that is still not done then never will be.
const fixRoundsMax = 20

export function check(request: CheckRequest, context: CommandContext): ExitStatus {
  const files: string[] = []
  for (const path of request.paths) {
    const found = programPaths(path)
    files.push(...found)
    const isSaid = found.length === 0 && !request.isJson
    if (isSaid && !isPrinted(context, `no .sns files found under ${visibleText(path)}\n`))
      return statusOfClosedOutput(context)
  }
  const counts: Counts = { files: 0, errors: 0, warnings: 0, unreadable: 0 }
  for (const path of files) {
    const problems = checkFile(path, request, context)
    if (problems === undefined) {
      counts.unreadable += 1
      continue
    }
    counts.files += 1
    for (const problem of problems) {
      if (problem.class === 'warning') counts.warnings += 1
      else counts.errors += 1
    }
    if (!show(problems, request, context)) return statusOfClosedOutput(context)
  }
  const found = counts.errors > 0 ? exitStatus.failure : exitStatus.success
  const status = counts.unreadable > 0 ? exitStatus.usage : found
  const isEmpty = counts.files + counts.unreadable === 0
  return printAndLeave(context, request.isJson || isEmpty ? '' : summary(counts), status)
}

interface Counts {
  files: number
  errors: number
  warnings: number
  unreadable: number
}

function summary({ files, errors, warnings, unreadable }: Counts): string {
  const unread = unreadable === 0 ? '' : `; ${countOf(unreadable, 'file')} not read`
  return `${countOf(files, 'file')}: ${countOf(errors, 'error')}, ${countOf(warnings, 'warning')}${unread}\n`
}

/** Whether there is still somebody to show it to. */
function show(problems: readonly Diagnostic[], { isJson }: CheckRequest, context: CommandContext): boolean {
  if (isJson) return isPrinted(context, problems.map((problem) => `${renderJson(problem)}\n`).join(''))
  report(context, problems)
  return true
}

/** What is wrong with a file, after what can be mended is mended; undefined if it cannot be read. */
function checkFile(
  path: string,
  { isFix, isJson }: CheckRequest,
  context: CommandContext,
): readonly Diagnostic[] | undefined {
  const program = readProgram(context, path)
  if (program === undefined) return undefined
  const problems = checkProgram(program.file, program.path, nodeSources)
  if (!isFix) return problems
  const mended = mend(program, problems)
  if (mended.count === 0) return problems
  const failure = replaceFile(path, mended.text)
  if (failure !== undefined) {
    report(context, [fileNotWritten(path, failure)])
    return problems
  }
  if (!isJson) isPrinted(context, `${visibleText(program.file.name)}: ${countOf(mended.count, 'problem')} mended\n`)
  return mended.problems
}

interface Mended {
  readonly text: string
  readonly problems: readonly Diagnostic[]
  readonly count: number
}

/** Makes certain changes as long as that makes nothing worse. */
function mend({ file, path }: ProgramText, found: readonly Diagnostic[]): Mended {
  let mended: Mended = { text: file.text, problems: found, count: 0 }
  for (let round = 0; round < fixRoundsMax; round += 1) {
    const { text, count } = applyCertainFixes(mended.text, mended.problems)
    if (count === 0) break
    const problems = checkProgram(sourceFileOf(file.name, text), path, nodeSources)
    if (errorsAmong(problems) > errorsAmong(mended.problems)) break
    mended = { text, problems, count: mended.count + count }
  }
  return mended
}

const errorsAmong = (problems: readonly Diagnostic[]): number =>
  problems.filter((problem) => problem.class !== 'warning').length
