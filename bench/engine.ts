/**
 * Plain Sense code beside the same programs in JavaScript and in Python: whole cold processes, in turn, with the time that
 * an empty one takes taken off.
 *
 *     npm run bench -- engine [--rounds N] [--only NAME,NAME] [--without-python]
 *
 * Prints the ratios of each program (of medians) and their geometric means; what a program costs when it is split over
 * three files; and what a start costs beside an empty Node. Where a `sense` of Python is installed that runs the same
 * language (the package `sense-lang`), it runs once each program that it can at a hundredth of the size, printed apart.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { EngineProgram } from './engine/programs.ts'
import { enginePrograms } from './engine/programs.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    only: { type: 'string' },
    'without-python': { type: 'boolean', default: false },
  },
})
const startRounds = 15
/** Less cannot be told from the noise of two starts; a difference below 0 would have no ratio at all. */
const shortestMs = 1
const rounds = Number(options.rounds)
const folder = mkdtempSync(join(tmpdir(), 'sense-bench-'))
/** What a user starts: the launcher, and behind it `dist/`. */
const command = join(import.meta.dirname, '..', 'bin', 'sense.js')
const names = options.only?.split(',')
const chosen = enginePrograms.filter(({ name }) => names?.includes(name) ?? true)

type Engine = 'sense' | 'javascript' | 'python'
type Times = Readonly<Record<Engine, number[]>>

const python = options['without-python'] ? undefined : commandOf('python3')
const engines: readonly Engine[] = ['sense', 'javascript', ...(python === undefined ? [] : (['python'] as const))]

const commands: Readonly<Record<Engine, (file: string) => readonly string[]>> = {
  sense: (file) => [process.execPath, '--stack-size=3900', command, 'run', file],
  javascript: (file) => [process.execPath, file],
  python: (file) => [python ?? 'python3', file],
}

try {
  const measured = new Map(chosen.map((program) => [program.name, measure(program)]))
  printMeans([...measured.values()])
  printSplit(measured.get('one-file'), measured.get('three-modules'))
  printStart()
  printReference()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The median of each engine in milliseconds. */
type Medians = Readonly<Partial<Record<Engine, number>>>

function measure(program: EngineProgram): Medians {
  const files = filesOf(program, program.size)
  const empty = filesOf({ name: 'empty', size: 0, sense: 'x = 1\n', javascript: '', python: '' }, 0)
  const times: Times = { sense: [], javascript: [], python: [] }
  const emptyTimes: Times = { sense: [], javascript: [], python: [] }
  const outputs = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    for (const engine of engines) {
      const run = runOf(commands[engine](files[engine]))
      outputs.add(run.output)
      times[engine].push(run.milliseconds)
      emptyTimes[engine].push(runOf(commands[engine](empty[engine])).milliseconds)
    }
  }
  if (outputs.size > 1)
    throw new Error(`${program.name} prints ${[...outputs].map((text) => text.trim()).join(' and ')}`)
  const medians = Object.fromEntries(
    engines.map((engine) => [engine, Math.max(shortestMs, median(times[engine]) - median(emptyTimes[engine]))]),
  )
  printRow(program.name, medians)
  return medians
}

function printRow(name: string, { sense = NaN, javascript = NaN, python: pythonTime }: Medians): void {
  const shown = (label: string, time: number): string =>
    `  ${label} ${time.toFixed(0).padStart(6)} ms, ratio ${(sense / time).toFixed(2).padStart(5)}`
  const pythonPart = pythonTime === undefined ? '' : shown('Python', pythonTime)
  console.log(`${name.padEnd(18)} ${sense.toFixed(0).padStart(6)} ms${shown('JavaScript', javascript)}${pythonPart}`)
}

