import { afterAll, describe, expect, it } from 'vitest'
import { ProgramFolder, runSense } from './sense-process.ts'

const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

describe('sense run --timeout ends what still runs, with a report and status 1', () => {
  it.each([
    ['a busy loop', 'print("before")\nwhile true: x = 1\n'],
    [
      'a busy loop inside attempt',
      'print("before")\nattempt:\n    while true: x = 1\nfailed p:\n    print("caught")\n',
    ],
    ['a wait', 'print("before")\nprint(ask_human("And?"))\n'],
  ])('%s', async (_what, text) => {
    const path = programs.add('slow.sns', text)
    const { stdout, stderr, status } = await runSense(['run', '--timeout', '0.3', '--error-format', 'json', path])
    expect(stdout).toMatch(/^before\n/)
    expect(stdout).not.toContain('caught')
    expect(JSON.parse(stderr)).toMatchObject({ class: 'SenseRuntimeError', code: 'run-timeout' })
    expect(status).toBe(1)
  })

  it('and does not hold up a program that is done before', async () => {
    const path = programs.add('quick.sns', 'print(1)\n')
    expect(await runSense(['run', '--timeout', '600', path])).toMatchObject({ stdout: '1\n', stderr: '', status: 0 })
  })

  it.each(['0', '-1', 'ten', '1e3', ''])('refuses %j', async (seconds) => {
    const { stderr, status } = await runSense(['run', `--timeout=${seconds}`, 'x.sns'])
    expect(stderr).toContain('`--timeout` needs a number of seconds above 0')
    expect(status).toBe(2)
  })
})
