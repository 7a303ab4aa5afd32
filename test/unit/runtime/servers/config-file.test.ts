import { describe, expect, it } from 'vitest'
import { configFileOf, inputsNeededBy } from '../../../../src/runtime/servers/config/config-file.ts'

const variables: Readonly<Record<string, string>> = { TOKEN: 'tok', HOME: '/home/me', EMPTY: '' }

const files: Readonly<Record<string, string>> = { '/work/.env': 'A=file\nB="two words" # why\n' }

function entriesOf(text: string, folder = '/work/.vscode', answers: ReadonlyMap<string, string> = new Map()) {
  const values: string[] = []
  const file = configFileOf(text, {
    folder,
    variable: (name) => variables[name],
    onValue: (name) => void values.push(name),
    textOf: (path) => files[path],
    answers,
  })
  return { file, values }
}

/** What a file with one entry says of it. */
function entryOf(entry: unknown) {
  const { file } = entriesOf(JSON.stringify({ mcpServers: { a: entry } }))
  return file.kind === 'entries' ? file.entries[0] : file
}

describe('a file of servers', () => {
  it('is read in the form of Claude and Cursor', () => {
    expect(entryOf({ command: 'npx', args: ['-y', 'x'], env: { A: '1', B: true }, cwd: '/w' })).toEqual({
      kind: 'server',
      server: {
        name: 'a',
        command: 'npx',
        args: ['-y', 'x'],
        environment: ['A=1', 'B=true'],
        plainHeaders: [],
        folder: '/w',
      },
    })
    expect(entryOf({ type: 'http', url: 'https://a/b', headers: { X: 'y' } })).toMatchObject({
      server: { command: 'https://a/b', plainHeaders: ['X: y'], args: [] },
    })
  })

  it('may have numbers of any length', () => {
    const { file } = entriesOf('{"mcpServers": {"a": {"command": "c", "env": {"ID": 12345678901234567890, "N": 1.5}}}}')
    expect(file).toMatchObject({ entries: [{ server: { environment: ['ID=12345678901234567890', 'N=1.5'] } }] })
  })

  it('is read in the form of VS Code, with comments and a last comma', () => {
    const { file } = entriesOf(`\ufeff{
      // servers
      "servers": { "one": { "command": "a//b", "args": ["/* no */", ], }, /* two */ "two": { "url": "https://a/" }, },
    }`)
    expect(file).toMatchObject({
      entries: [{ server: { name: 'one', command: 'a//b', args: ['/* no */'] } }, { server: { name: 'two' } }],
    })
  })

  it('puts in variables in the way of each program, and tells which', () => {
    const args = [
      '${TOKEN}',
      '${env:TOKEN}',
      '${NO:-d}',
      '${EMPTY:-e}',
      '${workspaceFolder}/x',
      '${userHome}',
      '$TOKEN',
      '${}',
    ]
    const { file, values } = entriesOf(JSON.stringify({ mcpServers: { a: { command: 'c', args } } }))
    expect(file).toMatchObject({
      entries: [{ server: { args: ['tok', 'tok', 'd', 'e', '/work/x', '/home/me', '$TOKEN', '${}'] } }],
    })
    expect(values).toContain('TOKEN')
  })

  it.each<[unknown, string]>([
    [5, 'it is no object'],
    [{}, 'it has neither `command` nor `url`'],
    [{ command: 'a', url: 'https://a' }, 'it has both `command` and `url`'],
    [{ command: 5 }, '`command` is no string'],
    [{ command: 'a', args: 'b' }, '`args` is no array of strings'],
    [{ command: 'a', args: ['b', 1] }, '`args[1]` is no string'],
    [{ command: 'a', env: ['b'] }, '`env` is no object of strings'],
    [{ command: 'a', env: { B: '${NOT_SET}' } }, '`env.B` needs the variable ${NOT_SET}, which is not set'],
    [
      { url: 'https://a', headers: { B: '${input:key}' } },
      '`headers.B` needs ${input:key}, which `inputs` of the file does not have',
    ],
    [{ command: 'a', env: { 'B=': 'c' } }, '`env` has a name that cannot be one'],
    [{ command: 'a\0' }, '`command` has a NUL character'],
    [{ url: 'file:///etc/passwd' }, '`url` is no address of the web'],
    [{ url: 'http://me:geheim@127.0.0.1/' }, '`url` has a user or a password in it, which belong into `headers`'],
    [{ url: 'https://a', headers: { Ä: 'c' } }, '`headers` has a name that cannot be one'],
    [{ url: 'https://a', headers: { host: 'c' } }, '`headers` has `host`, which the protocol sets itself'],
    [{ command: 'a', envFile: 'no.env' }, '`envFile` names no.env, which cannot be read'],
    [{ command: 'a', envFile: '${NO}/.env' }, '`envFile` needs the variable ${NO}, which is not set'],
  ])('says of %j that %s', (entry, fault) => {
    expect(entryOf(entry)).toEqual({ kind: 'faulty', name: 'a', fault })
  })

  it('reads a file of variables, over which those of the entry stand', () => {
    const entry = { command: 'a', envFile: '${workspaceFolder}/.env', env: { A: 'entry' } }
    const { file, values } = entriesOf(JSON.stringify({ servers: { a: entry, b: { ...entry, envFile: '.env' } } }))
    const server = { environment: ['A=entry', 'B=two words'] }
    expect(file).toMatchObject({ entries: [{ server }, { server }] })
    expect(values).toContain('B')
  })

  it('puts in what a person has answered, and says which answers are lacking', () => {
    const inputs = [
      { type: 'promptString', id: 'key', description: 'The key', password: true, default: 'never shown' },
      { type: 'pickString', id: 'region', options: ['eu', { label: 'America', value: 'us' }], default: 'us' },
      { type: 'command', id: 'made', command: 'shell' },
      { type: 'promptString', id: 'unused' },
    ]
    const servers = {
      a: { url: 'https://a/${input:region}', headers: { K: 'Bearer ${input:key}' } },
      b: { command: 'b', args: ['${input:made}'] },
      c: { command: 'c', args: ['${input:unused}'], disabled: true },
    }
    const text = JSON.stringify({ inputs, servers })
    expect(inputsNeededBy(text)).toEqual([
      {
        id: 'key',
        isPassword: true,
        field: expect.objectContaining({ description: 'The key', preset: undefined }) as unknown,
      },
      { id: 'region', isPassword: false, field: expect.objectContaining({ preset: 'us' }) as unknown },
      { id: 'made', isPassword: false, field: undefined },
    ])
    const made = '`args[0]` needs ${input:made}, which is not asked of a person here; write ${env:NAME}'
    expect(entriesOf(text).file).toMatchObject({
      entries: [{ fault: expect.stringContaining('and nobody has answered') as unknown }, { fault: made }, {}],
    })
    const answers = new Map([
      ['key', '${TOKEN}'],
      ['region', 'eu'],
    ])
    expect(entriesOf(text, '/work', answers).file).toMatchObject({
      entries: [{ server: { command: 'https://a/eu', plainHeaders: ['K: Bearer ${TOKEN}'] } }, { fault: made }, {}],
    })
  })

  it('leaves out what is switched off', () => {
    expect(entryOf({ command: 'a', disabled: true })).toEqual({ kind: 'disabled', name: 'a' })
  })

  it.each<[string, string]>([
    ['', 'it is no JSON'],
    ['{"mcpServers": {', 'it is no JSON'],
    [
      '{\n  "servers": "abc\ndef" }',
      'it is no JSON: a control character in a string must be escaped (line 2, column 18)',
    ],
    ['[]', 'it has neither'],
    ['{"mcpServers": []}', 'it has neither'],
    [JSON.stringify({ servers: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, {}])) }), 'more than 100'],
  ])('refuses %s', (text, fault) => {
    expect(entriesOf(text).file).toMatchObject({ kind: 'faulty', fault: expect.stringContaining(fault) as unknown })
  })

  it('refuses what is nested too deep to be walked', () => {
    const deep = `{"mcpServers": {"a": {"command": "c", "deep": ${'['.repeat(200_000)}${']'.repeat(200_000)}}}}`
    expect(entriesOf(deep).file).toEqual({ kind: 'faulty', fault: 'it is JSON nested more than 1000 deep' })
    expect(inputsNeededBy(deep)).toEqual([])
  })

  it('tells where it is no JSON without a word of it, which may be a key', () => {
    expect(entriesOf('{"mcpServers": {"a": {"env": {"KEY": sk-1234}}}}').file).toEqual({
      kind: 'faulty',
      fault: 'it is no JSON: no value begins like this (line 1, column 38)',
    })
  })
})
