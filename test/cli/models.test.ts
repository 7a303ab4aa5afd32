/** Real models on the command line: choosing one, watching one, stopping one, and the demo with each. */

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { FormatName, PlayedTurn } from '../providers/vendor-formats.ts'
import type { VendorServer } from '../providers/vendor-server.ts'
import { startVendorServer } from '../providers/vendor-server.ts'
import { endOf, ProgramFolder, repository, runSense, startSense } from './sense-process.ts'

const programs = new ProgramFolder()
const question = programs.add('question.sns', 'print(ask("Hello?").value)\n')
const hung = { play: () => undefined }

afterAll(() => {
  programs.remove()
})

async function withServer<Result>(
  format: FormatName,
  turns: Parameters<typeof startVendorServer>[1],
  use: (server: VendorServer) => Promise<Result>,
  pages?: Parameters<typeof startVendorServer>[2],
): Promise<Result> {
  const server = await startVendorServer(format, turns, pages)
  try {
    return await use(server)
  } finally {
    await server.close()
  }
}

describe('the model of the command line', () => {
  it('is asked where the program delegates none', async () => {
    const ending = await withServer('compatible', [{ text: 'Hi.' }], (server) =>
      runSense(['run', '--model', 'ollama:qwen3:4b', question], { environment: { OLLAMA_HOST: server.origin } }),
    )
    expect(ending).toMatchObject({ stdout: 'Hi.\n', stderr: '', status: 0 })
  })

  it('goes before that of the environment, and the delegation of the program before both', async () => {
    const environment = { SENSE_MODEL: 'mock:outside' }
    const path = programs.add(
      'names.sns',
      `print(ask("a").source)
model inside = inference("mock")
set delegation = inside
print(ask("b").source)
`,
    )
    expect(await runSense(['run', path], { environment })).toMatchObject({ stdout: 'outside\ninside\n' })
    expect(await runSense(['run', '--model', 'mock:mine', path], { environment })).toMatchObject({
      stdout: 'mine\ninside\n',
    })
  })

  it('needs its key only when it is asked', async () => {
    const environment = { SENSE_MODEL: 'anthropic' }
    const plain = programs.add('plain.sns', 'print(1)\n')
    expect(await runSense(['run', plain], { environment })).toMatchObject({ stdout: '1\n', stderr: '', status: 0 })
    const ending = await runSense(['run', question], { environment })
    expect(ending).toMatchObject({ status: 1, stderr: expect.stringContaining('[api-key-missing]') })
    expect(ending.stderr).toContain('question.sns:1:7')
  })

  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['--model', ['run', '--model', 'openia', question], {}],
    ['SENSE_MODEL', ['run', question], { SENSE_MODEL: 'openia' }],
  ])('is a known one: %s', async (_source, args, environment) => {
    const ending = await runSense(args, { environment })
    expect(ending).toMatchObject({ status: 2, stdout: '' })
    expect(ending.stderr).toContain('hint: a name close to it is `openai`')
  })
})

describe('Ctrl-C while a model is asked', () => {
  it.each<[FormatName, string, (server: VendorServer) => Readonly<Record<string, string>>]>([
    ['anthropic', 'anthropic', ({ baseUrl }) => ({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: baseUrl })],
    ['responses', 'openai', ({ baseUrl }) => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: baseUrl })],
    ['compatible', 'ollama:m', ({ origin }) => ({ OLLAMA_HOST: origin })],
  ])('ends the run, and the request with it: %s', async (format, model, environment) => {
    await withServer(format, [hung], async (server) => {
      const child = startSense(['run', '--model', model, question], { environment: environment(server) })
      const ending = endOf(child)
      await server.untilAsked(1)
      const start = performance.now()
      child.kill('SIGINT')
      expect(await ending).toMatchObject({ status: 130, signal: null, stdout: '', stderr: '' })
      // It takes about 20 ms; the rest is for a machine that does much else.
      expect(performance.now() - start).toBeLessThan(5_000)
      await server.untilAbandoned()
    })
  })
})

