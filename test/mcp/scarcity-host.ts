/**
 * A program on a machine that is short of something: `node scarcity-host.ts files|processes`.
 *
 * It connects a server while it may open no more than a few files, or start no process, then again when that is over.
 * Prints one line for each attempt: how many tools there are, or the detail of the failure.
 */

import { execFileSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createToolServers } from '../../src/adapters/mcp/tool-servers.ts'
import type { ToolServerConnection } from '../../src/runtime/ports/tool-servers.ts'
import { ToolServerFailure } from '../../src/runtime/ports/tool-servers.ts'

/** Enough for what a connection needs, and so few that all are soon open. */
const FILES_MAX = 80
/** More than a connection needs. */
const FREE_MAX = 12

const what = process.argv[2] ?? ''
const servers = createToolServers({ environment: process.env })
const limitTo = (resource: string, count: string) =>
  execFileSync('prlimit', [`--${resource}=${count}`, '--pid', String(process.pid)])

if (what === 'files') await withFewFiles()
else await withoutProcesses()
await servers.closeAll()

async function withFewFiles(): Promise<void> {
  limitTo('nofile', `${FILES_MAX}:`)
  for (let freeCount = 0; freeCount <= FREE_MAX; freeCount += 1) {
    const held = allFiles()
    held.splice(0, freeCount).forEach(closeSync)
    // The end of what was started has to get by with as few.
    await tryOnce(() => connect())
    held.forEach(closeSync)
  }
  await tryOnce(() => connect())
}

/** Opened until no more can be. */
function allFiles(): number[] {
  const held: number[] = []
  for (;;) {
    try {
      held.push(openSync('/dev/null', 'r'))
    } catch {
      return held
    }
  }
}

async function withoutProcesses(): Promise<void> {
  const first = await connect()
  limitTo('nproc', '1:')
  await tryOnce(() => connect())
  await first.close()
  // The guardian goes with the last server, and now cannot be started either.
  await servers.closeAll()
  await tryOnce(() => connect())
}

async function tryOnce(start: () => Promise<ToolServerConnection>): Promise<void> {
  try {
    const connection = await start()
    console.log(`${connection.tools.length} tools`)
    await connection.close()
  } catch (error) {
    console.log(error instanceof ToolServerFailure ? `${error.kind}: ${error.detail}` : `not ours: ${String(error)}`)
  }
}

async function connect(): Promise<ToolServerConnection> {
  return await servers.connect(
    {
      name: 'files',
      command: process.execPath,
      args: [fileURLToPath(new URL('fixture-server.ts', import.meta.url)), 'start.plain'],
      environment: [],
      folder: undefined,
      startTimeoutMs: 20_000,
      listTimeoutMs: 20_000,
      callIdleTimeoutMs: 10_000,
      callTotalTimeoutMs: 10_000,
      onWarning: () => undefined,
    },
    new AbortController().signal,
  )
}
