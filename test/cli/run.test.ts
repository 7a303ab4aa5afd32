import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { endOf, ProgramFolder, runSense, runShell, startSense, untilPrinted } from './sense-process.ts'

const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

describe('sense run', () => {
  it('ends with 0 when the program ends normally', async () => {
    const path = programs.add('hello.sns', 'print("hello, 😀")\n')
    expect(await runSense(['run', path])).toEqual({ stdout: 'hello, 😀\n', stderr: '', status: 0, signal: null })
  })

  it('takes words for the program after --', async () => {
    const path = programs.add('args.sns', 'print(1)\n')
    expect(await runSense(['run', path, '--', '--help', 'x'])).toMatchObject({ stdout: '1\n', status: 0 })
  })

  it('reads the program from standard input', async () => {
    expect(await runSense(['run', '-'], { input: '\uFEFFprint(1)\r\nprint(2)' })).toMatchObject({
      stdout: '1\n2\n',
      status: 0,
    })
    const { stderr, status } = await runSense(['run', '-', '--error-format=line'], { input: 'print(x)\n' })
    expect({ stderr, status }).toEqual({
      stderr: '<stdin>:1:7: SenseNameError[unknown-name]: `x` is not bound here or in any scope around it\n',
      status: 1,
    })
  })

  it('reads a program that cannot be read twice, such as a pipe with a name', async () => {
    const path = programs.add('piped.sns', 'print(1)\n')
    expect(await runShell(`cat ${path} | SENSE run /dev/stdin`)).toMatchObject({ stdout: '1\n', status: 0 })
  })

  it('prints what came before an error, then reports it on standard error, with status 1', async () => {
    const path = programs.add('error.sns', 'print("before")\nprint(1 / 0)\nprint("after")\n')
    const { stdout, stderr, status } = await runSense(['run', path])
    expect({ stdout, status }).toEqual({ stdout: 'before\n', status: 1 })
    expect(stderr).toMatch(/^SenseRuntimeError\[division-by-zero\]: /)
  })

  it('keeps the order of output and report where both go to one place', async () => {
    programs.add('order.sns', 'print("a")\nprint("b")\nprint(1 / 0)\n')
    const { stdout } = await runShell(`SENSE run --error-format line ${join(programs.path, 'order.sns')} 2>&1`)
    expect(stdout).toMatch(/^a\nb\n.*order\.sns:3:9: SenseRuntimeError/)
  })

  it('reports all syntax errors and runs nothing', async () => {
    const path = programs.add('syntax.sns', 'print("never")\nx = = 1\ny = )\n')
    const { stdout, stderr, status } = await runSense(['run', '--error-format', 'json', path])
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
    const reports = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(reports).toMatchObject([
      { class: 'SenseSyntaxError', severity: 'error', file: path, line: 2 },
      { class: 'SenseSyntaxError', severity: 'error', file: path, line: 3 },
    ])
  })

  it('is plain unless colour is wanted', async () => {
    const path = programs.add('colour.sns', 'print(x)\n')
    const coloured = async (environment: Record<string, string>) =>
      (await runSense(['run', path], { environment })).stderr.includes('\u001b[')
    expect(await coloured({})).toBe(false)
    expect(await coloured({ FORCE_COLOR: '1' })).toBe(true)
    expect(await coloured({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false)
  })
})

describe('output', () => {
  it('of 2 MB arrives whole through a slow pipe', async () => {
    const path = programs.add(
      'much.sns',
      'line = "0123456789abcdef" + "0123456789abcde"\nfor i in range(65536): print(line)\n',
    )
    const child = startSense(['run', path])
    let byteCount = 0
    child.stdout.on('data', (chunk: Buffer) => {
      byteCount += chunk.length
      child.stdout.pause()
      setTimeout(() => child.stdout.resume(), 2)
    })
    await new Promise((resolve) => child.on('close', resolve))
    expect(byteCount).toBe(2 * 1024 * 1024)
    expect(child.exitCode).toBe(0)
  })

  it('without an end stops quietly with 141 when its reader goes away', async () => {
    const path = programs.add('endless.sns', 'while true: print("y")\n')
    const child = startSense(['run', path])
    child.stdout.once('data', () => {
      child.stdout.destroy()
    })
    expect(await endOf(child)).toMatchObject({ stderr: '', status: 141 })
  })

  it('that nobody reads from the start ends with 141 too', async () => {
    const path = programs.add('late.sns', 'for i in range(3): print("y" + str(range(100000)))\n')
    const child = startSense(['run', path])
    child.stdout.destroy()
    expect(await endOf(child)).toMatchObject({ stderr: '', status: 141 })
  })

  it('to a full device is an error that says so', async () => {
    const path = programs.add('full.sns', 'print("x")\n')
    const { stderr, status } = await runShell(`SENSE run --error-format line ${path} > /dev/full`)
    expect(status).toBe(1)
    expect(stderr).toContain('SenseRuntimeError[output-failed]: the output cannot be written: no space is left')
  })

  it.each(['--help', '--version', 'run --help'])('of %s to a full device too', async (words) => {
    const { stderr, status } = await runShell(`SENSE ${words} > /dev/full`)
    expect({ stderr, status }).toMatchObject({ stderr: expect.stringContaining('[output-failed]'), status: 1 })
  })

  it.each([
    ['is busy', 'while true: x = 1\n'],
    ['waits', 'ask_human("last?")\n'],
  ])('ends a program that has waited hundreds of times and %s, with 130', async (_what, rest) => {
    // What is printed right after a prompt may be kept for 10 ms.
    const text = `for n in range(300): ask_human("?")\nfor n in range(60000000): x = n\nprint("ready")\n${rest}`
    const child = startSense(['run', programs.add('entered.sns', text)])
    const ending = endOf(child)
    child.stdin.write('\n'.repeat(300))
    await untilPrinted(child, 'ready')
    // Time for the thread that then listens for it.
    await new Promise((resolve) => setTimeout(resolve, 300))
    child.kill('SIGINT')
    expect(await ending).toMatchObject({ stderr: '', status: 130 })
  })
})

it('SIGTERM ends a busy loop as it ends any process', async () => {
  const child = startSense(['run', programs.add('terminated.sns', 'print("ready")\nwhile true: x = 1\n')])
  const ending = endOf(child)
  await untilPrinted(child, 'ready')
  child.kill('SIGTERM')
  expect(await ending).toMatchObject({ status: null, signal: 'SIGTERM' })
})

describe('ask_human', () => {
  const path = programs.add('ask.sns', 'a = ask_human("first?")\nb = ask_human("second?")\nprint([a, b])\n')

  it('takes one line for each question, the last one without a line end', async () => {
    const { stdout, status } = await runSense(['run', path], { input: 'one\r\ntwo' })
    expect({ stdout, status }).toEqual({ stdout: 'first?\n> second?\n> [one, two]\n', status: 0 })
  })

  it('takes answers from a file', async () => {
    const answers = programs.add('answers.txt', 'one\n\n')
    const child = startSense(['run', path])
    createReadStream(answers).pipe(child.stdin)
    expect((await endOf(child)).stdout).toBe('first?\n> second?\n> [one, ]\n')
  })

  it('reports the end of the input at the question', async () => {
    const { stderr, status } = await runSense(['run', '--error-format', 'json', path], { input: 'one\n' })
    expect(status).toBe(1)
    expect(JSON.parse(stderr)).toMatchObject({ class: 'SenseRuntimeError', code: 'no-answer-left', line: 2 })
  })

  it('has nobody to ask where the program took the input and there is no terminal', async () => {
    const options = { input: 'ask_human("name?")\n', detached: true }
    const { stderr, status } = await runSense(['run', '--error-format', 'json', '-'], options)
    expect(status).toBe(1)
    expect(JSON.parse(stderr)).toMatchObject({ class: 'SenseRuntimeError', code: 'nobody-to-ask', line: 1 })
  })
})
