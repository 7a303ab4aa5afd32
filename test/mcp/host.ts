/**
 * A program with servers, for the tests of its own end: `node host.ts HOW SERVER_MODE TOOL_ARGS JOURNAL`.
 *
 * It connects the fixture server, calls `grandchild`, writes `ready` and then does HOW: waits, spins, throws, or ends. Where
 * HOW is the name of a signal, it gets that signal as soon as the process of the server is there, before anybody knows of it.
 */

import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

import { fileURLToPath } from 'node:url'
import { createToolServers } from '../../src/adapters/mcp/tool-servers.ts'
import type { JsonObject } from '../../src/runtime/ports/json.ts'

const [how = '', mode = '', args = '{}', journal = ''] = process.argv.slice(2)
if (how.startsWith('SIG')) {
  const { spawn } = childProcess
  childProcess.spawn = ((...given: Parameters<typeof spawn>) => {
    const child = spawn(...given)
    if (given[0] === process.execPath) process.kill(process.pid, how)
    return child
  }) as typeof spawn
  syncBuiltinESMExports()
}
const servers = createToolServers({ environment: process.env })
const connection = await servers.connect(
  {
    name: 'files',
    command: process.execPath,
    args: [fileURLToPath(new URL('fixture-server.ts', import.meta.url)), mode, journal, '300'],
    environment: [],
    folder: undefined,
    startTimeoutMs: 10_000,
    listTimeoutMs: 10_000,
    callIdleTimeoutMs: 10_000,
    callTotalTimeoutMs: 10_000,
    onWarning: () => undefined,
  },
  new AbortController().signal,
)
await connection.callTool('grandchild', JSON.parse(args) as JsonObject, new AbortController().signal)
process.stdout.write('ready\n')
if (how === 'wait') setInterval(() => undefined, 1_000)
if (how === 'spin') for (;;) Math.random()
if (how === 'throw') throw new Error('on purpose')
if (how === 'exit') process.exit(7)
if (how === 'end') await servers.closeAll()
