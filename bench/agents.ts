/**
 * Many async agents alive at once: each is started, receives ten messages and ends.
 *
 *     node bench/agents.ts [COUNT]
 *
 * Prints a line for each of several counts, each in a process of its own, and then whether the largest stayed within its
 * limits: 10,000 agents take less than 5 s and 250 MB, and time grows in proportion.
 */

import { execFileSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { runSource } from '../test/support/run-source.ts'

const messagesEach = 10
const durationMaxMs = 5_000
const megabytesMax = 250

interface Measure {
  readonly agentCount: number
  readonly durationMs: number
  readonly megabytes: number
}

function programFor(agentCount: number): string {
  return `
total = [0]
def make():
    async agent worker:
        sum = 0
        for i in range(${messagesEach}):
            sum = sum + receive()
        total[0] = total[0] + sum
    return worker
workers = []
for n in range(${agentCount}):
    push(workers, start(make()))
for i in range(${messagesEach}):
    for w in workers:
        send(w, i)
    looks = workers[0].status
for w in workers:
    await(w)
print(total[0])
`
}

async function measure(agentCount: number): Promise<Measure> {
  const start = performance.now()
  const { output, diagnostics } = await runSource(programFor(agentCount))
  const durationMs = Math.round(performance.now() - start)
  const expected = agentCount * ((messagesEach * (messagesEach - 1)) / 2)
  if (output !== `${expected}\n`) throw new Error(`wrong result: ${output}${diagnostics[0]?.headline ?? ''}`)
  // The peak since the process began, which the system gives in kilobytes.
  return { agentCount, durationMs, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }
}

function measureInChild(agentCount: number): Measure {
  const text = execFileSync(process.execPath, [import.meta.filename, '--one', String(agentCount)], { encoding: 'utf8' })
  return JSON.parse(text) as Measure
}

if (process.argv[2] === '--one') {
  console.log(JSON.stringify(await measure(Number(process.argv[3]))))
} else {
  const largest = Number(process.argv[2] ?? 10_000)
  const measures = [largest / 4, largest / 2, largest].map(measureInChild)
  for (const { agentCount, durationMs, megabytes } of measures) {
    const each = Math.round((durationMs * 1000) / agentCount)
    console.log(`${agentCount} agents: ${durationMs} ms, ${each} microseconds each, peak ${megabytes} MB`)
  }
  const last = measures.at(-1)
  const isWithin = last !== undefined && last.durationMs < durationMaxMs && last.megabytes < megabytesMax
  console.log(isWithin ? 'within the limits' : `above the limits of ${durationMaxMs} ms and ${megabytesMax} MB`)
}
