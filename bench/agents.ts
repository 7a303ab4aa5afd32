/**
 * Many async agents alive at once: each is started, receives ten messages and ends.
 *
 *     node bench/agents.ts [COUNT]
 *
 * Prints a line for each of several counts, which must grow in proportion: 10,000 agents take less than 5 s and 250 MB.
 */

import { performance } from 'node:perf_hooks'
import { runSource } from '../test/support/run-source.ts'

const messagesEach = 10
const largest = Number(process.argv[2] ?? 10_000)

function programFor(agentCount: number): string {
  return `
total = [0]
def make(n):
    async agent worker:
        sum = 0
        for i in range(${messagesEach}):
            sum = sum + receive()
        total[0] = total[0] + sum
    return worker
workers = []
for n in range(${agentCount}):
    w = make(n)
    start(w)
    push(workers, w)
for i in range(${messagesEach}):
    for w in workers:
        send(w, i)
    receive_nothing = workers[0].status
for w in workers:
    await(w)
print(total[0])
`
}

for (const agentCount of [largest / 4, largest / 2, largest]) {
  const start = performance.now()
  const { output, diagnostics } = await runSource(programFor(agentCount))
  const durationMs = Math.round(performance.now() - start)
  const expected = agentCount * ((messagesEach * (messagesEach - 1)) / 2)
  if (output !== `${expected}\n`) throw new Error(`wrong result: ${output}${diagnostics[0]?.headline ?? ''}`)
  // The peak since the process began, in kilobytes.
  const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  const perAgent = ((durationMs * 1000) / agentCount).toFixed(0)
  console.log(`${agentCount} agents: ${durationMs} ms, ${perAgent} microseconds each, peak ${peakMegabytes} MB`)
}
