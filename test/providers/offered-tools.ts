/**
 * All tools of real MCP servers, offered to servers that refuse what the vendors refuse.
 *
 * `node test/providers/offered-tools.ts FOLDER` takes every server of the list that is installed in FOLDER, beside those of
 * this project: `npm install @notionhq/notion-mcp-server@2.5.2 ...` there first.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToolServers } from '../../src/adapters/mcp/tool-servers.ts'
import { headOf } from '../support/run-source.ts'
import type { TrialServiceName } from './trial-service.ts'
import { runWithService, trialServiceNames } from './trial-service.ts'

interface OfferedServer {
  readonly name: string
  /** Below a folder `node_modules`. */
  readonly file: string
  readonly args?: readonly string[]
  readonly environment?: readonly string[]
}

const servers: readonly OfferedServer[] = [
  { name: 'everything', file: '@modelcontextprotocol/server-everything/dist/index.js', args: ['stdio'] },
  { name: 'filesystem', file: '@modelcontextprotocol/server-filesystem/dist/index.js', args: ['FOLDER'] },
  {
    name: 'memory',
    file: '@modelcontextprotocol/server-memory/dist/index.js',
    environment: ['MEMORY_FILE_PATH=FOLDER/m'],
  },
  { name: 'dbhub', file: '.bin/dbhub', args: ['--demo'] },
  { name: 'mongodb', file: '.bin/mongodb-mcp-server', environment: ['MDB_MCP_TELEMETRY=disabled'] },
  { name: 'postgres', file: '.bin/mcp-server-postgres', args: ['postgresql://127.0.0.1:1/x'] },
  {
    name: 'n8n',
    file: '.bin/n8n-mcp',
    environment: ['MCP_MODE=stdio', 'LOG_LEVEL=error', 'DISABLE_CONSOLE_OUTPUT=true'],
  },
  { name: 'notion', file: '.bin/notion-mcp-server', environment: ['NOTION_TOKEN=x'] },
]

const ownModules = join(import.meta.dirname, '../../node_modules')

/** Offers all tools of the servers that are installed, and tells how many each has and what the vendor says. */
export async function offerTools(service: TrialServiceName, folders: readonly string[] = []): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'sense-offered-'))
  const toolServers = createToolServers({ environment: process.env })
  const found = servers.flatMap((server) => {
    const path = [ownModules, ...folders].map((folder) => join(folder, server.file)).find((file) => existsSync(file))
    return path === undefined ? [] : [{ ...server, path }]
  })
  const connects = found.map(({ name, path, args = [], environment = [] }) => {
    const words = [path, ...args].map((word) => word.replace('FOLDER', scratch))
    const variables = environment.map((entry) => entry.replace('FOLDER', scratch))
    const label = `start_timeout: 120, env: ${JSON.stringify(variables)}`
    return `s_${name} = connect_mcp("${name}", ${JSON.stringify(process.execPath)}, ${JSON.stringify(words)}, nil, ${label})
print("${name}:", len(s_${name}.tools))
`
  })
  const all = found.map(({ name }) => `s_${name}.tools`).join(' + ')
  const program = `${connects.join('')}set delegation = MODEL\nprint(ask_with_tools("?", ${all}).value)\n`
  try {
    const run = await runWithService(service, [{ text: 'accepted' }], program, { toolServers })
    return [run.output.trim().replaceAll('\n', ', '), ...[...run.warnings, ...run.diagnostics].map(headOf)].join('; ')
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  const folders = process.argv.slice(2).map((folder) => join(folder, 'node_modules'))
  for (const service of trialServiceNames) console.log(`${service}: ${await offerTools(service, folders)}`)
}