function printMeans(all: readonly Medians[]): void {
  const ratios = (engine: Engine): readonly number[] =>
    all.flatMap(({ sense, [engine]: other }) => (sense === undefined || other === undefined ? [] : [sense / other]))
  const mean = (values: readonly number[]): string =>
    Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length).toFixed(2)
  console.log(`geometric mean of ${all.length} ratios to JavaScript: ${mean(ratios('javascript'))}`)
  if (engines.includes('python'))
    console.log(`geometric mean of ${all.length} ratios to Python: ${mean(ratios('python'))}`)
}

function printSplit(whole: Medians | undefined, split: Medians | undefined): void {
  if (whole?.sense === undefined || split?.sense === undefined) return
  console.log(`three files / one file: ${(split.sense / whole.sense).toFixed(2)}`)
}

/** What is there before the first statement of a program runs, beside an empty Node. */
function printStart(): void {
  const hello = fileOf('hello.sns', 'print("hello")\n')
  const empty = fileOf('empty.js', '')
  const times: { readonly ours: number[]; readonly empty: number[] } = { ours: [], empty: [] }
  for (let round = 0; round < startRounds; round += 1) {
    times.ours.push(runOf(commands.sense(hello)).milliseconds)
    times.empty.push(runOf(commands.javascript(empty)).milliseconds)
  }
  const [ours, bare] = [median(times.ours), median(times.empty)]
  console.log(
    `start: ${ours.toFixed(1)} ms, empty Node ${bare.toFixed(1)} ms, difference ${(ours - bare).toFixed(1)} ms`,
  )
}

function printReference(): void {
  const reference = referenceCommand()
  if (reference === undefined) {
    console.log('the Python package sense-lang is not installed, so the reference is left out')
    return
  }
  console.log(`\nthe reference, once, at a hundredth of the size:`)
  for (const program of chosen) {
    if (program.isBeyondReference === true) continue
    const { sense } = filesOf(program, program.referenceSize ?? Math.ceil(program.size / 100))
    const theirs = spawnSync(reference, ['run', sense], { encoding: 'utf8', timeout: 600_000 })
    const start = performance.now()
    const again = theirs.status === 0 ? spawnSync(reference, ['run', sense], { stdio: 'ignore' }) : undefined
    const time = performance.now() - start
    const ours = runOf(commands.sense(sense)).milliseconds
    const result = again === undefined ? `fails: ${lastLine(theirs.stderr)}` : `${time.toFixed(0).padStart(8)} ms`
    console.log(`${program.name.padEnd(18)} ${result}, ours ${ours.toFixed(0).padStart(5)} ms with the start`)
  }
}

/** The `sense` that the Python package installs, if it is there. */
function referenceCommand(): string | undefined {
  const code =
    'import importlib.metadata, sysconfig; importlib.metadata.version("sense-lang"); print(sysconfig.get_path("scripts"))'
  const found = spawnSync('python3', ['-c', code], { encoding: 'utf8' })
  return found.status === 0 ? join(found.stdout.trim(), 'sense') : undefined
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

function commandOf(name: string): string | undefined {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0 ? name : undefined
}

function filesOf(program: EngineProgram, size: number): Readonly<Record<Engine, string>> {
  const withSize = (text: string): string => text.replaceAll('SIZE', String(size))
  const place = `${program.name}-${size}`
  for (const [name, text] of Object.entries(program.files ?? {})) fileOf(join(place, name), withSize(text))
  return {
    sense: fileOf(join(place, 'main.sns'), withSize(program.sense)),
    javascript: fileOf(join(place, 'main.mjs'), withSize(program.javascript)),
    python: fileOf(join(place, 'main.py'), withSize(program.python)),
  }
}

function fileOf(name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

interface ProcessRun {
  /** From start to end of the process. */
  readonly milliseconds: number
  readonly output: string
}

function runOf([program = '', ...args]: readonly string[]): ProcessRun {
  const start = performance.now()
  const child = spawnSync(program, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
  const milliseconds = performance.now() - start
  if (child.status !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${child.status ?? child.signal}`)
  return { milliseconds, output: child.stdout.toLowerCase() }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
