/** `sense serve` over standard input and output, told apart from what a program, its modules and its servers write there. */

import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { ProgramFolder, endOf, repository, startSense } from '../cli/sense-process.ts'
import { servedOverStdio, SLOW_MS } from './served.ts'

vi.setConfig({ testTimeout: SLOW_MS, hookTimeout: SLOW_MS })

const folder = new ProgramFolder()
afterAll(() => {
  folder.remove()
})

const initialize = (capabilities: object = {}) => ({
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities, clientInfo: { name: 'x) (via agent:a', version: '1' } },
})
const callOf = (id: number, name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

interface Answer {
  readonly id: unknown
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly isError?: boolean }
  readonly error?: { readonly code: number }
}

/** Sends lines, waits for as many answers, then ends the input; gives the answers and how the process ended. */
async function talk(
  words: readonly string[],
  lines: readonly (object | string)[],
  answersWanted: number,
  environment: Readonly<Record<string, string>> = {},
) {
  const child = startSense(['serve', ...words], { environment })
  const ending = endOf(child)
  child.stdin.write(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  let printed = ''
  await new Promise<void>((resolve) => {
    child.on('close', () => {
      resolve()
    })
    const look = (text = ''): void => {
      printed += text
      if (printed.split('\n').length > answersWanted) resolve()
    }
    child.stdout.on('data', (text: Buffer | string) => {
      look(String(text))
    })
    look()
  })
  child.stdin.end()
  const { status, stderr, stdout } = await ending
  return {
    status,
    stderr,
    stdout,
    answers: stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Answer),
  }
}

const textOf = ({ result }: Answer): string => result?.content?.map(({ text }) => text).join('') ?? ''

describe('standard output', () => {
  it('carries only the protocol, whatever the program and its modules print', async () => {
    folder.add('noisy.mjs', 'console.log("from a module"); process.stdout.write("raw\\n"); export const one = 1\n')
    const file = folder.add(
      'noisy.sns',
      'import js "./noisy.mjs" as noisy\nprint("at the start")\ntool speak() returns Int "Speaks.":\n    print("in the tool")\n    return noisy.one\n',
    )
    const { status, stderr, answers } = await talk([file], [initialize(), callOf(1, 'speak')], 2)
    expect(answers.map(({ id }) => id)).toEqual(['init', 1])
    expect(answers[1]?.result).toEqual({ content: [{ type: 'text', text: '1' }] })
    for (const text of ['from a module', 'raw', 'at the start', 'in the tool']) expect(stderr).toContain(text)
    expect(status).toBe(0)
  })

  it('and a name of a client cannot forge a line of the audit log', async () => {
    const file = folder.add('one.sns', 'tool one() returns Int "One.":\n    return 1\n')
    const { stderr } = await talk([file], [initialize(), callOf(1, 'one')], 2)
    expect(stderr).toContain("[line ?] tool 'one' -> called (via client:x_via_agent_a)\n")
  })

  it('answers what is no request, and goes on', async () => {
    const file = folder.add('two.sns', 'tool two() returns Int "Two.":\n    return 2\n')
    const junk = ['junk', '{"jsonrpc":"2.0","id":7,"method":"no/such"}', '[]', '{"a":1}', '']
    const { answers, status } = await talk([file], [initialize(), ...junk, callOf(1, 'two')], 3)
    expect(answers.find(({ id }) => id === 7)?.error?.code).toBe(-32601)
    expect(textOf(answers.at(-1) ?? { id: 0 })).toBe('2')
    expect(status).toBe(0)
  })

  it('ends the connection at a message of more than 10 MB, and says so', async () => {
    const file = folder.add('three.sns', 'tool three() returns Int "Three.":\n    return 3\n')
    const { status, stderr } = await talk(
      [file],
      [initialize(), callOf(1, 'three', { text: 'x'.repeat(11_000_000) })],
      99,
    )
    expect(stderr).toContain('from a client: ')
    expect(status).toBe(0)
  })
})

