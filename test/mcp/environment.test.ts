import { realpathSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { childEnvironmentOf } from '../../src/adapters/mcp/child-environment.ts'
import { createQuoting } from '../../src/adapters/mcp/quoted-text.ts'
import { StderrTail } from '../../src/adapters/mcp/stderr-tail.ts'
import { call, createBench, failureOf, textOf } from './harness.ts'

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

  test('long lines are shortened, control characters visible', () => {
    const tail = new StderrTail()
    tail.push(Buffer.from(`${'x'.repeat(1_000)}\n\u202eevil\u0007\n`))
    expect(tail.lines(quoting)).toEqual([`${'x'.repeat(500)}…`, '\\u{202e}evil\\u{7}'])
  })
})
