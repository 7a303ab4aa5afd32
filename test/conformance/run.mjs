/**
 * Runs the programs under `cases/` through the command line and compares what they print.
 *
 *     node test/conformance/run.mjs [--area values,scope] [--verbose] [--jobs 2]
 *                                   [--list-not-yet | --update-not-yet]
 *
 * A case is `AREA/NAME.sns` with
 *   - `NAME.out`, its exact standard output, also what was printed before an error;
 *   - `NAME.err`, only if it ends in an error: the class and the line, as in `TypeError 3` (`-` for any line);
 *   - `NAME.files/`, only if it needs files beside it: it then runs in a copy of that folder.
 *
 * `not-yet.txt` lists the cases that use a part of the language still to be built. Such a case has to say so, by exit status 1
 * and an error with the code `not-yet`. One that passes has to leave the list, so the list cannot go stale; and nothing ever
 * puts a case on it but a person.
 */

import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findLocalNode, isNodeRecent, packageRoot } from '../../bin/local-node.js'
import { stackSizeFlag } from '../../bin/stack-size.js'

const casesFolder = join(packageRoot, 'test', 'conformance', 'cases')
const listFile = join(packageRoot, 'test', 'conformance', 'not-yet.txt')
const timeoutMs = 30_000

const { values: options } = parseArgs({
  options: {
    area: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    verbose: { type: 'boolean', default: false },
    'list-not-yet': { type: 'boolean', default: false },
    'update-not-yet': { type: 'boolean', default: false },
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

function readNotYet() {
  if (!existsSync(listFile)) return []
  const lines = readFileSync(listFile, 'utf8').split('\n')
  return lines.map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '')
}

/** Keeps comments and the lines of `names`, and drops all other lines. */
function writeNotYet(names) {
  const lines = readFileSync(listFile, 'utf8').split('\n')
  const kept = lines.filter((line) => {
    const name = line.replace(/#.*/, '').trim()
    return name === '' || names.has(name)
  })
  writeFileSync(listFile, kept.join('\n'))
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

const isNotYet = ({ stderr, ending }) => ending === '1' && firstError(stderr)?.code === 'not-yet'

/** One entry a case: its name, whether it ended in `not-yet`, and its faults. */
async function runAll(names) {
  const outcomes = []
  const queue = [...names]
  const worker = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const result = existsSync(beside(name, 'out')) ? await run(name) : undefined
      const faults = result ? faultsOf(name, result) : ['has no expected output beside it']
      outcomes.push({ name, faults, notYet: result !== undefined && isNotYet(result) })
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Number(options.jobs)) }, worker))
  return outcomes.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Holds an outcome against the list: a listed case has to end in `not-yet`, every other one has to pass. */
function verdictOn({ name, faults, notYet }, listed) {
  // An unlisted case may expect the class and line that `not-yet` happens to have: that is no pass either.
  if (!listed.has(name)) return notYet && faults.length === 0 ? ['ends in `not-yet`'] : faults
  if (notYet) return []
  return faults.length === 0
    ? ['passes now: remove it from not-yet.txt']
    : ['is listed in not-yet.txt but ends otherwise:', ...faults]
}

function report(outcomes, listed) {
  let failed = 0
  for (const outcome of outcomes) {
    const faults = verdictOn(outcome, listed)
    if (faults.length > 0) {
      failed += 1
      console.log(`FAIL ${outcome.name}\n${faults.join('\n').trimEnd().replace(/^/gm, '     ')}`)
    } else if (options.verbose) {
      console.log(`${outcome.notYet ? 'not yet' : 'ok     '} ${outcome.name}`)
    }
  }
  return failed
}

/** A name on the list that no case has would otherwise be overlooked for ever. */
function reportStrangers(listed, names) {
  const strangers = options.area === undefined ? [...listed].filter((name) => !names.includes(name)) : []
  for (const name of strangers) console.log(`FAIL ${name}\n     is listed in not-yet.txt, but there is no such case`)
  return strangers.length
}

async function main() {
  const names = findCases()
  const listed = new Set(readNotYet())
  const outcomes = await runAll(names)
  const notYet = outcomes.filter((outcome) => outcome.notYet).map(({ name }) => name)
  if (options['list-not-yet']) {
    for (const name of notYet) console.log(name)
    return
  }
  if (options['update-not-yet']) {
    const tried = new Set(names)
    const kept = [...listed].filter((name) => notYet.includes(name) || !(tried.has(name) || options.area === undefined))
    writeNotYet(new Set(kept))
    console.log(`${kept.length} of ${listed.size} cases stay listed`)
    return
  }
  const failed = report(outcomes, listed)
  const strangers = reportStrangers(listed, names)
  const waiting = notYet.filter((name) => listed.has(name)).length
  if (waiting > 0) console.log(`${waiting} of the passed cases are listed as not yet there`)
  console.log(`${outcomes.length - failed} passed, ${failed + strangers} failed`)
  if (failed + strangers > 0 || names.length === 0) process.exitCode = 1
}

await main()
