/**
 * How long after a Ctrl-C a program ends, beside a Node process that does nothing: `npm run bench -- interrupt`.
 *
 * At most 100 ms, wherever it strikes. The built command is measured, as users run it.
 */

import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { endlessPrograms, interrupt } from '../test/cli/interruption.ts'
import { ProgramFolder, startSense } from '../test/cli/sense-process.ts'

const rounds = 5
const targetMs = 100

const bareScript = `process.on('SIGINT', () => process.exit()); console.log('ready'); setInterval(() => undefined, 1000)`
const startBare = () => spawn(process.execPath, ['-e', bareScript])

const folder = new ProgramFolder()
console.log(`milliseconds from the signal to the end; median and slowest of ${rounds}`)
try {
  await show('a Node that does nothing', startBare)
  for (const [place, text] of Object.entries(endlessPrograms)) {
    await show(place, () => startSense(['run', folder.add('endless.sns', text)]))
  }
} finally {
  folder.remove()
}

async function show(place: string, start: () => ChildProcessWithoutNullStreams): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push((await interrupt(start())).tookMs)
  times.sort((left, right) => left - right)
  const [median = NaN, slowest = NaN] = [times[Math.floor(rounds / 2)], times.at(-1)]
  const verdict = slowest <= targetMs ? '' : `   over ${targetMs}`
  console.log(`${place.padEnd(44)} ${median.toFixed(0).padStart(5)} ${slowest.toFixed(0).padStart(5)}${verdict}`)
}