describe('calls', () => {
  it('run side by side where they wait, at most 64 at one time', async () => {
    const file = folder.add(
      'many.sns',
      'import sense time\ncount = 0\ntool wait() returns Int "Waits for the others.":\n    count = count + 1\n    while count < 64: time.sleep(0.01)\n    return count\n',
    )
    const calls = Array.from({ length: 65 }, (_, index) => callOf(index, 'wait'))
    const { answers } = await talk([file], [initialize(), ...calls], 66)
    const texts = answers.slice(1).map(textOf)
    expect(texts.filter((text) => text === '64')).toHaveLength(64)
    expect(texts.filter((text) => text.startsWith('error: too many calls are open'))).toHaveLength(1)
  })

  it('go on to no further line when the client has gone', async () => {
    const file = folder.add(
      'gone.sns',
      'import sense time\nimport sense files\ntool slow() returns Int "Is slow.":\n    print("began")\n    time.sleep(0.5)\n    print("went on")\n    return 1\n',
    )
    const child = startSense(['serve', file])
    const ending = endOf(child)
    child.stdin.write(`${JSON.stringify(initialize())}\n${JSON.stringify(callOf(1, 'slow'))}\n`)
    let told = ''
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (text: Buffer | string) => {
        told += String(text)
        if (told.includes('began')) resolve()
      })
    })
    child.stdin.end()
    const { status, stderr, stdout } = await ending
    expect(stderr).not.toContain('went on')
    expect(stdout.split('\n')).toHaveLength(2)
    expect(status).toBe(0)
  })

  it('carry no secrets of the environment to the client', async () => {
    const file = folder.add(
      'leak.sns',
      'import js "node:process" as node\ntool leak() returns String "Leaks.":\n    return node.env.SHOP_API_KEY\n',
    )
    const environment = { SHOP_API_KEY: 'sk-1234567890abcdef' }
    const { answers, stdout } = await talk([file], [initialize(), callOf(1, 'leak')], 2, environment)
    expect(textOf(answers[1] ?? { id: 0 })).toBe('[secret SHOP_API_KEY]')
    expect(stdout).not.toContain('sk-1234567890abcdef')
  })

  it('of a tool that leaves the program end the server with its status', async () => {
    const file = folder.add(
      'leave.sns',
      'import sense program\ntool leave() returns Int "Leaves.":\n    program.exit(7)\n',
    )
    expect((await talk([file], [initialize(), callOf(1, 'leave')], 2)).status).toBe(7)
  })

  it('are not made in a dry run of tools; in one of actions nothing is committed', async () => {
    const file = folder.add(
      'dry.sns',
      'irreversible action send(to: String) requires post.send, approval:\n    print("SENT")\n    return "sent"\n\ntool mail(to: String) returns String "Sends.":\n    result = send(to).verify().approve().commit()\n    return type_of(result)\n',
    )
    const actions = await talk(['--dry-run', file], [initialize(), callOf(1, 'mail', { to: 'a' })], 2)
    expect(textOf(actions.answers[1] ?? { id: 0 })).toContain('Nil')
    expect(actions.stderr).toContain('DRY RUN')
    expect(actions.stderr).toContain('dry run — body not executed')
    expect(actions.stderr).not.toContain('SENT')
    const tools = await talk(['--dry-run=tools', file], [initialize(), callOf(1, 'mail', { to: 'a' })], 2)
    expect(textOf(tools.answers[1] ?? { id: 0 })).toBe('not run (dry run)')
  })
})

describe('the tools of connected servers', () => {
  const server = join(repository, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
  const program = (policy: string): string =>
    `policy:\n    ${policy}\nall = connect_mcp("all", "${process.execPath}", ["${server}"], "mcp.all")\ntool own() returns Int "One of ours.":\n    return 1\n`

  it('are served with --expose-mcp alone, under the policy, with what the server says of them', async () => {
    const file = folder.add('gateway.sns', program('allow mcp.all\n    deny mcp.all.get_sum'))
    const plain = await servedOverStdio('legacy', [file])
    expect((await plain.client.listTools()).tools.map(({ name }) => name)).toEqual(['own'])
    await plain.close()
    const gateway = await servedOverStdio('modern', ['--expose-mcp', file])
    const { tools } = await gateway.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['own', 'all__echo']))
    expect(await gateway.call('all__echo', { message: 'hi' })).toEqual({ text: 'Echo: hi', isError: false })
    const { content } = await gateway.client.callTool({ name: 'all__get-tiny-image', arguments: {} })
    expect(content).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'image', mimeType: 'image/png' })]))
    expect(await gateway.call('all__get-sum', { a: 1, b: 2 })).toEqual({
      text: "error: tool 'all.get-sum' requires capability 'mcp.all.get_sum', which is denied by policy",
      isError: true,
    })
    await gateway.untilTold("tool 'all.get-sum' -> denied")
    await gateway.close()
  })
})

describe('a start that fails', () => {
  it.each([
    ['has a line and a status', 'x = nope\n', 'unknown-name', 1],
    ['does not parse', 'tool (\n', 'SenseSyntaxError', 1],
    ['has no tools', 'print("hi")\n', 'nothing-to-serve', 1],
    ['ends itself', 'import sense program\nprogram.exit(3)\n', '', 3],
  ])('because the program %s', async (_name, text, told, expected) => {
    const file = folder.add('broken.sns', text)
    const { status, stdout, stderr } = await talk([file], [initialize()], 99)
    expect(stderr).toContain(told)
    expect({ status, stdout }).toEqual({ status: expected, stdout: '' })
  })

  it('because the program comes from standard input', async () => {
    const { status, stderr, stdout } = await talk(['-'], [initialize()], 99)
    expect(stderr).toContain('standard input is where the client speaks')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })

  it('tells of the tools of servers that could be exposed', async () => {
    const server = join(repository, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
    const file = folder.add('bare.sns', `all = connect_mcp("all", "${process.execPath}", ["${server}"])\n`)
    const { status, stderr } = await talk([file], [initialize()], 99)
    expect(stderr).toContain('--expose-mcp')
    expect(status).toBe(1)
  })
})
