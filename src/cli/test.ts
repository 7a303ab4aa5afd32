/** `sense test`: runs programs and tells what became of their `test` blocks. */

import { replaceFile } from '../adapters/node/replace-file.ts'
import { fileNotWritten } from '../compiler/diagnostics/catalogue/files.ts'
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import { jsonRecord } from '../compiler/diagnostics/render-json.ts'
import { visibleText } from '../compiler/diagnostics/visible-text.ts'
import type { RunOutcome } from '../engine/run-program.ts'
import { dryRunHeader, dryRunSummary } from '../runtime/safety/dry-run.ts'
import type { RunSettings, UsageProblem } from './arguments.ts'
import type { CommandContext } from './command-context.ts'
import { isPrinted, report, statusOfClosedOutput } from './command-context.ts'
import { countOf } from './count-text.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import type { TestedFile } from './junit.ts'
import { junitText } from './junit.ts'
import { programAt, programPaths } from './program-text.ts'
import { reportText, usageText } from './report.ts'
import { runHere } from './run-here.ts'
import type { WatchedRun } from './watched-run.ts'
import { watchedRun } from './watched-run.ts'

export interface TestRequest {
  readonly kind: 'test'
  /** Files and folders. */
  readonly paths: readonly string[]
  readonly settings: RunSettings
  readonly isJson: boolean
  /** Only tests whose names contain this are run. */
  readonly filter: string | undefined
  readonly junitPath: string | undefined
}

/** Resolves when everything that the programs started has ended. */
export async function test(request: TestRequest, context: CommandContext): Promise<ExitStatus> {
  const watched = watchedRun(request.settings, context)
  if (watched === undefined) return exitStatus.usage
  const files = filesToTest(request, context)
  if (typeof files === 'number') return files
  const tested: TestedFile[] = []
  for (const path of files) {
    const result = await testFile(path, request, watched, context)
    if (typeof result === 'number') return result
    tested.push(result)
  }
  return conclude(tested, request, context)
}

/** The files in their order, or the status if nobody reads what is printed. Says where there are none. */
function filesToTest({ paths, isJson }: TestRequest, context: CommandContext): readonly string[] | ExitStatus {
  const files: string[] = []
  for (const path of paths) {
    const found = programPaths(path, isTestFile)
    files.push(...found)
    const text = `no test files found under ${visibleText(path)} (looked for test_*.sns / *_test.sns)\n`
    if (found.length === 0 && !isJson && !isPrinted(context, text)) return statusOfClosedOutput(context)
  }
  return files
}

const isTestFile = (name: string): boolean => name.startsWith('test_') || name.endsWith('_test.sns')

/** Runs one file and shows its results; gives a status if testing ends here. */
async function testFile(
  path: string,
  request: TestRequest,
  watched: WatchedRun,
  context: CommandContext,
): Promise<TestedFile | ExitStatus> {
  const { settings, isJson, filter } = request
  const program = programAt(path)
  if (!('file' in program)) return showUnreadable(path, program, isJson, context)
  const { name } = program.file
  const header = settings.dryRun === undefined ? '' : dryRunHeader
  if (!isJson && !isPrinted(context, `${visibleText(name)}\n${header}`)) return statusOfClosedOutput(context)
  const start = performance.now()
  const pieces: string[] = []
  const kept = { ...keptConsole(context), write: (text: string) => void pieces.push(text) }
  const isTestWanted = filter === undefined ? {} : { isTestWanted: (title: string) => title.includes(filter) }
  const what = { program, settings, watched, ...(isJson ? { console: kept } : {}), ...isTestWanted }
  const outcome = await runHere(what, context)
  const tested: TestedFile = {
    name,
    seconds: (performance.now() - start) / 1000,
    tests: outcome.tests,
    errors: outcome.diagnostics,
  }
  const text = isJson ? jsonText(tested, pieces.join('')) : resultsText(tested, outcome, settings)
  if (!isPrinted(context, text)) return statusOfClosedOutput(context)
  if (!isJson) showReports(tested, context)
  if (outcome.ending === 'console-closed') return statusOfClosedOutput(context)
  return outcome.ending === 'cancelled' ? exitStatus.interrupted : tested
}

