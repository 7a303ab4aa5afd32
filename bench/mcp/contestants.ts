/** The two sides of the measurements: the library's own client, and ours, on the same bare server. */

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { join } from 'node:path'
import { createToolServers } from '../../src/adapters/mcp/tool-servers.ts'
import type { ToolServerConnection, ToolServersPort } from '../../src/runtime/ports/tool-servers.ts'

export const bareServer = join(import.meta.dirname, 'bare-server.mjs')

/** What both sides can do. */
export interface Contestant {
  call(tool: string, args: Readonly<Record<string, string | number>>): Promise<unknown>
  close(): Promise<unknown>
}

const never = new AbortController().signal
/** The library closes a connection at its limit, so for a large result it is raised. */
const bytesMax = 2 ** 28

export async function connectLibrary(): Promise<Contestant> {
  const client = new Client({ name: 'bench', version: '1' }, { capabilities: {} })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [bareServer], maxBufferSize: bytesMax }),
  )
  await client.listTools()
  return {
    call: (name, args) => client.callTool({ name, arguments: { ...args } }),
    close: () => client.close(),
  }
}

export const ourServers: ToolServersPort = createToolServers({ environment: process.env })

export async function connectOurs(): Promise<Contestant> {
  const connection: ToolServerConnection = await ourServers.connect(
    {
      name: 'bare',
      command: process.execPath,
      args: [bareServer],
      environment: [],
      folder: undefined,
      startTimeoutMs: 30_000,
      listTimeoutMs: 30_000,
      callIdleTimeoutMs: 120_000,
      callTotalTimeoutMs: 900_000,
      onWarning: () => undefined,
    },
    never,
  )
  return {
    call: (name, args) => connection.callTool(name, args, never),
    close: () => connection.close(),
  }
}
