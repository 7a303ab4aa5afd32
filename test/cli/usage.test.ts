import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ProgramFolder, repository, runSense } from './sense-process.ts'

const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

const usage = (headline: string, hint: string) => ({
  stdout: '',
  stderr: `sense: ${headline}\nhint: ${hint}\n`,
  status: 2,
  signal: null,
})

it('prints its version', async () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { readonly version: string }
  expect(await runSense(['--version'])).toMatchObject({ stdout: `sense ${version}\n`, stderr: '', status: 0 })
})

it('prints help on standard output', async () => {
  expect(await runSense(['--help'])).toMatchObject({ stdout: expect.stringMatching(/^sense: /), stderr: '', status: 0 })
  expect(await runSense(['run', '--help'])).toMatchObject({ stdout: expect.stringMatching(/^sense run: /), status: 0 })
})

it('gives the explanations of --help half of a terminal, whatever a command takes', async () => {
  const lines = (await runSense(['--help'])).stdout.split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}sense repl {10,}a prompt that runs what you type/))
})

describe('a wrong command line ends with status 2 and a hint', () => {
  it.each([
    [['rum', 'x.sns'], 'there is no command `rum`', 'a name close to it is `run`'],
    [['shop.sns'], 'there is no command `shop.sns`', 'to run a program: `sense run shop.sns`'],
    [['run'], '`sense run` needs a file', 'name it as in `sense run hello.sns`'],
    [
      ['run', 'a.sns', 'b'],
      '`sense run` takes one file, but got 2: `a.sns` and `b`',
      'words for the program itself come after `--`: `sense run a.sns -- b`',
    ],
    [
      ['run', '--eror-format', 'json', 'a.sns'],
      'there is no option `--eror-format`',
      'a name close to it is `--error-format`',
    ],
    [['run', '--error-format'], '`--error-format` needs a value', 'write it as `--error-format VALUE`'],
    [['run', '--err\u001b[31m\n'], 'there is no option `--err\\u{1b}[31m\\n`', 'see `sense run --help`'],
    [['--help=yes'], '`--help` takes no value', 'write it as `--help`'],
    [
      ['run', '--error-format=xml', 'a.sns'],
      '`--error-format` knows no format `xml`',
      'the formats are terminal, line and json',
    ],
    [['run', '--trace=yes', 'a.sns'], '`--trace` takes no value', 'write it as `--trace`'],
    [['run', '--mcp-log=', 'a.sns'], 'the file of `--mcp-log` has an empty name', 'write it as in `--mcp-log mcp.log`'],
    [
      ['run', '--dry-run=models', 'a.sns'],
      '`--dry-run` knows no `models`',
      '`--dry-run` leaves out the bodies of actions, `--dry-run=tools` tool calls too',
    ],
    [['inspect', 'a.sns'], 'this version of Sense does not have `sense inspect` yet', 'see `sense --help`'],
    [['hasOwnProperty', '--help'], 'there is no command `hasOwnProperty`', 'see `sense --help`'],
    [['rum', '--version'], 'there is no command `rum`', 'a name close to it is `run`'],
    [['help', 'rum'], 'there is no command `rum`', 'a name close to it is `run`'],
    [['--version', 'run'], '`sense --version` takes no words', 'write it as `sense --version`'],
    [['repl', 'x'], '`sense repl` takes no file', 'to run one: `sense run x`'],
  ])('%j', async (args, headline, hint) => {
    expect(await runSense(args)).toEqual(usage(headline, hint))
  })

  it('in JSON, one object', async () => {
    const { stderr, status } = await runSense(['run', '--error-format', 'json'])
    expect(status).toBe(2)
    expect(JSON.parse(stderr)).toMatchObject({ class: 'UsageError', code: 'usage', severity: 'error', line: null })
  })

  it('also when the format comes from the environment', async () => {
    const { stderr } = await runSense(['run'], { environment: { SENSE_ERROR_FORMAT: 'line' } })
    expect(stderr).toBe('sense: `sense run` needs a file\n')
  })
})

describe('a file that cannot be read ends with status 2, a hint and no stack', () => {
  const circle = join(programs.path, 'circle.sns')
  symlinkSync(circle, circle)

  it.each([
    ['missing', join(programs.path, 'none.sns'), 'file-missing', 'there is no file'],
    ['a folder', programs.path, 'file-is-folder', 'is a folder, not a file'],
    ['not to be opened', circle, 'file-unreadable', 'its symbolic links go round in a circle'],
    ['Latin-1', programs.add('latin1.sns', Buffer.from('x = "é"', 'latin1')), 'file-not-utf8', 'byte 5, in line 1,'],
    ['UTF-16', programs.add('utf16.sns', Buffer.from('\uFEFFx = 1', 'utf16le')), 'file-not-utf8', 'byte 0, in line 1,'],
  ])('%s', async (_what, path, code, words) => {
    const { stdout, stderr, status } = await runSense(['run', path])
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
    expect(stderr).toContain(`SenseImportError[${code}]: `)
    expect(stderr.replaceAll('\n', ' ')).toContain(words)
    expect(stderr).toContain('hint: ')
    expect(stderr).not.toMatch(/\.[jt]s:\d|Error: E/)
  })

  it('in JSON, one object', async () => {
    const { stderr } = await runSense(['run', '--error-format=json', join(programs.path, 'none.sns')])
    expect(JSON.parse(stderr)).toMatchObject({ class: 'SenseImportError', code: 'file-missing', severity: 'error' })
  })
})
