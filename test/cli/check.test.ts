import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { ProgramFolder, runSense } from './sense-process.ts'

const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

const clean = programs.add('clean.sns', 'x = 1\nprint(x)\n')
const warned = programs.add('warned.sns', 'x = 1\nx == 2\nif not x == 3: print(x)\n')
const wrong = programs.add('wrong.sns', 'x = = 1\ny = )\n')

describe('sense check', () => {
  it('says that there is nothing to say, with status 0', async () => {
    expect(await runSense(['check', clean])).toEqual({
      stdout: '1 file: 0 errors, 0 warnings\n',
      stderr: '',
      status: 0,
      signal: null,
    })
  })

  it('reports warnings in order of place, with status 0', async () => {
    const { stdout, stderr, status } = await runSense(['check', '--error-format', 'line', warned, clean])
    expect(stdout).toBe('2 files: 0 errors, 2 warnings\n')
    expect(stderr).toMatch(
      /^.*warned\.sns:2:1: warning\[no-effect\]: .*\n.*warned\.sns:3:4: warning\[negated-comparison\].*\n$/,
    )
    expect(status).toBe(0)
  })

  it('reports all syntax errors, with status 1', async () => {
    const { stdout, stderr, status } = await runSense(['check', '--error-format', 'line', wrong])
    expect(stdout).toBe('1 file: 2 errors, 0 warnings\n')
    expect(stderr.match(/SenseSyntaxError/g)).toHaveLength(2)
    expect(status).toBe(1)
  })

  it('reads standard input, and runs nothing', async () => {
    const { stdout, stderr, status } = await runSense(['check', '-', '--error-format=line'], {
      input: 'print(1)\nnope\n',
    })
    expect(stdout).toBe('1 file: 0 errors, 2 warnings\n')
    expect(stderr).toContain('<stdin>:2:1: warning[never-bound]: `nope` is not bound when this runs')
    expect(status).toBe(0)
  })

  it('--json prints one object a line on standard output, fixes included', async () => {
    const { stdout, stderr, status } = await runSense(['check', '--json', warned, wrong])
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(records.map(({ code, severity, line }) => [code, severity, line])).toEqual([
      ['no-effect', 'warning', 2],
      ['negated-comparison', 'warning', 3],
      ['unexpected', 'error', 1],
      ['extra-bracket', 'error', 2],
    ])
    expect(records[1]?.['fix']).toMatchObject({
      isCertain: false,
      edits: [
        { line: 3, text: ' (' },
        { line: 3, text: ')' },
      ],
    })
    expect({ stderr, status }).toEqual({ stderr: '', status: 1 })
  })

  it('--fix makes the certain changes, one after the other, and reports the rest', async () => {
    const path = programs.add(
      'habits.sns',
      "import sense text\nx = null\nif x === 1 && !x:\n    x += 2;\nelif x: print('a')\nx == 1\n",
    )
    const { stdout, stderr, status } = await runSense(['check', '--fix', '--error-format=line', path])
    expect(readFileSync(path, 'utf8')).toBe(
      'x = nil\nif x == 1 and not x:\n    x = x + 2\nelse if x: print("a")\nx == 1\n',
    )
    expect(stdout).toMatch(/^.*habits\.sns: \d+ problems mended\n1 file: 0 errors, 1 warning\n$/)
    expect(stderr).toContain('habits.sns:5:1: warning[no-effect]')
    expect(status).toBe(0)
  })

  it('does the other files where one cannot be read, with status 2', async () => {
    const { stdout, stderr, status } = await runSense(['check', 'none.sns', clean])
    expect(stdout).toBe('1 file: 0 errors, 0 warnings; 1 file not read\n')
    expect(stderr).toContain('SenseImportError[file-missing]')
    expect(status).toBe(2)
  })

  it.each([
    [['check'], '`sense check` needs a file or a folder'],
    [['check', '--fix', '-'], '`--fix` cannot write to standard input'],
  ])('refuses %j', async (args, headline) => {
    const { stderr, status } = await runSense(args)
    expect(stderr).toContain(headline)
    expect(status).toBe(2)
  })
})
