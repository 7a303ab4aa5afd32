import { afterAll, describe, expect, it } from 'vitest'
import { endOf, ProgramFolder, runSense, runShell, startSense, untilPrinted } from './sense-process.ts'

const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

const header = 'DRY RUN — no actions will actually commit\n\n'

const pay = `
irreversible action pay(cents: Int) requires money.send:
    print("never")
    return cents
`

describe('sense run --dry-run', () => {
  it('prints a line before, the output, and the audit log after it', async () => {
    const path = programs.add('pay.sns', `${pay}p = pay(5).verify()\nprint(p.commit(), p.state)\n`)
    const expected = {
      stdout: `${header}nil committed

--- dry run summary ---
[line 5] irreversible action 'pay' -> prepared
[line 5] irreversible action 'pay' -> verified
[line 6] irreversible action 'pay' -> committed (dry run — body not executed)
`,
      stderr: '',
      status: 0,
      signal: null,
    }
    expect(await runSense(['run', '--dry-run', path])).toEqual(expected)
    expect(await runSense(['run', path, '--dry-run'])).toEqual(expected)
    expect(await runSense(['run', '--dry-run=tools', path])).toEqual(expected)
  })

  it('says so where no action was prepared', async () => {
    const path = programs.add('plain.sns', 'print(1)\n')
    expect((await runSense(['run', '--dry-run', path])).stdout).toBe(
      `${header}1\n\n--- dry run summary ---\n(no actions were prepared)\n`,
    )
  })

  it('prints the summary after an error too', async () => {
    const path = programs.add('error.sns', `${pay}p = pay(5)\nprint("before")\np.commit()\n`)
    const { stdout, stderr, status } = await runSense(['run', '--dry-run', '--error-format', 'line', path])
    expect({ stdout, status }).toEqual({
      stdout: `${header}before\n\n--- dry run summary ---\n[line 5] irreversible action 'pay' -> prepared\n`,
      status: 1,
    })
    expect(stderr).toContain(':7:3: SenseRuntimeError[wrong-action-step]: ')
  })

  it('puts the report between the output and the summary where all goes to one place', async () => {
    const path = programs.add('order.sns', 'print("before")\nprint(x)\n')
    const { stdout } = await runShell(`SENSE run --dry-run --error-format line ${path} 2>&1`)
    expect(stdout).toMatch(/before\n.*SenseNameError.*\n\n--- dry run summary ---\n\(no actions were prepared\)\n$/)
  })

  it('runs nothing of a file with a syntax error', async () => {
    const path = programs.add('syntax.sns', 'print("never")\nx = = 1\n')
    const { stdout, status } = await runSense(['run', '--dry-run', path])
    expect({ stdout, status }).toEqual({
      stdout: `${header}\n--- dry run summary ---\n(no actions were prepared)\n`,
      status: 1,
    })
  })

  it('prints nothing about a file that cannot be read', async () => {
    const { stdout, status } = await runSense(['run', '--dry-run', 'no-such-file.sns'])
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  })

  it('prints the summary of a program that Ctrl-C stopped', async () => {
    const path = programs.add('endless.sns', `${pay}pay(1)\nprint("ready")\nwhile true: x = 1\n`)
    const child = startSense(['run', '--dry-run', path])
    const ending = endOf(child)
    await untilPrinted(child, 'ready')
    child.kill('SIGINT')
    const { stdout, status } = await ending
    expect(status).toBe(130)
    expect(stdout).toMatch(/ready\n\n--- dry run summary ---\n\[line 5\] irreversible action 'pay' -> prepared\n$/)
  })

  it('ends quietly with 141 where nobody reads', async () => {
    const path = programs.add('unread.sns', 'print(1)\n')
    const child = startSense(['run', '--dry-run', path])
    child.stdout.destroy()
    expect(await endOf(child)).toMatchObject({ stderr: '', status: 141 })
  })
})

describe('tools in a dry run', () => {
  const path = programs.add(
    'tools.sns',
    `tool rate() returns Int "the rate": return 3
model m = inference("mock", "m", script: ["call rate {}", "It is {result}."])
set delegation = m
print(rate())
print(ask_with_tools("the rate?", [rate]).value)
`,
  )

  it('are called, and counted at the end', async () => {
    const { stdout } = await runSense(['run', '--dry-run', path])
    expect(stdout).toBe(`${header}3
It is 3.

--- dry run summary ---
[line 4] tool 'rate' -> called
[line 5] tool 'rate' -> called
2 tool calls ran for real: rate (2)
`)
  })

  it('are not called with --dry-run=tools, also where --dry-run is there too', async () => {
    for (const options of [['--dry-run=tools'], ['--dry-run=tools', '--dry-run']]) {
      const { stdout } = await runSense(['run', ...options, path])
      expect(stdout).toBe(`${header}nil
It is not run (dry run).

--- dry run summary ---
[line 4] tool 'rate' -> called (dry run — body not executed)
[line 5] tool 'rate' -> called (dry run — body not executed)
`)
    }
  })
})
