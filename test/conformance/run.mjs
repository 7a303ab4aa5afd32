/**
 * Runs the programs under `cases/` through the command line and compares what they print.
 *
 *     node test/conformance/run.mjs [--area values,scope] [--verbose] [--jobs 2]
 *
 * A case is `AREA/NAME.sns` with
 *   - `NAME.out`, its exact standard output, also what was printed before an error;
 *   - `NAME.err`, only if it ends in an error: the class and the line, as in `TypeError 3` (`-` for any line);
 *   - `NAME.files/`, only if it needs files beside it: it then runs in a copy of that folder.
 */

import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findLocalNode, packageRoot } from '../../bin/local-node.js'
import { isNodeRecent } from '../../bin/node-version.js'
import { stackSizeFlag } from '../../bin/stack-size.js'

const casesFolder = join(packageRoot, 'test', 'conformance', 'cases')
const timeoutMs = 30_000

const { values: options } = parseArgs({
  options: {
    area: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    verbose: { type: 'boolean', default: false },
  },
})
const node = isNodeRecent(process.versions.node) ? process.execPath : (findLocalNode() ?? process.execPath)

/** The names of all cases, as `area/name`, in order. What lies in a `.files` folder belongs to a case and is none. */
function findCases() {
  const areas = options.area?.split(',')
  return readdirSync(casesFolder, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.sns') && !path.includes('.files/'))
    .map((path) => path.slice(0, -'.sns'.length))
    .filter((name) => areas === undefined || areas.includes(dirname(name)))
    .sort()
}

const beside = (name, extension) => join(casesFolder, `${name}.${extension}`)

/** What the program must not see: keys and models of whoever runs this, and a wish for colours. */
function environment(folder) {
  const { ANTHROPIC_API_KEY, OPENAI_API_KEY, OLLAMA_HOST, SENSE_MODEL, SENSE_ERROR_FORMAT, FORCE_COLOR, ...rest } =
    process.env
  return { ...rest, NO_COLOR: '1', SENSE_MEMORY_DIR: folder }
}

/** Runs one case in an empty folder of its own. */
async function run(name) {
  const folder = mkdtempSync(join(tmpdir(), 'sense-case-'))
  try {
    let program = beside(name, 'sns')
    if (existsSync(beside(name, 'files'))) {
      cpSync(beside(name, 'files'), folder, { recursive: true })
      program = join(folder, basename(program))
      cpSync(beside(name, 'sns'), program)
    }
    return await start([program], folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function start(args, folder) {
  const launcher = join(packageRoot, 'bin', 'sense.js')
  const child = spawn(node, [stackSizeFlag(), launcher, 'run', '--error-format', 'json', ...args], {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8')
  const result = { stdout: '', stderr: '', ending: '' }
  child.stdout.on('data', (chunk) => (result.stdout += chunk))
  child.stderr.on('data', (chunk) => (result.stderr += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status, signal) => resolve({ ...result, ending: String(status ?? signal) }))
  })
}

/** The first error that was reported on stderr, one JSON object a line; warnings do not count. */
function firstError(stderr) {
  for (const line of stderr.split('\n')) {
    if (!line.startsWith('{')) continue
    try {
      const record = JSON.parse(line)
      if ('class' in record && record.severity !== 'warning') return record
    } catch {
      // A line that only looks like a record is judged below, as text.
    }
  }
  return undefined
}

/** What is wrong with a result, as sentences; none means that the case passes. */
function faultsOf(name, { stdout, stderr, ending }) {
  const error = firstError(stderr)
  const faults = existsSync(beside(name, 'err'))
    ? faultsOfFailure(readFileSync(beside(name, 'err'), 'utf8').trim().split(' '), error, stderr)
    : faultsOfSuccess(error)
  const expectedEnding = existsSync(beside(name, 'err')) ? '1' : '0'
  if (ending !== expectedEnding) faults.push(`ended with ${ending} instead of ${expectedEnding}${excerpt(stderr)}`)
  const expected = readFileSync(beside(name, 'out'), 'utf8')
  if (stdout !== expected) faults.push(`printed something else\n--- expected\n${expected}--- printed\n${stdout}`)
  if (/\bat .*\.(js|ts):\d+:\d+/.test(stderr)) faults.push(`shows a JavaScript stack${excerpt(stderr)}`)
  return faults
}

function faultsOfSuccess(error) {
  return error ? [`reported ${error.class} at line ${error.line}: ${error.headline}`] : []
}

function faultsOfFailure([expectedClass, expectedLine], error, stderr) {
  if (!error) return [`reported nothing instead of ${expectedClass}${excerpt(stderr)}`]
  const faults = []
  if (error.class !== expectedClass)
    faults.push(`reported ${error.class} instead of ${expectedClass}: ${error.headline}`)
  if (!Number.isInteger(error.line)) faults.push('reported no line')
  else if (expectedLine !== '-' && error.line !== Number(expectedLine)) {
    faults.push(`reported line ${error.line} instead of ${expectedLine}`)
  }
  return faults
}

const excerpt = (text) => (text.trim() === '' ? '' : `\n${text.slice(0, 600)}`)

/** One entry a case: its name and its faults. */
async function runAll(names) {
  const outcomes = []
  const queue = [...names]
  const worker = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const hasExpectation = existsSync(beside(name, 'out'))
      const faults = hasExpectation ? faultsOf(name, await run(name)) : ['has no expected output beside it']
      outcomes.push({ name, faults })
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Number(options.jobs)) }, worker))
  return outcomes.sort((one, other) => (one.name < other.name ? -1 : 1))
}

function report({ name, faults }) {
  if (faults.length > 0) console.log(`FAIL ${name}\n${faults.join('\n').trimEnd().replace(/^/gm, '     ')}`)
  else if (options.verbose) console.log(`ok   ${name}`)
}

const outcomes = await runAll(findCases())
outcomes.forEach(report)
const failed = outcomes.filter(({ faults }) => faults.length > 0).length
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
if (failed > 0 || outcomes.length === 0) process.exitCode = 1
