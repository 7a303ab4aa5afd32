import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startFailureOf } from '../../src/adapters/node/start-failure.ts'
import { NEVER, createBench, failureOf, FIXTURE, call, textOf, timedFailureOf } from './harness.ts'

describe('a server that cannot be started', () => {
  test('the library is missing', async () => {
    const bench = createBench({
      findLibrary: () => {
        throw new Error("Cannot find package '@modelcontextprotocol/client'")
      },
    })
    expect(await failureOf(bench.fixture('plain'))).toMatchObject({
      kind: 'library-missing',
      subject: '@modelcontextprotocol/client',
    })
  })

  test('the command does not exist', async () => {
    const bench = createBench()
    expect(await failureOf(bench.connect({ command: 'no-such-command-here' }))).toMatchObject({
      kind: 'command-not-found',
      subject: 'no-such-command-here',
    })
    expect(await failureOf(bench.connect({ command: '/no/such/file' }))).toMatchObject({
      kind: 'command-not-found',
      subject: '/no/such/file',
    })
    expect(await failureOf(bench.connect({ command: '' }))).toMatchObject({
      kind: expect.stringMatching(/command-not-found|start-failed/) as string,
    })
  })

  test('the commands of PATH are known where one does not exist', async () => {
    const bench = createBench()
    writeFileSync(join(bench.folder, 'run-files'), '')
    const request = { command: 'run-flies', environment: [`PATH=/no/such/folder:${bench.folder}`] }
    expect(await failureOf(bench.connect(request))).toMatchObject({
      kind: 'command-not-found',
      names: expect.arrayContaining(['run-files']) as string[],
    })
  })

  test('the command is not executable, is a folder, or its interpreter is missing', async () => {
    const bench = createBench()
    const plainFile = join(bench.folder, 'plain')
    const script = join(bench.folder, 'script')
    writeFileSync(plainFile, 'text')
    writeFileSync(script, '#!/no/such/interpreter\n')
    chmodSync(script, 0o755)
    const details = await Promise.all(
      [plainFile, bench.folder, script].map(async (command) => await failureOf(bench.connect({ command }))),
    )
    expect(details.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['command-not-executable', 'it has no permission to be executed'],
      ['command-not-executable', 'it is a folder'],
      ['command-not-executable', 'its interpreter is missing'],
    ])
  })

  test('the command is a program for another machine, or a script without `#!`', async () => {
    const bench = createBench()
    const foreign = readFileSync(process.execPath).subarray(0, 4_096)
    // Where an ELF file names its machine. There is none of this number.
    foreign.writeUInt16LE(0xfffe, 18)
    const files: readonly (readonly [name: string, content: Buffer | string])[] = [
      ['foreign', foreign],
      ['windows', `MZ\0\0${'\0'.repeat(60)}PE`],
      ['empty', ''],
      ['script', 'import sys\nprint(sys.argv)\nexit 3\n'],
      ['fitting', '#!/bin/sh\nexit 3\n'],
    ]
    const details: string[] = []
    for (const [name, content] of files) {
      const command = join(bench.folder, name)
      writeFileSync(command, content, { mode: 0o755 })
      const failure = await failureOf(bench.connect({ command }))
      expect(failure).toMatchObject({ kind: 'start-failed', exit: { signal: undefined } })
      details.push(failure.detail)
    }
    const foreignDetail = 'the file is no program for this machine, so it was run as a shell script'
    expect(details).toEqual([
      foreignDetail,
      foreignDetail,
      foreignDetail,
      'the file does not begin with `#!`, so it was run as a shell script',
      '',
    ])
  })

  test('a shell script without `#!` may be a server', async () => {
    const bench = createBench()
    const command = join(bench.folder, 'script')
    writeFileSync(command, `exec "${process.execPath}" "${FIXTURE}" "$@"\n`, { mode: 0o755 })
    expect((await bench.connect({ command, args: ['start.plain'] })).tools).toHaveLength(1)
  })

  test('the current directory has been removed', async () => {
    const before = process.cwd()
    const removed = mkdtempSync(join(tmpdir(), 'sense-removed-'))
    process.chdir(removed)
    rmSync(removed, { recursive: true })
    try {
      const error = Object.assign(new Error('spawn ENOENT'), { code: 'ENOENT' })
      expect(await startFailureOf({ command: './server', environment: {}, folder: undefined }, error)).toMatchObject({
        kind: 'folder-missing',
        detail: 'the current directory no longer exists',
      })
    } finally {
      process.chdir(before)
    }
  })

  test('the folder does not exist or is a file', async () => {
    const bench = createBench()
    expect(await failureOf(bench.fixture('plain', { folder: '/no/such/folder' }))).toMatchObject({
      kind: 'folder-missing',
      subject: '/no/such/folder',
    })
    expect(await failureOf(bench.fixture('plain', { folder: process.execPath }))).toMatchObject({
      kind: 'folder-missing',
      detail: 'it is not a folder',
    })
  })

  test('an argument cannot be passed', async () => {
    const bench = createBench()
    expect(await failureOf(bench.connect({ args: ['a\0b'] }))).toMatchObject({ kind: 'start-failed' })
    expect(await failureOf(bench.connect({ args: ['x'.repeat(3_000_000)] }))).toMatchObject({
      kind: 'start-failed',
      detail: expect.stringContaining('E2BIG') as string,
    })
  })
})

