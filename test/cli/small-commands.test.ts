/** `explain`, `new`, `memory-path`, `doctor`, `completion`. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { allCodes } from '../../src/compiler/diagnostics/catalogue.ts'
import { commandShapes } from '../../src/cli/commands.ts'
import { ProgramFolder, repository, runSense, runShell } from './sense-process.ts'

const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

describe('sense explain', () => {
  // Examples are indented instead of fenced, as a terminal does not know Markdown.
  const page = readFileSync(join(repository, 'docs/errors/unknown-name.md'), 'utf8').replace(
    /^```.*\n([^]*?)^```\n/gm,
    (_, code: string) => code.replace(/^(?=.)/gm, '    '),
  )

  it.each(['unknown-name', 'UNKNOWN-NAME', 'SenseNameError[unknown-name]:'])('prints the page of %s', async (code) => {
    expect(await runSense(['explain', code])).toEqual({ stdout: page, stderr: '', status: 0, signal: null })
  })

  it.each([
    ['unknown-nme', 'names close to it are `unknown-name`'],
    ['division', 'codes like it are `division-by-zero`, `floor-division`'],
    ['../../README', 'a code stands in brackets'],
  ])('says that there is no %s', async (code, hint) => {
    const { stdout, stderr, status } = await runSense(['explain', code])
    expect(stderr).toContain(`there is no error code \`${code}\`\nhint: ${hint}`)
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  })
})

describe('sense new', () => {
  it('makes a project that runs, passes its test, and leaves nothing to check or format', async () => {
    const folder = join(programs.path, 'new/shop')
    const { stdout, status } = await runSense(['new', folder])
    expect(stdout).toContain(`next\n  cd ${folder}\n  sense run main.sns\n`)
    expect(status).toBe(0)
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'README.md', 'bills.sns', 'main.sns', 'test_bills.sns'])
    const run = await runSense(['run', 'main.sns'], { folder, input: 'yes\n' })
    expect(run).toMatchObject({ stderr: '', status: 0 })
    expect(run.stdout).toContain('Pay rent? yes or no\n> paid: rent\n')
    const refused = await runSense(['run', 'main.sns'], { folder, input: 'no\n' })
    expect(refused.stdout).toContain('> not paid\n')
    expect(refused.stdout).not.toContain('committed')
    const dryRun = await runSense(['run', '--dry-run', 'main.sns'], { folder, input: 'yes\n' })
    expect(dryRun.stdout).toContain('committed (dry run')
    expect(dryRun.stdout).not.toContain('paid: rent\n')
    expect((await runSense(['test'], { folder })).stdout).toContain('1 file, 2 tests: 2 passed, 0 failed\n')
    expect((await runSense(['check', '.'], { folder })).stdout).toBe('3 files: 0 errors, 0 warnings\n')
    expect(await runSense(['fmt', '--check', '.'], { folder })).toMatchObject({ stdout: '', status: 0 })
  })

  it('touches nothing in a folder that is not empty', async () => {
    mkdirSync(join(programs.path, 'full'))
    programs.add('full/main.sns', 'print(1)\n')
    const { stderr, status } = await runSense(['new', join(programs.path, 'full')])
    expect(stderr).toContain('is there already and not empty')
    expect(status).toBe(2)
    expect(readdirSync(join(programs.path, 'full'))).toEqual(['main.sns'])
  })

  it.each([
    ['behind a file', programs.add('file', ''), 'below', 'a part of its path is a file and no folder'],
    ['where something else has the name', dirname(programs.add('taken', '')), 'taken', 'is a file and no folder'],
    ['where the system takes nothing new', '/proc', 'x', 'there is no such folder, or it takes nothing new'],
    ['below that', '/proc', 'x/y', 'there is no such folder, or it takes nothing new'],
  ])('reports a folder that cannot be made %s', async (_where, folder, name, reason) => {
    const { stdout, stderr, status } = await runSense(['new', join(folder, name)])
    expect(stderr).toContain(`sense: the folder \`${join(folder, name)}\` cannot be made: `)
    expect(stderr).toContain(`${reason}\nhint: name a folder that does not exist yet: it is made\n`)
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  })

  it('says so where the current folder is gone', async () => {
    const gone = join(programs.path, 'gone')
    const { stderr, status } = await runShell(`mkdir ${gone} && cd ${gone} && rmdir ${gone} && SENSE new shop`)
    expect(stderr).toBe(
      'sense: `shop` cannot be made: the folder that this command runs in no longer exists\n' +
        'hint: go to a folder that is there: `cd ~`\n',
    )
    expect(status).toBe(2)
  })
})

describe('sense memory-path', () => {
  const path = programs.add(
    'notes.sns',
    'persistent memory a\nif false:\n    persistent memory b: "some/where.db"\nmemory c\ndef f():\n    persistent memory d\n',
  )

  it('names the places of all persistent memories, and makes none', async () => {
    expect(await runSense(['memory-path', path])).toMatchObject({
      stdout:
        `a: ${programs.path}/.sense_memory/a.sense_memory.db  (default -- next to this file)\n` +
        'b: some/where.db  (explicit path)\n' +
        `d: ${programs.path}/.sense_memory/d.sense_memory.db  (default -- next to this file)\n`,
      stderr: '',
      status: 0,
    })
    expect(existsSync(join(programs.path, '.sense_memory'))).toBe(false)
  })

  it('follows SENSE_MEMORY_DIR', async () => {
    const environment = { SENSE_MEMORY_DIR: '/memories' }
    const { stdout } = await runSense(['memory-path', path], { environment })
    expect(stdout).toContain('a: /memories/a.sense_memory.db  (default -- via SENSE_MEMORY_DIR)\n')
    expect((await runSense(['memory-path'], { environment })).stdout).toMatch(
      /^SENSE_MEMORY_DIR is set: .*\/memories\n$/,
    )
    expect((await runSense(['memory-path'])).stdout).toMatch(/^SENSE_MEMORY_DIR is not set: /)
  })

  it('says that there are none', async () => {
    const none = programs.add('none.sns', 'memory m\n')
    expect((await runSense(['memory-path', none])).stdout).toBe(`${none} declares no 'persistent memory'.\n`)
  })

  it('--json prints one object each', async () => {
    const { stdout } = await runSense(['memory-path', '--json', path])
    const [, second] = stdout.split('\n')
    expect(JSON.parse(second ?? '')).toEqual({ name: 'b', path: 'some/where.db', rule: 'explicit' })
  })

  it('reports syntax errors', async () => {
    const wrong = programs.add('wrong.sns', 'x = (\n')
    expect(await runSense(['memory-path', wrong])).toMatchObject({ stdout: '', status: 1 })
  })
})

describe('sense doctor', () => {
  it('says what is there, and never the value of a key', async () => {
    const environment = { ANTHROPIC_API_KEY: 'sk-ant-very-secret', OPENAI_API_KEY: '', SENSE_PYTHON: '/no/python' }
    const { stdout, stderr, status } = await runSense(['doctor'], { environment })
    expect(stdout).toMatch(new RegExp(`^ok       node +${process.versions.node.replaceAll('.', '\\.')}$`, 'm'))
    expect(stdout).toMatch(/^set +ANTHROPIC_API_KEY/m)
    expect(stdout).toMatch(/^not set +OPENAI_API_KEY/m)
    expect(stdout).toMatch(/^missing +\/no\/python/m)
    expect(stdout + stderr).not.toContain('secret')
    expect(status).toBe(0)
  })

  it('looks for `python3` where SENSE_PYTHON is empty, as programs do', async () => {
    const { stdout, stderr, status } = await runSense(['doctor'], { environment: { SENSE_PYTHON: '' } })
    expect(stdout).toMatch(/^(?:ok|missing) +python3/m)
    expect(stdout).toMatch(/^not set +SENSE_PYTHON/m)
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  })

  it('--json prints one object each', async () => {
    const { stdout } = await runSense(['doctor', '--json'], { environment: { OPENAI_API_KEY: 'sk-secret' } })
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(records).toContainEqual(expect.objectContaining({ name: 'OPENAI_API_KEY', state: 'set', detail: '' }))
    expect(stdout).not.toContain('secret')
  })
})

describe('sense completion', () => {
  /** What bash offers for the last word of a command line. */
  async function completionsOf(...words: readonly string[]): Promise<readonly string[]> {
    const { stdout: script } = await runSense(['completion', 'bash'])
    const line = ['sense', ...words].map((word) => `'${word}'`).join(' ')
    const asked = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _sense; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', asked], { encoding: 'utf8', cwd: programs.path })
    expect(stderr).toBe('')
    return stdout.trimEnd().split('\n').sort()
  }

  it('bash: commands, options, files and codes', async () => {
    mkdirSync(join(programs.path, 'zz'))
    programs.add('zz/one.sns', '')
    programs.add('zz/two.txt', '')
    expect(await completionsOf('')).toEqual([...commandShapes.map(({ name }) => name), '--help', '--version'].sort())
    expect(await completionsOf('me')).toEqual(['memory-path'])
    expect(await completionsOf('fmt', '--w')).toEqual(['--write'])
    expect(await completionsOf('run', 'zz/')).toEqual(['zz/one.sns'])
    expect(await completionsOf('run', '--error-format', 'j')).toEqual(['json'])
    expect(await completionsOf('explain', 'unknown-n')).toEqual(['unknown-name'])
    expect(await completionsOf('completion', '')).toEqual(['bash', 'fish', 'zsh'])
  })

  it.each(['zsh', 'fish'])('%s: a script that knows every command and code', async (shell) => {
    const { stdout, status } = await runSense(['completion', shell])
    for (const { name } of commandShapes) expect(stdout).toContain(name)
    expect(stdout).toContain(allCodes[0])
    expect(status).toBe(0)
    const { error, stderr } = spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' })
    // Where the shell is there, it must find the script right.
    if (error === undefined) expect(stderr).toBe('')
  })

  it.each([
    [['completion'], '`sense completion` needs the name of a shell'],
    [['completion', 'tcsh'], '`sense completion` does not know the shell `tcsh`'],
    [['new'], '`sense new` needs a folder'],
    [['explain'], '`sense explain` needs an error code'],
    [['doctor', 'x'], '`sense doctor` takes no words'],
    [['memory-path', 'a', 'b'], '`sense memory-path` takes a file, but got 2: `a` and `b`'],
  ])('refuses %j', async (args, headline) => {
    const { stderr, status } = await runSense(args)
    expect(stderr).toContain(`sense: ${headline}`)
    expect(status).toBe(2)
  })
})
