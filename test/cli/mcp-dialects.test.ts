/** Files of servers as four programs write them, good and bad entries in each, looked at with real servers. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { plain, serve } from '../mcp/http-fixture.ts'
import { ProgramFolder, repository, runSense } from './sense-process.ts'

const programs = new ProgramFolder()
const node = process.execPath
const server = (name: string) => join(repository, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)
const environment = { HOME: programs.path, SHOP_KEY: 'geheim-${HOME}', THINKING: server('sequential-thinking') }

for (const folder of ['.vscode', '.cursor']) mkdirSync(join(programs.path, folder))
programs.add('servers.env', 'MEMORY_FILE_PATH="memory of the file.json"\nexport DISABLE_THOUGHT_LOGGING=true # quiet\n')

afterAll(() => {
  programs.remove()
})

interface Finding {
  readonly name: string
  readonly state: string
  readonly fault?: string
  readonly problem?: { readonly code: string }
  readonly tools?: readonly unknown[]
}

/** What `sense mcp check` finds out of each entry: `ok`, or what is wrong with it. */
async function findingsIn(path: string, text: string) {
  const { stdout, stderr, status } = await runSense(['mcp', 'check', '--json', programs.add(path, text)], {
    environment,
  })
  expect(stdout + stderr).not.toContain('geheim')
  const findings = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Finding)
  const told = findings.map(({ name, state, fault, problem, tools = [] }) => {
    const isUsable = state === 'ok' && tools.length > 0
    return [name, isUsable ? 'ok' : (fault ?? problem?.code ?? state)] as const
  })
  return { found: Object.fromEntries(told), status }
}

describe('sense mcp check understands a file of', () => {
  it('Claude Desktop', async () => {
    const mcpServers = {
      filesystem: { command: node, args: [server('filesystem'), programs.path] },
      memory: { command: node, args: [server('memory')], env: { MEMORY_FILE_PATH: join(programs.path, 'm.json') } },
      gone: { command: '/no/such/server', args: [] },
      'no args': { command: node, args: 'server.js' },
      empty: {},
    }
    const text = JSON.stringify({ globalShortcut: 'Ctrl+Space', mcpServers, preferences: { menuBarEnabled: false } })
    expect(await findingsIn('claude_desktop_config.json', text)).toEqual({
      found: {
        filesystem: 'ok',
        memory: 'ok',
        gone: 'mcp-command-not-found',
        'no args': '`args` is no array of strings',
        empty: 'it has neither `command` nor `url`',
      },
      status: 1,
    })
  })

  it('Claude Code', async () => {
    const web = await serve(plain())
    const headers = { Authorization: 'Bearer ${SHOP_KEY}', 'X-Team': '${TEAM:-all}' }
    const mcpServers = {
      everything: {
        type: 'stdio',
        command: '${NODE_HERE:-' + node + '}',
        args: [server('everything'), 'stdio'],
        env: {},
      },
      web: { type: 'http', url: '${WEB:-' + web.url + '}', headers },
      keyless: { type: 'http', url: web.url, headers: { Authorization: 'Bearer ${NOT_SET}' } },
      both: { type: 'sse', url: web.url, command: node },
      file: { type: 'http', url: 'file:///etc/hosts' },
    }
    expect(await findingsIn('.mcp.json', JSON.stringify({ mcpServers }))).toEqual({
      found: {
        everything: 'ok',
        web: 'ok',
        keyless: '`headers.Authorization` needs the variable ${NOT_SET}, which is not set',
        both: 'it has both `command` and `url`',
        file: '`url` is no address of the web',
      },
      status: 1,
    })
    expect(web.seen[0]?.headers).toMatchObject({ authorization: 'Bearer geheim-${HOME}', 'x-team': 'all' })
  })

  it('Cursor', async () => {
    const mcpServers = {
      thinking: { command: node, args: ['${env:THINKING}'], envFile: '${workspaceFolder}/servers.env' },
      filesystem: { command: node, args: [server('filesystem'), '${workspaceFolder}${/}.cursor', '${userHome}'] },
      'no file': { command: node, args: [], envFile: '${workspaceFolder}/none.env' },
      unknown: { command: node, args: ['${input:key}'] },
      off: { command: node, disabled: true },
    }
    expect(await findingsIn('.cursor/mcp.json', JSON.stringify({ mcpServers }))).toEqual({
      found: {
        thinking: 'ok',
        filesystem: 'ok',
        'no file': `\`envFile\` names ${programs.path}/none.env, which cannot be read`,
        unknown: '`args[0]` needs ${input:key}, which `inputs` of the file does not have',
        off: 'disabled',
      },
      status: 1,
    })
  })

  it('VS Code', async () => {
    const text = `{
      // what people are asked for
      "inputs": [{ "type": "promptString", "id": "key", "description": "A key", "password": true, },],
      "servers": {
        "memory": {
          "type": "stdio", "command": ${JSON.stringify(node)}, "args": [${JSON.stringify(server('memory'))}],
          "envFile": "\${workspaceFolder}/servers.env", "env": { "MEMORY_FILE_PATH": "\${workspaceFolder}/v.json" },
        },
        /* nobody is there */ "asking": { "type": "http", "url": "http://127.0.0.1:2/", "headers": { "K": "\${input:key}" } },
        "reserved": { "url": "http://127.0.0.1:2/", "headers": { "Host": "example.com" } },
        "silent": { "type": "http", "url": "http://127.0.0.1:2/" },
      },
    }`
    expect(await findingsIn('.vscode/mcp.json', text)).toEqual({
      found: {
        memory: 'ok',
        asking:
          '`headers.K` needs ${input:key}, and nobody has answered; run it on a terminal, or write ${env:NAME} in its place',
        reserved: '`headers` has `Host`, which the protocol sets itself',
        silent: 'mcp-unreachable',
      },
      status: 1,
    })
  })
})
