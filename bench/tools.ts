/**
 * How long `sense check` and `sense fmt` take for 10,000 lines, beside parsing them alone: `npm run bench -- tools`.
 *
 * Times are those of the processor, garbage collection included, so that other work on the machine disturbs them less.
 * The program is made of the conformance cases that parse, one after the other.
 */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeSources } from '../src/adapters/node/source-files.ts'
import { format } from '../src/compiler/format/format.ts'
import { sourceFileOf } from '../src/compiler/source/source-file.ts'
import { checkProgram } from '../src/engine/check-program.ts'
import { parse } from '../src/compiler/syntax/parse.ts'

const linesWanted = 10_000
const rounds = 5

const root = join(import.meta.dirname, '..')
const file = sourceFileOf('large.sns', largeProgram())

if (format(file).kind !== 'text') throw new Error('the program has syntax errors')

const tools: Readonly<Record<string, () => unknown>> = {
  parse: () => parse(file),
  check: () => checkProgram(file, undefined, nodeSources),
  fmt: () => format(file),
}

console.log(
  `${file.lineStarts.length - 1} lines, ${file.text.length} characters; median of ${rounds}, the first left out`,
)
for (const [name, run] of Object.entries(tools)) {
  const times = Array.from({ length: rounds + 1 }, () => timeOf(run))
  const [first = 0, ...others] = times
  const median = others.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? 0
  console.log(`${name.padEnd(6)} ${median.toFixed(0).padStart(5)} ms   (first ${first.toFixed(0)} ms)`)
}

function timeOf(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

function largeProgram(): string {
  const programs = globSync('test/conformance/cases/**/*.sns', { cwd: root })
    .sort()
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .filter((text) => parse(sourceFileOf('case.sns', text)).problems.length === 0)
  let lineCount = 0
  const parts: string[] = []
  for (let index = 0; lineCount < linesWanted; index += 1) {
    const text = programs[index % programs.length] ?? ''
    const program = text.endsWith('\n') ? text : `${text}\n`
    parts.push(program)
    lineCount += program.split('\n').length - 1
  }
  return parts.join('')
}
