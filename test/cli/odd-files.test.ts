/** Files, names and streams that nobody expects: each command ends with one clear error, or does what can be done. */

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ProgramFolder, runSense, runShell } from './sense-process.ts'

const programs = new ProgramFolder()
afterAll(() => {
  programs.remove()
})

const fine = programs.add('fine_test.sns', 'test "fine": nil\n')
mkdirSync(join(programs.path, 'odd'))
spawnSync('mkfifo', [join(programs.path, 'odd/pipe_test.sns')])
symlinkSync('circle_test.sns', join(programs.path, 'odd/circle_test.sns'))
symlinkSync('nowhere', join(programs.path, 'odd/dangling_test.sns'))
symlinkSync('..', join(programs.path, 'odd/up'))
programs.add('odd/z_test.sns', 'test "fine": nil\n')

describe('a folder with a pipe, links in a circle and links to nowhere', () => {
  it.each([
    ['check', 2, '1 file: 0 errors, 0 warnings; 2 files not read\n'],
    ['fmt', 2, 'test "fine":\n    nil\n'],
    ['test', 1, 'z_test.sns\n  PASS  fine\n\n3 files, 1 test: 1 passed, 0 failed\n'],
  ])('%s does what can be done', async (command, status, output) => {
    const run = await runSense([command, 'odd'], { folder: programs.path })
    expect(run.stdout).toContain(output)
    expect(run.stderr.match(/SenseImportError\[/g)).toHaveLength(2)
    expect(run.stderr).toContain('`odd/circle_test.sns` cannot be read: its symbolic links go round in a circle\n')
    expect(run.stderr).toContain('hint: correct the links, or name the file itself\n')
    expect(run.status).toBe(status)
  })
})

// Root may read and write everything.
describe.skipIf(process.getuid?.() === 0)('a folder without permission (skipped for root)', () => {
  const dark = join(programs.path, 'dark')
  mkdirSync(dark)
  chmodSync(dark, 0)
  afterAll(() => {
    chmodSync(dark, 0o755)
  })

  it.each(['check', 'fmt', 'test'])('%s says so', async (command) => {
    const { stderr, status } = await runSense([command, dark])
    expect(stderr).toContain(`SenseImportError[file-unreadable]: \`${dark}\` cannot be read: permission denied\n`)
    expect(status).toBe(command === 'test' ? 1 : 2)
  })

  it('new says where it may be made', async () => {
    const { stderr, status } = await runSense(['new', join(dark, 'x')])
    expect(stderr).toContain('cannot be made: permission denied\nhint: name one in a folder that you may write to\n')
    expect(status).toBe(2)
  })
})

describe.each(['run', 'fmt', 'check', 'test', 'memory-path'])('sense %s', (command) => {
  it.each([
    ['bytes that are no text', programs.add('bytes.sns', Uint8Array.from([0x7f, 0xff, 0, 0xfe])), '[file-not-utf8]'],
    ['a device without an end', '/dev/zero', '[file-too-large]'],
    ['a circle of links', join(programs.path, 'odd/circle_test.sns'), '[file-unreadable]'],
    ['a path through a file', join(fine, 'x.sns'), '[file-missing]'],
    ['an empty name', '', 'the name of the file is empty'],
  ])('reports %s once', async (_what, path, words) => {
    const { stderr, status } = await runSense([command, path])
    expect(stderr).toContain(words)
    expect(stderr).toContain('hint: ')
    expect(stderr.match(/Error\[/g)?.length ?? 1).toBe(1)
    expect(stderr).not.toMatch(/\.[jt]s:\d|^ {4}at /m)
    expect(status).toBe(command === 'test' && path !== '' ? 1 : 2)
  })

  it('shows a name with control characters as text', async () => {
    const path = programs.add('a\nb\u001b[31m_test.sns', 'persistent memory m\ntest "x\u001b[31m": nil\ny  =  1\n')
    const options = { fmt: ['--check'] }[command] ?? []
    const { stdout, stderr } = await runSense([command, ...options, path])
    expect(stdout + stderr).not.toContain('\u001b')
  })
})

it('words behind `--` are files for all but `run`, which says where its file belongs', async () => {
  const folder = programs.path
  programs.add('-dash.sns', 'x  =  1\n')
  expect(await runSense(['fmt', '--write', '--', '-dash.sns'], { folder })).toMatchObject({ status: 0, stderr: '' })
  expect(readFileSync(join(folder, '-dash.sns'), 'utf8')).toBe('x = 1\n')
  const { stderr, status } = await runSense(['run', '--', '-dash.sns'], { folder })
  expect(stderr).toBe('sense: `sense run` needs a file before `--`\nhint: to run that one: `sense run ./-dash.sns`\n')
  expect(status).toBe(2)
})

describe('streams', () => {
  it.each([
    '--help',
    'check FINE',
    'test FINE',
    'fmt FINE',
    'doctor',
    'explain elif',
    'completion bash',
    'memory-path',
    'repl < /dev/null',
  ])('a standard output that takes nothing is reported once: %s', async (command) => {
    const { stderr, status } = await runShell(`SENSE ${command.replace('FINE', fine)} > /dev/full`)
    expect(stderr).toMatch(
      /^SenseRuntimeError\[output-failed\]: the output cannot be written: no space is left\nhint: /,
    )
    expect(stderr.match(/Error/g)).toHaveLength(1)
    expect(status).toBe(1)
  })

  it.each([
    ['no standard input', `SENSE run - <&-`, 0],
    ['a prompt without standard input', `SENSE repl <&-`, 0],
    ['no standard error', `SENSE run nowhere.sns 2>&-`, 2],
    ['a standard error that takes nothing', `SENSE run nowhere.sns 2> /dev/full`, 2],
    ['no HOME, no language', `env -i PATH="$PATH" LANG=C SENSE run ${fine}`, 0],
    ['a HOME that is not there', `HOME=/nowhere SENSE run ${fine}`, 0],
  ])('%s does no harm', async (_what, command, status) => {
    expect(await runShell(command)).toMatchObject({ stderr: '', status })
  })
})