/** The others are tested all the same. */
function showUnreadable(
  name: string,
  problem: Diagnostic,
  isJson: boolean,
  context: CommandContext,
): TestedFile | ExitStatus {
  const tested: TestedFile = { name, seconds: 0, tests: [], errors: [problem] }
  const text = isJson ? jsonText(tested, '') : `${visibleText(name)}\n\n`
  if (!isPrinted(context, text)) return statusOfClosedOutput(context)
  if (!isJson) showReports(tested, context)
  return tested
}

function keptConsole({ console }: CommandContext) {
  return {
    writeReport: (text: string) => {
      console.writeReport(text)
    },
    flush: () => undefined,
    readLine: (question: string, signal: AbortSignal) => console.readLine(question, signal),
    hasListener: () => console.hasListener(),
  }
}

function resultsText({ tests }: TestedFile, outcome: RunOutcome, { dryRun }: RunSettings): string {
  const lines = tests.flatMap(({ title, failure }) =>
    failure === undefined
      ? [`  PASS  ${visibleText(title)}`]
      : [
          `  FAIL  ${visibleText(title)}`,
          ...failure.headline.split('\n').map((line) => `        ${visibleText(line)}`),
        ],
  )
  const summary = dryRun === undefined ? '' : dryRunSummary(dryRun, outcome.auditLines, outcome.auditEntries)
  return `${lines.map((line) => `${line}\n`).join('')}${summary}\n`
}

/** Where each test failed, and errors outside any test; in JSON as everywhere. */
function showReports({ tests, errors }: TestedFile, context: CommandContext): void {
  const { console, format } = context
  const failures = tests.flatMap(({ failure }) => (failure === undefined ? [] : [failure]))
  if (format === 'json') {
    report(context, [...failures, ...errors])
    return
  }
  const end = format === 'terminal' ? '\n' : ''
  for (const failure of failures) console.writeReport(`  FAIL  ${reportText([failure], format)}${end}`)
  for (const error of errors) console.writeReport(`  ERROR  ${reportText([error], format)}${end}`)
}

// ---- JSON

function jsonText({ name: file, seconds, tests, errors }: TestedFile, output: string): string {
  const records = [
    ...(output === '' ? [] : [{ kind: 'output', file, text: output }]),
    ...tests.map(({ title, failure }) => ({
      kind: 'test',
      file,
      name: title,
      status: failure === undefined ? 'passed' : 'failed',
      problem: failure === undefined ? null : jsonRecord(failure),
    })),
    ...errors.map((error) => ({ kind: 'error', file, problem: jsonRecord(error) })),
    { kind: 'file', file, tests: tests.length, seconds },
  ]
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

// ---- The end

function conclude(tested: readonly TestedFile[], request: TestRequest, context: CommandContext): ExitStatus {
  const { isJson, junitPath, filter } = request
  const tests = tested.flatMap((file) => file.tests)
  const failed = tests.filter(({ failure }) => failure !== undefined).length
  const passed = tests.length - failed
  const files = tested.length
  const words = `${countOf(files, 'file')}, ${countOf(tests.length, 'test')}: ${passed} passed, ${failed} failed\n`
  const counts = { kind: 'summary', files, tests: tests.length, passed, failed }
  const shown = files === 0 ? '' : words
  if (!isPrinted(context, isJson ? `${JSON.stringify(counts)}\n` : shown)) return statusOfClosedOutput(context)
  const isBad = failed > 0 || tested.some(({ errors }) => errors.length > 0)
  let status: ExitStatus = isBad ? exitStatus.failure : exitStatus.success
  if (filter !== undefined && files > 0 && tests.length === 0) {
    context.console.writeReport(usageText(nothingMatches(filter), context.format))
    status = exitStatus.failure
  }
  const isSilent = filter === undefined && files > 0 && tests.length === 0 && !isBad
  if (isSilent && !isJson) context.console.writeReport(usageText(noTestBlock, context.format))
  const reason = junitPath === undefined ? undefined : replaceFile(junitPath, junitText(tested))
  if (junitPath === undefined || reason === undefined) return status
  report(context, [fileNotWritten(junitPath, reason)])
  return exitStatus.failure
}

const noTestBlock: UsageProblem = {
  headline: 'no tests found',
  hint: 'a test is a block: `test "adds up":`, with `assert(...)` in it',
}

/** A slip in the filter must not pass for tests that succeed. */
function nothingMatches(filter: string): UsageProblem {
  return {
    headline: `no test was run: none has \`${filter}\` in its name`,
    hint: 'upper and lower case count; without `--filter` all tests are run',
  }
}
