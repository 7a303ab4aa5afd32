/**
 * `npm test`: every check this project has, one after the other. `npm run check` is the same with `--fast`, which leaves
 * out whatever starts child programs.
 *
 * A failing step does not keep the next ones from running. The last line adds everything up: `N passed, N failed`. A step
 * that counts nothing, such as lint, adds one.
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { packageRoot } from '../bin/local-node.js'
import { isDistCurrent } from './dist-age.mjs'
import { ensureRecentNode } from './recent-node.mjs'

const isFast = process.argv.includes('--fast')
const scratch = mkdtempSync(join(tmpdir(), 'sense-test-'))
const vitestReport = join(scratch, 'vitest.json')

const tool = (...path) => join(packageRoot, 'node_modules', ...path)
const vitest = [
  tool('vitest', 'vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
]

const checks = [
  { name: 'types', args: [tool('typescript', 'bin', 'tsc')] },
  { name: 'lint', args: [tool('eslint', 'bin', 'eslint.js'), '.'] },
  { name: 'format', args: [tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.'] },
]
const fastSteps = [...checks, { name: 'tests', args: [...vitest, '--project=fast'], count: countVitest }]
const allSteps = [
  { name: 'build', args: ['scripts/build.mjs'], isNeeded: () => !isDistCurrent() },
  ...checks,
  { name: 'tests', args: vitest, count: countVitest },
  { name: 'official suites of MCP', args: ['test/official/run.ts'], count: countLastLine },
  { name: 'official suites of MCP for servers', args: ['test/official/serve-run.ts'], count: countLastLine },
  { name: 'conformance', args: ['test/conformance/run.mjs'], count: countLastLine },
  { name: 'syntax fuzz', args: ['test/fuzz/syntax.ts', '--inputs', '20000'], count: countFuzz },
  {
    name: 'program fuzz',
    args: ['--stack-size=3900', 'test/fuzz/programs.ts', '--programs', '3000'],
    count: countPrograms,
  },
]

/** Runs a step, showing what it prints, and resolves to its exit status and its last line. */
function run(node, { args }) {
  const path = `${tool('.bin')}${delimiter}${process.env.PATH}`
  const child = spawn(node, args, {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: path },
  })
  let lastLines = ''
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk)
    lastLines = (lastLines + chunk).slice(-2000)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ isOk: status === 0, lastLine: lastLines.trim().split('\n').pop() }))
  })
}

function countOne({ isOk }) {
  return isOk ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** A file that cannot even be loaded has no tests in it, and has failed all the same. */
function countVitest({ isOk }) {
  const report = JSON.parse(readFileSync(vitestReport, 'utf8'))
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = report.numFailedTests + unloaded.length
  return { passed: report.numPassedTests, failed: isOk ? failed : Math.max(1, failed) }
}

function countLastLine(result) {
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(result.lastLine) ?? []
  if (passed === undefined) return countOne({ isOk: false })
  return { passed: Number(passed), failed: result.isOk ? Number(failed) : Math.max(1, Number(failed)) }
}

/** Thousands of inputs are one test: they pass together. */
function countFuzz(result) {
  const [, crashes, hangs] = /^\d+ inputs, (\d+) crash(?:es)?, (\d+) hangs?$/.exec(result.lastLine) ?? []
  const failed = Number(crashes ?? 1) + Number(hangs ?? 0)
  return failed === 0 && result.isOk ? { passed: 1, failed: 0 } : { passed: 0, failed: Math.max(1, failed) }
}

/** The same for programs that the compiler and the oracle ran. */
function countPrograms({ isOk, lastLine }) {
  const [, different] = /^\d+ programs, (\d+) differ$/.exec(lastLine) ?? []
  const failed = Number(different ?? 1)
  return failed === 0 && isOk ? { passed: 1, failed: 0 } : { passed: 0, failed: Math.max(1, failed) }
}

async function runStep(node, step) {
  console.log(`\n== ${step.name} ==`)
  const start = performance.now()
  let counts
  try {
    const result = await run(node, step)
    counts = (step.count ?? countOne)(result)
  } catch (error) {
    console.log(error.message)
    counts = countOne({ isOk: false })
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`-- ${step.name}: ${counts.failed === 0 ? 'ok' : `${counts.failed} failed`} in ${seconds} s`)
  return { name: step.name, ...counts }
}

async function main() {
  const node = ensureRecentNode()
  const results = []
  for (const step of isFast ? fastSteps : allSteps) {
    if (step.isNeeded?.() ?? true) results.push(await runStep(node, step))
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const broken = results.filter(({ failed }) => failed > 0).map(({ name }) => name)
  if (broken.length > 0) console.log(`\nfailed: ${broken.join(', ')}`)
  console.log(`${broken.length > 0 ? '' : '\n'}${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = broken.length > 0 ? 1 : 0
}

try {
  await main()
} catch (error) {
  console.log(`${error.message}\n0 passed, 1 failed`)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
