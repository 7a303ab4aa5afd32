/**
 * Connections that come and go, and programs that are killed.
 *
 * Part one connects, calls and closes in this process, and compares descriptors, handles and memory with those after a
 * warm-up of a tenth. Part two kills the `sense` command with `kill -9`, each time with another kind of server, and looks
 * for processes a second later.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createToolServers } from '../src/adapters/mcp/tool-servers.ts'
import { endOf, ProgramFolder, repository, untilPrinted } from '../test/cli/sense-process.ts'
import { kinds, startProgram } from '../test/mcp/family.ts'
import type { Kind } from '../test/mcp/family.ts'
import { left, marked } from '../test/support/marked-processes.ts'

const bareServer = join(repository, 'bench/mcp/bare-server.mjs')
/** How much more memory than after the warm-up counts as growth. */
const GROWTH_MAX = 1.1
const KILLS_AT_ONCE = 4

process.exitCode = (await soakMcp()) ? 0 : 1

/** Whether nothing was left and nothing grew; prints what it found. */
async function soakMcp(): Promise<boolean> {
  const { values } = parseArgs({
    options: { cycles: { type: 'string', default: '1000' }, kills: { type: 'string', default: '200' } },
  })
  const isFlat = await soakConnections(Number(values.cycles))
  const isClean = await soakKills(Number(values.kills))
  return isFlat && isClean
}

async function soakConnections(cycles: number): Promise<boolean> {
  await connectAndCall(Math.ceil(cycles / 10))
  const before = await measured()
  await connectAndCall(cycles)
  const after = await measured()
  const growth = after.bytes / before.bytes
  console.log(
    `${cycles} connections: descriptors ${before.descriptors} -> ${after.descriptors}, handles ${before.handles} -> ` +
      `${after.handles}, memory ${megabytes(before.bytes)} -> ${megabytes(after.bytes)} MB, children left ${after.children}`,
  )
  return (
    after.descriptors <= before.descriptors &&
    after.handles <= before.handles &&
    growth <= GROWTH_MAX &&
    after.children === 0
  )
}

async function connectAndCall(cycles: number): Promise<void> {
  const servers = createToolServers({ environment: process.env })
  const { signal } = new AbortController()
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const connection = await servers.connect(
      {
        name: 'bare',
        command: process.execPath,
        args: [bareServer],
        environment: [],
        folder: undefined,
        startTimeoutMs: 60_000,
        listTimeoutMs: 60_000,
        callIdleTimeoutMs: 60_000,
        callTotalTimeoutMs: 60_000,
        onWarning: ({ detail }) => {
          console.log(`warning: ${detail}`)
        },
      },
      signal,
    )
    await connection.callTool('echo', { text: String(cycle) }, signal)
    await connection.close()
  }
  await servers.closeAll()
}

interface Measure {
  readonly descriptors: number
  readonly handles: number
  readonly children: number
  readonly bytes: number
}

async function measured(): Promise<Measure> {
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, external } = process.memoryUsage()
  return {
    descriptors: readdirSync('/proc/self/fd').length,
    handles: process.getActiveResourcesInfo().length,
    children: childrenOf(process.pid),
    bytes: heapUsed + external,
  }
}

/** Processes whose parent is this one; zombies too. */
function childrenOf(pid: number): number {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid).length
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return 0
  }
}

async function soakKills(kills: number): Promise<boolean> {
  const programs = new ProgramFolder()
  const order = Object.keys(kinds)
  let next = 0
  let leftCount = 0
  const lane = async (): Promise<void> => {
    while (next < kills) {
      const kind = order[next % order.length] as Kind
      next += 1
      leftCount += await killed(programs, kind)
    }
  }
  await Promise.all(Array.from({ length: KILLS_AT_ONCE }, lane))
  programs.remove()
  console.log(`${kills} times kill -9: ${leftCount} processes left`)
  return leftCount === 0
}

/** How many processes are left of a program, somewhat over a second after it was killed. */
async function killed(programs: ProgramFolder, kind: Kind): Promise<number> {
  const { child, mark } = startProgram(programs, kind, 'ask_human("?")')
  const ended = endOf(child)
  await untilPrinted(child, 'connected')
  const family = marked(mark)
  child.kill('SIGKILL')
  await ended
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  return left(mark, family).length
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2)
}
