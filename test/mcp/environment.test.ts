import { realpathSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { childEnvironmentOf } from '../../src/adapters/mcp/child-environment.ts'
import { createQuoting } from '../../src/adapters/mcp/quoted-text.ts'
import { StderrTail } from '../../src/adapters/mcp/stderr-tail.ts'
import { call, createBench, failureOf, raw, textOf } from './harness.ts'

describe('what a server sees of our environment', () => {
  test('a closed list', () => {
    const ours = {
      HOME: '/h',
      LOGNAME: 'l',
      PATH: '/bin',
      SHELL: 's',
      TERM: 't',
      USER: 'u',
      LANG: 'C',
      LC_ALL: 'C',
      TMPDIR: '/t',
      TZ: 'UTC',
      npm_config_registry: 'https://me:pw@r.example/',
      NPM_CONFIG_CACHE: '/c',
      'npm_config_//r.example/:_authToken': 'x',
      npm_config__auth: 'x',
      NPM_TOKEN: 'x',
      NODE_EXTRA_CA_CERTS: '/ca',
      SSL_CERT_FILE: '/f',
      SSL_CERT_DIR: '/d',
      https_proxy: 'http://me:p@ss@proxy:80',
      HTTP_PROXY: 'proxy:80',
      NO_PROXY: 'localhost',
      ANTHROPIC_API_KEY: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      NODE_OPTIONS: '--inspect',
      LD_PRELOAD: 'x',
      BASH_ENV: 'x',
      PYTHONPATH: 'x',
    }
    expect(childEnvironmentOf(ours, []).variables).toEqual({
      HOME: '/h',
      LOGNAME: 'l',
      PATH: '/bin',
      SHELL: 's',
      TERM: 't',
      USER: 'u',
      LANG: 'C',
      LC_ALL: 'C',
      TMPDIR: '/t',
      TZ: 'UTC',
      npm_config_registry: 'https://r.example/',
      NPM_CONFIG_CACHE: '/c',
      NODE_EXTRA_CA_CERTS: '/ca',
      SSL_CERT_FILE: '/f',
      SSL_CERT_DIR: '/d',
      https_proxy: 'http://proxy:80',
      HTTP_PROXY: 'proxy:80',
      NO_PROXY: 'localhost',
    })
    expect(childEnvironmentOf({ SHELL: '() { :; }' }, []).variables).toEqual({})
  })

  test.each([
    ['https://reg.example.com/@team/npm/', 'https://reg.example.com/@team/npm/'],
    ['https://reg.example.com:8080/@team/npm/', 'https://reg.example.com:8080/@team/npm/'],
    ['https://me:pw@reg.example.com/@team/npm/', 'https://reg.example.com/@team/npm/'],
    ['http://me:a/b@proxy:80', 'http://proxy:80'],
    ['me:pw@proxy:80', 'proxy:80'],
    ['http://[::1]:80/@x', 'http://[::1]:80/@x'],
  ])('of the address %s it sees %s', (address, seen) => {
    expect(childEnvironmentOf({ npm_config_registry: address }, []).variables['npm_config_registry']).toBe(seen)
  })

  test('what the program adds, in the folder it names', async () => {
    const bench = createBench({ environment: { PATH: process.env['PATH'], API_KEY: 'from us', OTHER: 'hidden' } })
    const connection = await bench.fixture('plain', {
      environment: ['API_KEY', 'MODE=a=b', 'EMPTY='],
      folder: bench.folder,
    })
    const seen = JSON.parse(textOf(await call(connection, 'environment'))) as Record<string, string>
    expect(seen).toMatchObject({ API_KEY: 'from us', MODE: 'a=b', EMPTY: '', cwd: realpathSync(bench.folder) })
    expect(Object.keys(seen).sort()).toEqual([
      'API_KEY',
      'EMPTY',
      'MODE',
      'NODE_COMPILE_CACHE',
      'PATH',
      'SENSE_RUN',
      'cwd',
    ])
  })

  test('a variable that is not there', async () => {
    expect(await failureOf(createBench().fixture('plain', { environment: ['NOT_THERE_AT_ALL'] }))).toMatchObject({
      kind: 'environment-missing',
      subject: 'NOT_THERE_AT_ALL',
    })
  })
})

describe('secrets', () => {
  test('are not shown in what stderr said', async () => {
    const failure = await failureOf(createBench().fixture('secret', { environment: ['TOKEN=hunter2-hunter2'] }))
    expect(failure.stderrLines).toEqual(['\\u{1b}[31mtoken is [secret TOKEN]'])
  })

  test('are not shown in an error of the server', async () => {
    const connection = await createBench().fixture('plain', { environment: ['TOKEN=hunter2-hunter2'] })
    const failure = await failureOf(call(connection, 'hunter2-hunter2'))
    expect(failure.detail).toBe('Unknown tool: [secret TOKEN] (-32602)')
  })

  test('are not shown in the texts of a result that says error; other results are left alone', async () => {
    const connection = await createBench().fixture('plain', { environment: ['TOKEN=hunter2-hunter2'] })
    const read = async (isError: boolean) =>
      await raw(
        connection,
        `{"jsonrpc":"2.0","id":ID,"result":{"isError":${isError},"structuredContent":{"a":["hunter2-hunter2"]},"content":[${BLOCKS}]}}\n`,
      )
    expect(await read(true)).toEqual({
      isError: true,
      parts: [
        { kind: 'text', text: 'bad [secret TOKEN]' },
        { kind: 'link', uri: 'x:[secret TOKEN]', name: undefined },
      ],
      structuredContent: { a: ['[secret TOKEN]'] },
    })
    expect(textOf(await read(false))).toBe('bad hunter2-hunter2<link>')
  })

  test.each([
    ['with a line break at its end', 'hunter2\n', 'hunter2'],
    ['line by line', 'first line\nsecond line\n', 'second line'],
    ['as Go writes JSON', 'a<b>&c', 'a\\u003cb\\u003e\\u0026c'],
    ['as PHP writes JSON', 'ä/bcd', '\\u00e4\\/bcd'],
    ['as a form', 'my pass&word', 'my+pass%26word'],
  ])('are found %s', (_, value, shown) => {
    expect(createQuoting([{ name: 'A$&', value }]).quote(`it is ${shown}.`, 100)).toBe('it is [secret A$&].')
  })

  test('cut by a limit are not shown in part', () => {
    const value = Array.from({ length: 1_500 }, (_, index) => index).join('')
    const quoting = createQuoting([{ name: 'A', value }])
    expect(quoting.quote(value.repeat(40), 2_000)).not.toMatch(/\d/)
    const tail = new StderrTail()
    tail.push(Buffer.from(value.repeat(40)))
    expect(tail.lines(quoting).join('')).not.toMatch(/\d/)
  })

  test('are found in JSON and URLs, the longest first; switches are no secrets', () => {
    const quoting = createQuoting([
      { name: 'A', value: 'p"ss wörd' },
      { name: 'B', value: 'p"ss wörd, long' },
      { name: 'C', value: '1' },
    ])
    expect(quoting.quote('p"ss wörd, long|p\\"ss wörd|p%22ss%20w%C3%B6rd|1', 100)).toBe(
      '[secret B]|[secret A]|[secret A]|1',
    )
  })
})

const BLOCKS = '{"type":"text","text":"bad hunter2-hunter2"},{"type":"resource_link","uri":"x:hunter2-hunter2"}'

describe('the end of stderr', () => {
  const quoting = createQuoting([])

  test('the last twenty lines, however much there was', () => {
    const tail = new StderrTail()
    for (let line = 0; line < 200_000; line += 1) tail.push(Buffer.from(`line ${line}\n`))
    expect(tail.lines(quoting)).toEqual(Array.from({ length: 20 }, (_, index) => `line ${199_980 + index}`))
  })

  test('a line that was cut shows no part of a secret', () => {
    const tail = new StderrTail()
    tail.push(Buffer.from(`${'secret'.repeat(50_000)}\nend\n`))
    expect(tail.lines(quoting)).toEqual(['end'])
  })

  test('places inside Node are left out', () => {
    const tail = new StderrTail()
    tail.push(Buffer.from('Error: no\n    at main (/a.js:1:1)\n    at Module._compile (node:internal/modules:1:1)\n'))
    expect(tail.lines(quoting)).toEqual(['Error: no', '    at main (/a.js:1:1)'])
  })

  test('long lines are shortened, control characters visible', () => {
    const tail = new StderrTail()
    tail.push(Buffer.from(`${'x'.repeat(1_000)}\n\u202eevil\u0007\n`))
    expect(tail.lines(quoting)).toEqual([`${'x'.repeat(500)}…`, '\\u{202e}evil\\u{7}'])
  })
})
