import { afterAll, describe, expect, it } from 'vitest'
import { endOf, ProgramFolder, runSense, startSense, untilPrinted } from './sense-process.ts'
import { hasPython, senseAtTerminal } from './terminal.ts'

const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

/** What is printed behind the banner, without the prompts. */
async function answersTo(input: string, args: readonly string[] = []) {
  const { stdout, stderr, status } = await runSense(['repl', '--error-format', 'line', ...args], { input })
  const [banner, ...rest] = stdout.split('\n')
  return { banner, output: rest.join('\n').replaceAll(/sense> |\.\.\. {4}/g, ''), stderr, status }
}

describe('sense repl on a pipe', () => {
  it('has a banner and prompts, shows values, and ends with the input', async () => {
    expect(await runSense([], { input: 'x = 20\nx + 1\nnil\n' })).toEqual({
      stdout: expect.stringMatching(/^Sense \d.*\nsense> sense> 21\nsense> sense> \n$/),
      stderr: '',
      status: 0,
      signal: null,
    })
  })

  it('runs blocks at a blank line, with `else:` in them, and open brackets when they close', async () => {
    const input =
      'if false:\n    print(1)\nelse:\n    print(2)\n\nxs = [1,\n\n 2]\nxs\n"""a\nb"""\ndef f():\n    return 3\n\nf()\n'
    expect(await answersTo(input)).toMatchObject({ output: '2\n[1, 2]\na\nb\n3\n\n', stderr: '', status: 0 })
  })

  it('runs what is there when the input ends', async () => {
    expect(await answersTo('for i in [1, 2]:\n    print(i)')).toMatchObject({ output: '1\n2\n\n', status: 0 })
  })

  it.each(['exit', 'quit', '  exit  '])('ends at %j', async (word) => {
    expect(await answersTo(`1\n${word}\nprint("never")\n`)).toMatchObject({ output: '1\n', status: 0 })
  })

  it('goes on after errors, a stray return and an endless recursion', async () => {
    const { output, stderr, status } = await answersTo(
      'x = 1\nnope\nreturn 3\ndef r(n): return r(n + 1)\nr(0)\n1 / 0\nx = ]\nx\n',
    )
    expect(output).toBe('1\n\n')
    expect(stderr.match(/\[[a-z-]+\]/g)).toEqual([
      '[unknown-name]',
      '[return-outside]',
      '[recursion-too-deep]',
      '[division-by-zero]',
      expect.any(String),
    ])
    expect(status).toBe(0)
  })

  it('answers questions from the same input', async () => {
    expect(await answersTo('name = ask_human("Who?")\nAda\nname\n')).toMatchObject({ output: 'Who?\n> Ada\n\n' })
  })

  it('explains itself, and what it does not know', async () => {
    const { output } = await answersTo(':help\n:halp\n')
    expect(output).toContain('opens a block, which a blank line ends and runs')
    expect(output).toContain('there is no :halp; :help explains what there is')
  })

  it('ends with the status of program.exit', async () => {
    expect(await answersTo('import sense program\nprogram.exit(5)\n1\n')).toMatchObject({ output: '', status: 5 })
  })

  it('--timeout ends each text that takes too long', async () => {
    const { output, stderr, status } = await answersTo('while true: x = 1\n1 + 1\n', ['--timeout', '3'])
    expect(stderr).toContain('[run-timeout]')
    expect({ output, status }).toEqual({ output: '2\n\n', status: 0 })
  })

  it('--dry-run leaves out effects and sums up at the end', async () => {
    const input = 'irreversible action pay(): print("PAID")\nx = pay().verify().commit()\nexit\n'
    const { output } = await answersTo(input, ['--dry-run'])
    expect(output).toContain('DRY RUN')
    expect(output).toContain("irreversible action 'pay' -> committed (dry run")
    expect(output).not.toContain('PAID\n')
  })

  it('Ctrl-C ends what runs and not the prompt; at the prompt it ends with 130', async () => {
    const child = startSense(['repl'])
    const ending = endOf(child)
    const going = untilPrinted(child, 'going')
    child.stdin.write('x = 7\nprint("going")\nwhile true: y = 1\n')
    await going
    await new Promise((resolve) => setTimeout(resolve, 300))
    const shown = untilPrinted(child, '14')
    child.kill('SIGINT')
    child.stdin.write('x + x\n')
    await shown
    child.kill('SIGINT')
    const { stderr, status } = await ending
    expect(stderr).toBe('cancelled\n')
    expect(status).toBe(130)
  })

  it('ends quietly when nobody reads', async () => {
    const child = startSense(['repl'])
    const ending = endOf(child)
    child.stdout.destroy()
    child.stdin.write('print("x")\n'.repeat(100))
    expect(await ending).toMatchObject({ stderr: '', status: 141 })
  })

  it('refuses a file', async () => {
    const { stderr, status } = await runSense(['repl', 'a.sns'])
    expect(stderr).toContain('`sense repl` takes no file\nhint: to run one: `sense run a.sns`')
    expect(status).toBe(2)
  })
})

describe.runIf(hasPython)('sense at a terminal', () => {
  const type = (steps: readonly (readonly [shown: string, typed: string | null])[]) => senseAtTerminal([], steps)

  it('completes names and members, and keeps a history', async () => {
    expect(
      await type([
        ['sense> ', 'total = 41\r'],
        ['sense> ', 'tot\t + 1\r'],
        ['42', null],
        ['sense> ', 'memory notes\r'],
        ['sense> ', 'notes.rem\t\r'],
        ['notes.remember', null],
        ['sense> ', '\u001b[A\u001b[A\u001b[A\r'],
        ['42', null],
        ['sense> ', '\u0004'],
      ]),
    ).toMatchObject({ status: 0 })
  })

  it('Ctrl-C takes back what is typed, and ends what runs', async () => {
    expect(
      await type([
        ['sense> ', 'def f(\r'],
        ['... ', 'half\u0003'],
        ['sense> ', '"t" + "wo"\r'],
        ['two', null],
        ['sense> ', 'while true: print("lo" + "op")\r'],
        ['loop', '\u0003'],
        ['cancelled', null],
        ['sense> ', 'ask_human("W" + "ho?")\r'],
        ['Who?', 'Ada\r'],
        ['sense> ', 'exit\r'],
      ]),
    ).toMatchObject({ status: 0 })
  })

  it('takes several lines that are pasted at once', async () => {
    expect(
      await type([
        ['sense> ', 'def f(n):\r    return n + 1\r\rf(1)\rf(100'],
        ['f(100', ')\r'],
        ['101', null],
        ['sense> ', 'exit\r'],
      ]),
    ).toMatchObject({ status: 0 })
  })

  it('understands how other prompts are left and asked, unless the program has such a name', async () => {
    const first = await type([
      ['sense> ', 'help\r'],
      ['opens a block', null],
      ['sense> ', 'def quit(): return "mi" + "ne"\r'],
      ['sense> ', 'quit()\r'],
      ['mine', null],
      ['sense> ', 'exit()\r'],
    ])
    expect(first).toMatchObject({ status: 0 })
    expect(await type([['sense> ', ':quit\r']])).toMatchObject({ status: 0 })
  })
})
