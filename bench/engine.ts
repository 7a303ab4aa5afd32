/**
 * Plain Sense code beside the same program in JavaScript: whole processes, in turn, the time of an empty one taken off.
 *
 * Prints the ratio Sense / JavaScript of each program (medians) and their geometric mean. `--rounds N` (default 5).
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { enginePrograms } from './engine-programs.ts'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(options.rounds)
const folder = mkdtempSync(join(tmpdir(), 'sense-bench-'))
const command = join(import.meta.dirname, '..', 'dist', 'cli.js')

try {
  const empty = { sense: fileOf('empty.sns', 'x = 1\n'), javascript: fileOf('empty.mjs', '') }
  const ratios = enginePrograms.map(({ name, sense, javascript }) => {
    const ours = fileOf(`${name}.sns`, sense)
    const theirs = fileOf(`${name}.mjs`, javascript)
    const times: { readonly sense: number[]; readonly javascript: number[] } = { sense: [], javascript: [] }
    for (let round = 0; round < rounds; round += 1) {
      times.sense.push(senseTime(ours) - senseTime(empty.sense))
      times.javascript.push(javascriptTime(theirs) - javascriptTime(empty.javascript))
    }
    const ratio = median(times.sense) / median(times.javascript)
    console.log(
      `${name.padEnd(18)} ${median(times.sense).toFixed(0).padStart(6)} ms, JavaScript ` +
        `${median(times.javascript).toFixed(0).padStart(6)} ms, ratio ${ratio.toFixed(2)}`,
    )
    return ratio
  })
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  console.log(`geometric mean of ${ratios.length} ratios: ${mean.toFixed(2)}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function fileOf(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function senseTime(program: string): number {
  return wallTime(['--stack-size=3900', command, 'run', program])
}

function javascriptTime(program: string): number {
  return wallTime([program])
}

/** The time from start to end of a process, in milliseconds. */
function wallTime(args: readonly string[]): number {
  const start = performance.now()
  const child = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (child.status !== 0) throw new Error(`${args.join(' ')} ended with ${child.status ?? child.signal}`)
  return performance.now() - start
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
