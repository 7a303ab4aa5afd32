import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { endOf, ProgramFolder, runSense, startSense, untilPrinted } from './sense-process.ts'

const programs = new ProgramFolder()
mkdirSync(join(programs.path, 'deep/inner'), { recursive: true })
mkdirSync(join(programs.path, 'empty'))

afterAll(() => {
  programs.remove()
})

const mixed = programs.add(
  'mixed_test.sns',
  'print("out")\ntest "one":\n    assert(true)\ntest "two & <more>":\n    assert(1 == 2, "first line\\nsecond line")\ntest "three": 1 / 0\n',
)

describe('sense test', () => {
  it('shows name, output and results of a file, and counts', async () => {
    expect(await runSense(['test', mixed])).toEqual({
      stdout:
        `${mixed}\nout\n  PASS  one\n  FAIL  two & <more>\n        first line\n        second line\n` +
        '  FAIL  three\n        a number cannot be divided by zero\n\n1 file, 3 tests: 1 passed, 2 failed\n',
      stderr: expect.stringContaining('FAIL  SenseRuntimeError[assertion-failed]: first line\n') as string,
      status: 1,
      signal: null,
    })
  })

  it('reports where each test failed', async () => {
    const path = programs.add(
      'where_test.sns',
      'def half(n): return n / 0\ntest "a":\n    half(1)\ntest "b":\n    assert(1 == 2)\n',
    )
    const { stderr } = await runSense(['test', path])
    expect(stderr).toBe(`  FAIL  SenseRuntimeError[division-by-zero]: a number cannot be divided by zero
  --> ${path}:1:23
   |
 1 | def half(n): return n / 0
   |                       ^
   |
call stack
   half   called at ${path}:3:5
hint: compare the divisor with 0 first

  FAIL  SenseRuntimeError[assertion-failed]: assertion failed
  --> ${path}:5:5
   |
 5 |     assert(1 == 2)
   |     ^^^^^^
   |
left: 1
right: 2

`)
    const lines = await runSense(['test', '--error-format', 'line', path])
    expect(lines.stderr).toContain(`  FAIL  ${path}:5:5: SenseRuntimeError[assertion-failed]: assertion failed\n`)
  })

  it('finds test files below a folder, sorted, and no others', async () => {
    programs.add('deep/test_b.sns', 'test "b": nil\n')
    programs.add('deep/inner/a_test.sns', 'test "a": nil\n')
    programs.add('deep/program.sns', 'print("no test")\n')
    const { stdout, status } = await runSense(['test', 'deep'], { folder: programs.path })
    expect(stdout).toBe(
      'deep/inner/a_test.sns\n  PASS  a\n\ndeep/test_b.sns\n  PASS  b\n\n2 files, 2 tests: 2 passed, 0 failed\n',
    )
    expect(status).toBe(0)
  })

  it('reports an error outside any test; tests before it count', async () => {
    const path = programs.add('broken_test.sns', 'test "before": nil\nprint(nope)\ntest "after": nil\n')
    const { stdout, stderr, status } = await runSense(['test', path, '--error-format', 'line'])
    expect(stdout).toBe(`${path}\n  PASS  before\n\n1 file, 1 test: 1 passed, 0 failed\n`)
    expect(stderr).toBe(
      `  ERROR  ${path}:2:7: SenseNameError[unknown-name]: \`nope\` is not bound here or in any scope around it\n`,
    )
    expect(status).toBe(1)
  })

  it('goes on behind a file with a syntax error', async () => {
    const wrong = programs.add('wrong_test.sns', 'x = (\n')
    const { stdout, stderr, status } = await runSense(['test', wrong, mixed, '--filter', 'one'])
    expect(stdout).toContain('2 files, 1 test: 1 passed, 0 failed\n')
    expect(stderr).toMatch(/^ {2}ERROR {2}SenseSyntaxError\[unclosed-bracket\]/)
    expect(status).toBe(1)
  })

  it('says where there are no tests, with status 0, and reports a missing path with status 1', async () => {
    expect(await runSense(['test', 'empty'], { folder: programs.path })).toMatchObject({
      stdout: 'no test files found under empty (looked for test_*.sns / *_test.sns)\n',
      status: 0,
    })
    const { stderr, status } = await runSense(['test', 'none'], { folder: programs.path })
    expect(stderr).toContain('SenseImportError[file-missing]')
    expect(status).toBe(1)
  })

  it('says that a file has no test', async () => {
    const { stdout, stderr, status } = await runSense(['test', programs.add('plain.sns', 'print(1)\n')])
    expect(stdout).toMatch(/\n1 file, 0 tests: 0 passed, 0 failed\n$/)
    expect(stderr).toMatch(/^sense: no tests found\nhint: /)
    expect(status).toBe(0)
  })

  it('--filter runs only tests of such names, and everything outside tests', async () => {
    const { stdout, status } = await runSense(['test', '--filter', 'one', mixed])
    expect(stdout).toBe(`${mixed}\nout\n  PASS  one\n\n1 file, 1 test: 1 passed, 0 failed\n`)
    expect(status).toBe(0)
  })

  it('--json prints one object a line', async () => {
    const { stdout, stderr, status } = await runSense(['test', '--json', mixed])
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(records).toMatchObject([
      { kind: 'output', file: mixed, text: 'out\n' },
      { kind: 'test', file: mixed, name: 'one', status: 'passed', problem: null },
      { kind: 'test', name: 'two & <more>', status: 'failed', problem: { class: 'SenseRuntimeError', line: 5 } },
      { kind: 'test', name: 'three', status: 'failed', problem: { code: 'division-by-zero' } },
      { kind: 'file', file: mixed, tests: 3 },
      { kind: 'summary', files: 1, tests: 3, passed: 1, failed: 2 },
    ])
    expect({ stderr, status }).toEqual({ stderr: '', status: 1 })
  })

  it('--junit writes the results as XML', async () => {
    const path = join(programs.path, 'results.xml')
    await runSense(['test', '--junit', path, mixed, programs.add('late_test.sns', 'nope\n')])
    const xml = readFileSync(path, 'utf8')
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites>\n/)
    expect(xml).toContain(`<testsuite name="${mixed}" tests="3" failures="2" errors="0" time="`)
    expect(xml).toContain(`<testcase classname="${mixed}" name="one"/>`)
    expect(xml).toContain('name="two &amp; &lt;more&gt;"')
    expect(xml).toMatch(/<error type="SenseNameError" message="`nope` is not bound/)
    expect(xml.match(/<failure /g)).toHaveLength(2)
  })

  it.each([[[]], [['--json']]])('a filter that fits no test is no success: %j', async (options) => {
    const { stderr, status } = await runSense(['test', '--filter', 'non', mixed, ...options])
    expect(stderr).toBe(
      'sense: no test was run: none has `non` in its name\n' +
        'hint: upper and lower case count; without `--filter` all tests are run\n',
    )
    expect(status).toBe(1)
  })

  it('--junit writes its file where there is no test too, and tells where it cannot', async () => {
    const path = join(programs.path, 'none.xml')
    const { stdout, status } = await runSense(['test', '--junit', path, 'empty'], { folder: programs.path })
    expect(stdout).toBe('no test files found under empty (looked for test_*.sns / *_test.sns)\n')
    expect(readFileSync(path, 'utf8')).toContain('<testsuites>\n</testsuites>\n')
    expect(status).toBe(0)
    for (const folder of ['empty', mixed]) {
      const failed = await runSense(['test', '--junit', '/nope/x', folder], { folder: programs.path })
      expect(failed.stderr).toContain(
        'SenseRuntimeError[file-not-written]: `/nope/x` cannot be written: there is no such',
      )
      expect(failed.stderr).toContain('hint: make the folder first, or correct the path\n')
      expect(failed.status).toBe(1)
    }
  })

  it('--timeout ends each file that takes too long, and goes on with the next', async () => {
    const slow = programs.add('slow_test.sns', 'test "done": nil\nwhile true: x = 1\n')
    // Long enough for what ends by itself on a machine with much else to do.
    const { stdout, stderr, status } = await runSense(['test', '--timeout', '5', slow, mixed, '--filter', 'on'])
    expect(stdout).toContain(`${slow}\n  PASS  done\n\n`)
    expect(stdout).toContain('2 files, 2 tests: 2 passed, 0 failed\n')
    expect(stderr).toContain('  ERROR  SenseRuntimeError[run-timeout]')
    expect(status).toBe(1)
  })

  it('--dry-run runs no body of an action', async () => {
    const path = programs.add(
      'effect_test.sns',
      'irreversible action pay(): print("PAID")\ntest "pays": pay().verify().commit()\n',
    )
    const { stdout, status } = await runSense(['test', '--dry-run', path])
    expect(stdout).toContain('DRY RUN — no actions will actually commit\n\n  PASS  pays\n')
    expect(stdout).toContain('--- dry run summary ---\n')
    expect(stdout).not.toContain('PAID')
    expect(status).toBe(0)
  })

  it('ends at Ctrl-C with status 130', async () => {
    const path = programs.add('endless_test.sns', 'print("going")\nwhile true: x = 1\n')
    const child = startSense(['test', path, mixed])
    const ending = endOf(child)
    await untilPrinted(child, 'going')
    child.kill('SIGINT')
    const { stdout, status } = await ending
    expect(status).toBe(130)
    expect(stdout).not.toContain('PASS')
  })
})