const server = join(repository, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const echo = programs.add(
  'echo.sns',
  `every = connect_mcp("every", ${JSON.stringify(process.execPath)}, [${JSON.stringify(server)}], env: ["SERVER_TOKEN"])
tool add(a: Int, b: Int) returns Int requires math.add "Adds.":
    return a + b
print(ask_with_tools("Go", every.tools + [add]).value)
policy: deny math.add
print(ask_with_tools("Go", [add]).value)
`,
)
const echoTurns: readonly PlayedTurn[] = [
  {
    calls: [
      { name: 'every__echo', args: { message: 'token-secret-1234' } },
      { name: 'add', args: { a: 1, b: 2 } },
    ],
  },
  { text: 'done' },
  { calls: [{ name: 'add', args: { a: 1, b: 2 } }] },
  { text: 'denied' },
]

describe('watching a run', () => {
  const run = (options: readonly string[]) =>
    withServer('compatible', echoTurns, ({ origin }) =>
      runSense(['run', '--model', 'ollama:m', ...options, echo], {
        environment: { OLLAMA_HOST: origin, SERVER_TOKEN: 'token-secret-1234' },
      }),
    )

  it('--trace tells of each question, call and start', async () => {
    const ending = await run(['--trace'])
    expect(ending).toMatchObject({ stdout: 'done\ndenied\n', status: 0 })
    const lines = ending.stderr.split('\n').filter((line) => line !== '')
    const asked = "model 'm' ok, took \\d+ ms, \\d+ bytes sent, \\d+ received, 11 tokens read, 7 written"
    const expected = [
      "server 'every' ok, took \\d+ ms, \\d+ tools",
      asked,
      "tool 'every.echo' ok, took \\d+ ms, \\d+ bytes sent, \\d+ received",
      "tool 'add' ok, took \\d+ ms",
      asked,
      asked,
      "tool 'add' denied, took \\d+ ms: .*math.add.*",
      asked,
    ]
    expect(lines).toHaveLength(expected.length)
    for (const [index, pattern] of expected.entries()) {
      expect(lines[index]).toMatch(new RegExp(`^trace \\d+\\.\\d{3} s: ${pattern}$`))
    }
  })

  it('--mcp-log keeps what is said with servers, without secrets', async () => {
    const path = join(programs.path, 'mcp.log')
    const ending = await run([`--mcp-log=${path}`, '--trace', '--error-format=json'])
    for (const line of ending.stderr.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('trace')
    const text = readFileSync(path, 'utf8')
    expect(text).not.toContain('token-secret-1234')
    const lines = text.split('\n').filter((line) => line !== '')
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries[0]).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      server: 'every',
      direction: 'to server',
      message: expect.objectContaining({ jsonrpc: '2.0', method: 'server/discover' }),
    })
    const calls = entries.filter((entry) => JSON.stringify(entry).includes('[secret SERVER_TOKEN]'))
    expect(calls.map(({ direction }) => direction)).toEqual(['to server', 'from server'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('--mcp-log does not wait for somebody to read a pipe', async () => {
    const pipe = join(programs.path, 'unread-pipe')
    spawnSync('mkfifo', [pipe])
    const ending = await runSense(['run', '--mcp-log', pipe, question])
    expect(ending.stderr).toContain(`cannot be written to \`${pipe}\`: it is a pipe that nobody reads\n`)
    expect(ending.status).toBe(2)
  })

  it('--mcp-log needs a place', async () => {
    const ending = await runSense(['run', '--mcp-log', join(programs.path, 'none/mcp.log'), question])
    expect(ending).toMatchObject({ status: 2, stderr: expect.stringContaining('the folder is not there') })
  })
})

/** What the script of the demo says, as a real model would. */
const demoTurns: readonly PlayedTurn[] = [
  { thinking: 'I look first.', calls: [{ name: 'files__list_directory', args: { path: 'bills' } }] },
  {
    text: 'I read them.',
    calls: ['electricity', 'internet', 'water'].map((name) => ({
      name: 'files__read_text_file',
      args: { path: `bills/${name}.txt` },
    })),
  },
  { text: 'Water is the next one to pay, by 14 December.' },
  { calls: [{ name: 'delete_file', args: { path: 'bills/water.txt' } }] },
  { text: 'I was not allowed to do that.' },
]

describe('the demo', () => {
  const runDemo = async (environment: Readonly<Record<string, string>>) => {
    const { PATH, HOME } = process.env
    const child = spawn(process.execPath, [join(repository, 'scripts/demo.mjs')], {
      env: { PATH, HOME, ...environment },
    })
    return await endOf(child)
  }
  const auditLines = (stdout: string): readonly string[] =>
    stdout.split('\n').filter((line) => line.startsWith('[line'))
  const tags = { '/api/tags': { models: [{ name: 'qwen3:4b' }, { name: 'other' }] } }

  it.each<[string, FormatName, (server: VendorServer) => Readonly<Record<string, string>>]>([
    [
      '`inference("anthropic")`, because ANTHROPIC_API_KEY is set',
      'anthropic',
      ({ baseUrl }) => ({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: baseUrl, OPENAI_API_KEY: 'k', OLLAMA_HOST: 'x' }),
    ],
    [
      '`inference("openai")`, because OPENAI_API_KEY is set',
      'responses',
      ({ baseUrl }) => ({ ANTHROPIC_API_KEY: ' ', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: baseUrl, OLLAMA_HOST: 'x' }),
    ],
    [
      '`inference("ollama", "qwen3:4b")`, because OLLAMA_HOST is set',
      'compatible',
      ({ origin }) => ({ OLLAMA_HOST: origin.replace('http://', '') }),
    ],
    [
      '`inference("ollama", "mine")`, because OLLAMA_HOST is set',
      'compatible',
      ({ origin }) => ({ OLLAMA_HOST: origin, OLLAMA_MODEL: 'mine' }),
    ],
  ])('takes %s, and leaves the same record', async (reason, format, environment) => {
    const { stdout, stderr, status } = await withServer(
      format,
      demoTurns,
      (vendor) => runDemo(environment(vendor)),
      tags,
    )
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(stdout).toContain(`The model: ${reason}.\n`)
    expect(auditLines(stdout)).toEqual([
      "[line 34] tool 'files.list_directory' -> called",
      "[line 34] tool 'files.read_text_file' -> called",
      "[line 34] tool 'files.read_text_file' -> called",
      "[line 34] tool 'files.read_text_file' -> called",
      "[line 34] model 'clerk' -> called",
      "[line 37] tool 'delete_file' -> denied (capability 'files.delete' denied by policy)",
      "[line 37] model 'clerk' -> called",
    ])
  })

  it('names the file of the program in reports, whoever plays the model', async () => {
    const { stderr, status } = await withServer('anthropic', [{ status: 401, body: '{}' }], ({ baseUrl }) =>
      runDemo({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: baseUrl }),
    )
    expect(stderr).toContain('  --> examples/demo.sns:34:')
    expect(stderr).not.toContain('<stdin>')
    expect(status).toBe(1)
  })

  it('takes the script where Ollama has no model', async () => {
    const { stdout, status } = await withServer('compatible', [], ({ origin }) => runDemo({ OLLAMA_HOST: origin }))
    expect(status).toBe(0)
    expect(stdout).toMatch(/^The model: a script, because no model was found at OLLAMA_HOST \(http:.*\)\.$/m)
  })
})