describe('a server that is none', () => {
  test('exits with a message on stderr', async () => {
    const failure = await failureOf(createBench().fixture('fatal'))
    expect(failure).toMatchObject({
      kind: 'start-failed',
      exit: { status: 3 },
      stderrLines: ['loading', 'fatal: missing API key'],
    })
  })

  test('is ended by a signal, and is not started twice for it', async () => {
    const bench = createBench()
    expect(await failureOf(bench.fixture('crash'))).toMatchObject({ kind: 'start-failed', exit: { signal: 'SIGSEGV' } })
    expect(bench.journal().length).toBe(1)
  })

  test('prints its usage on stdout and exits', async () => {
    const failure = await failureOf(createBench().fixture('usage'))
    expect(failure).toMatchObject({
      kind: 'start-failed',
      exit: { status: 2 },
      detail: 'it wrote: usage: server [options]',
    })
  })

  test('is a program that has nothing to say', async () => {
    expect(await failureOf(createBench().connect({ command: 'true' }))).toMatchObject({
      kind: 'start-failed',
      exit: { status: 0 },
    })
  })

  test('what is slow is told where somebody watches, with what is missing', async () => {
    const watched = createBench({ hasTerminal: true, slowStartMs: 300 })
    const unwatched = createBench({ hasTerminal: false, slowStartMs: 300 })
    const limits = { startTimeoutMs: 8_000, listTimeoutMs: 600 }
    await failureOf(watched.fixture('hang-list', limits))
    await failureOf(unwatched.fixture('hang-list', limits))
    expect(watched.warnings.map((warning) => warning.kind)).toEqual(['slow-start'])
    expect(unwatched.warnings).toEqual([])
  })

  test('never answers', async () => {
    const { failure, ms } = await timedFailureOf(createBench().fixture('never', { startTimeoutMs: 600 }))
    expect(failure).toMatchObject({ kind: 'start-timeout', subject: 'initialize' })
    expect(ms).toBeLessThan(8_000)
  })

  test('writes something else for ever', async () => {
    const failure = await failureOf(
      createBench().connect({
        startTimeoutMs: 3_000,
        args: ['-e', "setInterval(() => console.log('working...'), 20)"],
      }),
    )
    expect(failure).toMatchObject({ kind: 'not-mcp', detail: 'it did not answer `initialize`; it wrote: working...' })
  })

  test('sends back what it gets', async () => {
    expect(await failureOf(createBench().fixture('bare-echo', { startTimeoutMs: 3_000 }))).toMatchObject({
      kind: 'not-mcp',
      detail: 'it did not answer `initialize`; it sends back what it gets',
    })
  })

  test.each(['logs-input', 'echoes-input'])('%s on stdout, and answers all the same', async (mode) => {
    const bench = createBench()
    const connection = await bench.fixture(mode)
    expect(textOf(await call(connection, 'echo', { a: 1 }))).toBe('{"a":1}')
    expect(await connection.listPrompts(NEVER)).toEqual([])
    // A reply to what it sent back would come before this call.
    await call(connection, 'echo')
    expect(bench.warnings.map((warning) => warning.kind)).toEqual(['stdout-noise'])
    const replies = bench.journal().filter((entry) => entry.method === undefined && entry.id !== undefined)
    expect(replies).toEqual([])
  })

  test('closes its output and stays', async () => {
    const { failure, ms } = await timedFailureOf(createBench().fixture('output-closed'))
    expect(failure).toMatchObject({ kind: 'start-failed', detail: 'it closed its output', exit: undefined })
    expect(ms).toBeLessThan(8_000)
  })

  test('answers with garbage, an unknown version or an error', async () => {
    const bench = createBench()
    expect(await failureOf(bench.fixture('garbage'))).toMatchObject({
      kind: 'not-mcp',
      detail: 'its result is a string instead of an object',
    })
    expect(await failureOf(bench.fixture('wrong-version'))).toMatchObject({
      kind: 'start-failed',
      detail: expect.stringContaining('1999-01-01') as string,
    })
    expect(await failureOf(bench.fixture('future'))).toMatchObject({
      kind: 'start-failed',
      detail: 'it speaks the revision 2031-01-01 of the protocol, which is not known here',
    })
    expect(await failureOf(bench.fixture('refuses'))).toMatchObject({
      kind: 'protocol-error',
      subject: 'initialize',
      detail: expect.stringContaining('database is locked') as string,
    })
  })

  test('the program gives up while it starts', async () => {
    const bench = createBench()
    const { failure, ms } = await timedFailureOf(
      bench.connect({ args: ['-e', 'setInterval(() => {}, 1000)'] }, AbortSignal.timeout(200)),
    )
    expect(failure).toMatchObject({ kind: 'cancelled' })
    expect(ms).toBeLessThan(8_000)
    expect(await failureOf(bench.connect({}, AbortSignal.abort()))).toMatchObject({ kind: 'cancelled' })
  })

  test('closing all ends a start under way', async () => {
    const bench = createBench()
    const connecting = failureOf(bench.connect({ args: ['-e', 'setInterval(() => {}, 1000)'] }))
    await bench.servers.closeAll()
    expect(await connecting).toMatchObject({ kind: 'cancelled' })
  })
})

