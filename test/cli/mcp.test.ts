/** `sense mcp`, and programs that connect the servers of a file. */

import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { plain, serve } from '../mcp/http-fixture.ts'
import { ProgramFolder, repository, runSense } from './sense-process.ts'
import { hasPython, senseAtTerminal } from './terminal.ts'

const programs = new ProgramFolder()
const memory = join(repository, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js')
const node = process.execPath

afterAll(() => {
  programs.remove()
})

const file = programs.add(
  'servers.json',
  JSON.stringify({
    mcpServers: {
      good: { command: node, args: [memory] },
      keyless: { command: node, args: [memory], env: { KEY: '${NOT_SET_ANYWHERE}' } },
      missing: { command: 'no-such-command-anywhere' },
      off: { command: node, disabled: true },
    },
  }),
)

/** As VS Code has it. */
function askingFile(url: string): string {
  return JSON.stringify({
    inputs: [
      { type: 'promptString', id: 'key', description: 'The key of the shop', password: true },
      { type: 'pickString', id: 'region', options: ['eu', { label: 'America', value: 'us' }], default: 'us' },
    ],
    servers: { shop: { type: 'http', url, headers: { 'X-Key': '${input:key}', 'X-Region': '${input:region}' } } },
  })
}

describe('sense mcp', () => {
  it('lists the servers of a file, good and bad', async () => {
    const { stdout, status } = await runSense(['mcp', 'list', file])
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toBe('ok       good (9 tools)')
    expect(lines[1]).toBe('faulty   keyless: `env.KEY` needs the variable ${NOT_SET_ANYWHERE}, which is not set')
    expect(lines[2]).toMatch(/^failed {3}missing: .*`no-such-command-anywhere` was not found/)
    expect(lines[3]).toBe('off      off')
    expect(status).toBe(1)
  })

  it('keeps what a server was given of the environment out of its reports', async () => {
    const script = 'console.error("using", process.argv[1]); process.exit(3)'
    const args = ['-e', script, '${THE_TOKEN}']
    const leaky = programs.add('leaky.json', JSON.stringify({ mcpServers: { leaky: { command: node, args } } }))
    const environment = { THE_TOKEN: 'geheim-123456789' }
    const { stdout, stderr } = await runSense(['mcp', 'check', leaky], { environment })
    expect(stderr).toContain('using [secret THE_TOKEN]')
    expect(stdout + stderr).not.toContain('geheim')
  })

  it('says what to do where a header names a variable that is not set', async () => {
    const words = ['mcp', 'check', 'http://127.0.0.1:2/', '--header', 'X: ${NOT_SET_ANYWHERE}']
    const { stderr, status } = await runSense(words)
    expect(stderr).toContain('[mcp-variable-missing]')
    expect(stderr).toContain('`${NOT_SET_ANYWHERE:-text}`')
    expect(status).toBe(1)
  })

  it('shows the tools of a command', async () => {
    const { stdout, status } = await runSense(['mcp', 'tools', '--', node, memory])
    expect(stdout).toContain('\n  read_graph: Read the entire knowledge graph\n')
    expect(status).toBe(0)
  })

  it('checks one entry, and says why it cannot be used', async () => {
    const good = await runSense(['mcp', 'check', `${file}#good`])
    expect(good.stdout).toMatch(/^ok {7}good: ready in \d+ ms, MCP 2025-11-25, version [\d.]+, 9 tools\n$/)
    const bad = await runSense(['mcp', 'check', `${file}#missing`])
    expect(bad).toMatchObject({ status: 1, stdout: 'failed   missing\n' })
    expect(bad.stderr).toContain('[mcp-command-not-found]')
  })

  it('takes a `#` in the name of a file, and in that of an entry', async () => {
    const entry = { command: 'no-such-command-anywhere' }
    const odd = programs.add('odd#1.json', JSON.stringify({ mcpServers: { 'a#b': entry, a: entry } }))
    expect(await runSense(['mcp', 'check', `${odd}#a#b`])).toMatchObject({ status: 1, stdout: 'failed   a#b\n' })
    const { stdout } = await runSense(['mcp', 'check', odd])
    expect(stdout).toBe('failed   a#b\nfailed   a\n')
  })

  it.runIf(hasPython)('asks at a terminal what a file of VS Code wants of a person', async () => {
    const server = await serve(plain())
    const asking = programs.add('asking.json', askingFile(server.url))
    const { shown, status } = await senseAtTerminal(
      ['mcp', 'list', asking],
      [
        ['The key of the shop', 'geheim ${THE_KEY}\n'],
        ['region (one of 1 eu, 2 America [us]; empty for us)', '\n'],
      ],
      { environment: { THE_KEY: 'other' } },
    )
    expect(shown).toContain('ok       shop (')
    expect(server.seen[0]?.headers).toMatchObject({ 'x-key': 'geheim ${THE_KEY}', 'x-region': 'us' })
    expect(status).toBe(0)
  })

  it.runIf(hasPython)('can be left with Ctrl-C while it asks', async () => {
    const asking = programs.add('asking.json', askingFile('http://127.0.0.1:2/'))
    const { status } = await senseAtTerminal(['mcp', 'list', asking], [['> ', '\x03']])
    expect(status).toBe(130)
  })

  it('says of such a file elsewhere that nobody has answered', async () => {
    const asking = programs.add('asking.json', askingFile('http://127.0.0.1:2/'))
    const { stdout, status } = await runSense(['mcp', 'check', asking])
    expect(stdout).toBe(
      'faulty   shop: `headers.X-Key` needs ${input:key}, and nobody has answered; run it on a terminal, or write ${env:NAME} in its place\n',
    )
    expect(status).toBe(1)
  })

  it('calls a tool at an address, with headers and as JSON', async () => {
    const server = await serve(plain())
    const words = ['mcp', 'call', server.url, 'echo', '{"n": 12345678901234567890}', '--header', 'X-Key: ${THE_KEY}']
    const environment = { THE_KEY: 'geheim-12345' }
    expect(await runSense(words, { environment })).toMatchObject({ status: 0, stdout: '{"n":12345678901234567000}\n' })
    expect(server.seen.at(-2)?.headers['x-key'] ?? server.seen.at(-1)?.headers['x-key']).toBe('geheim-12345')
    const { stdout } = await runSense([...words, '--json'], { environment })
    expect(JSON.parse(stdout)).toMatchObject({ isError: false })
  })

  it.each<[readonly string[], string]>([
    [[], 'needs to know what to do'],
    [['lst', file], 'a name close to it is `list`'],
    [['tools'], 'needs a server'],
    [['tools', '--'], 'needs a server'],
    [['call', file], 'needs the name of a tool'],
    [['call', file, 'x'], 'several servers'],
    [['call', `${file}#good`, 'read_grph'], 'read_graph'],
    [['call', `${file}#good`, 'read_graph', '[1]'], 'no JSON object'],
    [['check', `${file}#god`], '`good`'],
    [['check', 'nothing.json'], 'cannot be read'],
    [['tools', file, 'more'], 'more words than it takes'],
    [['tools', file, '--header', 'a: b'], '`--header` is for the address'],
    [['tools', 'http://127.0.0.1:1/', '--header', 'key'], 'needs a name, a colon and a value'],
    [['tools', 'http://127.0.0.1:1/', '--header', 'Host: a'], '`Host` is set by the protocol'],
    [['tools', 'http://me:geheim@127.0.0.1:1/'], 'a user or a password'],
  ])('%j is refused with what to do', async (words, text) => {
    const { stderr, stdout, status } = await runSense(['mcp', ...words])
    expect(stderr).toContain(text)
    expect([stdout, status]).toEqual(['', 2])
  })
})

describe('connect_mcp_config', () => {
  it('connects what can be connected, and warns of the rest', async () => {
    const program = programs.add(
      'config.sns',
      `servers = connect_mcp_config(${JSON.stringify(file)})\nprint(servers)\n`,
    )
    const { stdout, stderr, status } = await runSense(['run', program])
    expect([stdout, status]).toEqual(['[<mcp server good (9 tools)>]\n', 0])
    expect(stderr).toContain('[mcp-entry-left-out]')
    expect(stderr).toContain('`env.KEY` needs the variable ${NOT_SET_ANYWHERE}')
    expect(stderr).toContain('[mcp-server-left-out]')
  })

  it.each([
    ['a file that is not there', 'connect_mcp_config("nothing.json")', 'nothing.json'],
    [
      'a file of something else',
      `connect_mcp_config(${JSON.stringify(programs.add('list.json', '[]'))})`,
      '[mcp-config-unusable]',
    ],
    [
      'what the policy denies',
      `policy: deny files.read\nprint(connect_mcp_config(${JSON.stringify(file)}))`,
      'SensePolicyError',
    ],
  ])('ends with an error for %s', async (_, text, words) => {
    const { stderr, status } = await runSense(['run', programs.add('bad.sns', `${text}\n`)])
    expect(stderr).toContain(words)
    expect(status).toBe(1)
  })

  it('asks as `ask_human` does, and gives servers what a file of variables has', async () => {
    const script = 'console.error("got", process.env.A, process.env.B.length, process.env.C); process.exit(3)'
    programs.add('some.env', 'A="from the file"\nB=of the file # comment\n')
    const config = programs.add(
      'vscode.json',
      JSON.stringify({
        inputs: [{ type: 'promptString', id: 'c', description: 'what C is' }],
        servers: {
          one: { command: node, args: ['-e', script], envFile: 'some.env', env: { B: 'entry', C: '${input:c}' } },
        },
      }),
    )
    const program = programs.add('asks.sns', `print(len(connect_mcp_config("${config}")))\n`)
    const { stdout, stderr } = await runSense(['run', program], { input: 'see\n' })
    expect(stdout).toContain('c (a text): what C is')
    expect(stdout).toMatch(/\n> 0\n$/)
    expect(stderr).toContain('got [secret A] 5 see')
    const unanswered = await runSense(['run', program], { input: '' })
    expect(unanswered.stderr).toContain('and nobody has answered')
  })

  it('leaves programs alone that have a name like this', async () => {
    const text = 'connect_mcp_config = 5\ndef f():\n    return connect_mcp_config + 1\nprint(f())\n'
    expect(await runSense(['run', programs.add('own.sns', text)])).toMatchObject({ stdout: '6\n', status: 0 })
  })
})
