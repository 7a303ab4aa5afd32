/** How times and sizes are taken. */

import { spawn } from 'node:child_process'
import { bareServer } from './contestants.ts'
import type { Contestant } from './contestants.ts'

/** Milliseconds. */
export async function timed(action: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await action()
  return performance.now() - begun
}

export function median(values: readonly number[] = []): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

/** Runs all takers once each round, one after the other, and drops the first round. Gives the times of each taker. */
export async function inTurn(
  rounds: number,
  takers: readonly (() => Promise<number>)[],
): Promise<readonly (readonly number[])[]> {
  const times = takers.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, take] of takers.entries()) {
      const time = await take()
      if (round > 0) times[index]?.push(time)
    }
  }
  return times
}

export async function callInTurn(contestant: Contestant, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await contestant.call('echo', { text: 'x' })
}

export async function callAtOnce(contestant: Contestant, turns: number, atOnce: number): Promise<void> {
  await Promise.all(Array.from({ length: atOnce }, () => callInTurn(contestant, turns)))
}

/** From nothing to the list of tools; the end is not counted. */
export async function timedConnect(connect: () => Promise<Contestant>): Promise<number> {
  const begun = performance.now()
  const contestant = await connect()
  const time = performance.now() - begun
  await contestant.close()
  return time
}

/** The time of one large answer, kept as a list of chunks, joined once and parsed. */
export async function plainLarge(bytes: number): Promise<number> {
  const child = spawn(process.execPath, [bareServer], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answer = () =>
    new Promise<unknown>((resolve) => {
      const chunks: Buffer[] = []
      const take = (chunk: Buffer) => {
        chunks.push(chunk)
        if (chunk.at(-1) !== '\n'.charCodeAt(0)) return
        child.stdout.off('data', take)
        resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      }
      child.stdout.on('data', take)
    })
  const ask = (bytesAsked: number) => {
    const params = { name: 'huge', arguments: { bytes: bytesAsked } }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`)
  }
  const first = answer()
  ask(1)
  await first
  const time = await timed(() => {
    const whole = answer()
    ask(bytes)
    return whole
  })
  child.stdin.end()
  await new Promise((resolve) => child.once('exit', resolve))
  return time
}

/** Memory that one of `count` open connections holds, on the heap and outside of it. Needs `--expose-gc`. */
export async function kilobytesEach(count: number, connect: () => Promise<Contestant>): Promise<number> {
  await (await connect()).close()
  const before = memoryInUse()
  const open: Contestant[] = []
  for (let index = 0; index < count; index += 1) {
    const contestant = await connect()
    await contestant.call('echo', { text: 'x' })
    open.push(contestant)
  }
  const after = memoryInUse()
  await Promise.all(open.map((contestant) => contestant.close()))
  return (after - before) / 1024 / count
}

function memoryInUse(): number {
  for (let turn = 0; turn < 3; turn += 1) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The time of a whole process, which must end with status 0. */
export async function runProcess(command: string, args: readonly string[]): Promise<number> {
  return await timed(async () => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const status = await new Promise((resolve) => child.once('exit', resolve))
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(status)}`)
  })
}