describe('eras', () => {
  test.each([
    'plain',
    'glued',
    'bom',
    'bare',
    'batch',
    'unterminated',
    'pretty',
    'banner',
    'flood-stderr',
    'flood-stdout',
    'deep-error',
  ])('%s: an old server is found with one process', async (mode) => {
    const bench = createBench()
    const connection = await bench.fixture(mode)
    expect(textOf(await call(connection, 'echo', { a: 'ä' }))).toBe('{"a":"ä"}')
    const methods = bench.journal().map((entry) => entry.method)
    expect(methods).toEqual([
      undefined,
      'server/discover',
      'initialize',
      'notifications/initialized',
      'tools/list',
      'tools/call',
    ])
    expect(bench.warnings.map((warning) => warning.kind)).toEqual(
      ['glued', 'banner', 'flood-stdout'].includes(mode) ? ['stdout-noise'] : [],
    )
  })

  test('a modern server gets its envelope with every request, and no handshake', async () => {
    const bench = createBench()
    expect(textOf(await call(await bench.fixture('modern'), 'echo', { a: 1 }))).toBe('{"a":1}')
    const requests = bench.journal().filter((entry) => entry.method !== undefined)
    expect(requests.map((entry) => entry.method)).toEqual(['server/discover', 'tools/list', 'tools/call'])
    for (const request of requests)
      expect(request.params?.['_meta']).toMatchObject({ 'io.modelcontextprotocol/protocolVersion': '2026-07-28' })
  })

  test('a modern server that refuses the old handshake is asked again', async () => {
    const bench = createBench()
    expect((await bench.fixture('modern-only', { startTimeoutMs: 8_000 })).tools.length).toBeGreaterThan(0)
  })

  test('a slow modern server is not taken for an old one', async () => {
    const bench = createBench()
    expect(textOf(await call(await bench.fixture('late-modern', { startTimeoutMs: 10_000 }, 1_600), 'echo'))).toBe('{}')
    expect(bench.journal().map((entry) => entry.method)).not.toContain('notifications/initialized')
  })

  test.each([
    ['a server that exits', 'process.exit(1)'],
    ['a server that aborts', 'process.abort()'],
    ['a server that answers with an error and exits', 'refuse(id); process.exit(1)'],
    ['a server that closes its output and exits', "require('fs').closeSync(1); setTimeout(() => process.exit(1), 400)"],
  ])('%s when asked for its era is started once more', async (_, end) => {
    const bench = createBench()
    const script = EXITS_ON_PROBE.replace('END', end)
    const failure = await failureOf(bench.connect({ args: ['-e', script] }).then((c) => call(c, 'x')))
    expect(failure).toMatchObject({ kind: 'protocol-error' })
  })

  test('a server that is silent when asked for its era is greeted the old way', async () => {
    const bench = createBench()
    expect((await bench.fixture('silent-probe', { startTimeoutMs: 8_000 })).tools.length).toBeGreaterThan(0)
  })
})

/** An old server that ends at any request but `initialize`. */
const EXITS_ON_PROBE = `
let ready = false
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  const refuse = (id) => require('fs').writeSync(1, JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) + '\\n')
  if (method === 'initialize') ready = true
  if (!ready) { END; return }
  if (method === 'initialize') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'x', version: '1' } } }))
  if (method === 'tools/call') console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no tools' } }))
})`
