/** What the modules of Sense have to do with the process that runs a program: its words, its end, its files, `sense doc`. */

import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endOf, ProgramFolder, runSense, runShell, startSense, untilPrinted } from './sense-process.ts'

const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

const run = (name: string, text: string, ...args: readonly string[]) =>
  runSense(['run', '--error-format', 'line', programs.add(name, text), ...args], { folder: programs.path })

describe('program.args', () => {
  it('holds the words after `--`, as they were written', async () => {
    const text = 'import sense program\nprint(program.args, len(program.args))\n'
    expect((await run('args.sns', text, '--', 'a b', '-x', '--', 'é')).stdout).toBe('[a b, -x, --, é] 4\n')
    expect((await run('args.sns', text)).stdout).toBe('[] 0\n')
  })
})

describe('program.exit', () => {
  it.each([
    ['exit()', 0],
    ['exit(0)', 0],
    ['exit(7)', 7],
    ['exit(255)', 255],
  ])('%s ends with that status, without a word', async (call, status) => {
    const text = `import sense program\nprint("first")\nprogram.${call}\nprint("never")\n`
    expect(await run('exit.sns', text)).toEqual({ stdout: 'first\n', stderr: '', status, signal: null })
  })

  it('ends it from anywhere, and nothing catches it', async () => {
    const text = `
import sense program
import sense time
irreversible action leave():
    attempt:
        program.exit(9)
    failed problem:
        print("caught")
async agent runner:
    time.sleep(0.01)
    leave().verify().commit()
start(runner)
time.sleep(60)
print("never")
`
    expect(await run('anywhere.sns', text)).toEqual({ stdout: '', stderr: '', status: 9, signal: null })
  })

  it('reports what failed before and was never awaited, and is then no success', async () => {
    const text = `
import sense program
import sense time
async tool fails(n: Int):
    return n + "a"
fails(1)
time.sleep(0)
time.sleep(0.01)
program.exit(STATUS)
`
    const zero = await run('unawaited.sns', text.replace('STATUS', '0'))
    expect(zero.stderr).toContain('mixed-addition')
    expect(zero.status).toBe(1)
    const three = await run('unawaited.sns', text.replace('STATUS', '3'))
    expect(three.stderr).toContain('mixed-addition')
    expect(three.status).toBe(3)
  })

  it('still prints the summary of a dry run', async () => {
    const path = programs.add('dry-exit.sns', 'import sense program\nprint(1)\nprogram.exit(4)\n')
    const { stdout, status } = await runSense(['run', '--dry-run', path])
    expect(stdout).toMatch(/\n1\n\n--- dry run summary ---\n/)
    expect(status).toBe(4)
  })
})

describe('files in a dry run', () => {
  const text = `
import sense files
import sense program
print(files.write("dry.txt", "x"), files.exists("dry.txt"), program.env("PATH") == nil)
`

  it('are real, and counted, in a plain one', async () => {
    const path = programs.add('dry.sns', text)
    const { stdout } = await runSense(['run', '--dry-run', path], { folder: programs.path })
    expect(stdout).toContain('nil true false\n')
    expect(stdout).toMatch(/\n3 tool calls ran for real: files.write, files.exists, program.env\n$/)
    expect(existsSync(join(programs.path, 'dry.txt'))).toBe(true)
  })

  it('are left out in one that leaves out tools', async () => {
    const path = programs.add('dry-tools.sns', text.replaceAll('dry.txt', 'dry-tools.txt'))
    const { stdout } = await runSense(['run', '--dry-run=tools', path], { folder: programs.path })
    expect(stdout).toContain('nil nil true\n')
    expect(stdout).toContain("[line 4] tool 'files.write' -> called (dry run — body not executed)\n")
    expect(existsSync(join(programs.path, 'dry-tools.txt'))).toBe(false)
  })
})

describe('files', () => {
  it('are taken from the current folder, not from that of the program', async () => {
    const elsewhere = new ProgramFolder()
    const path = programs.add('where.sns', 'import sense files\nfiles.write("here.txt", "x")\n')
    await runSense(['run', path], { folder: elsewhere.path })
    expect(readdirSync(elsewhere.path)).toEqual(['here.txt'])
    elsewhere.remove()
  })

  it('read what is piped in, when it comes', async () => {
    const path = programs.add('piped.sns', 'import sense files\nprint(files.read("/dev/stdin") + "|")\n')
    expect((await runShell(`(echo one; sleep 0.2; echo two) | SENSE run ${path}`)).stdout).toBe('one\ntwo\n|\n')
  })

  it('keep their permissions, and links stay links', async () => {
    const secret = join(programs.path, 'secret')
    writeFileSync(secret, 'old', { mode: 0o600 })
    symlinkSync('secret', join(programs.path, 'link'))
    symlinkSync('made-by-link', join(programs.path, 'dangling'))
    const text = 'import sense files\nfiles.write("link", "new")\nfiles.write("dangling", "x")\n'
    expect((await run('links.sns', text)).stderr).toBe('')
    expect(readFileSync(secret, 'utf8')).toBe('new')
    expect(statSync(secret).mode & 0o777).toBe(0o600)
    expect(lstatSync(join(programs.path, 'link')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(programs.path, 'made-by-link'), 'utf8')).toBe('x')
  })

  it('stay as they were where there is no room', async () => {
    const folder = new ProgramFolder()
    folder.add('kept.txt', 'x'.repeat(300))
    const path = folder.add(
      'room.sns',
      `
import sense files
import sense text
long = text.repeat("y", 1000000)
for f in [files.write, files.append]:
    attempt:
        f("kept.txt", long)
    failed problem:
        print(problem.code, problem.message)
print(files.read("kept.txt") == text.repeat("x", 300), files.list("."))
`,
    )
    // No file may grow beyond 100 blocks; the signal that says so is ignored, so the write itself fails.
    const { stdout } = await runShell(`cd ${folder.path}; trap '' XFSZ; ulimit -f 100; SENSE run ${path}`)
    expect(stdout).toBe(
      ['write', 'append']
        .map((name) => `path-refused \`files.${name}\` failed at \`kept.txt\`: the file has become too large\n`)
        .join('') + 'true [kept.txt, room.sns]\n',
    )
    folder.remove()
  })

  it('are whole at every moment, also when the process is killed', async () => {
    const folder = new ProgramFolder()
    const path = folder.add(
      'whole.sns',
      `
import sense files
import sense text
a = text.repeat("a", 3000000)
b = text.repeat("b", 3000000)
files.write("whole.txt", a)
print("ready")
while true:
    files.write("whole.txt", b)
    files.write("whole.txt", a)
`,
    )
    for (let round = 0; round < 2; round += 1) {
      const child = startSense(['run', path], { folder: folder.path })
      await untilPrinted(child, 'ready')
      for (let look = 0; look < 20; look += 1) {
        expect(isWhole(join(folder.path, 'whole.txt'))).toBe(true)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      const ended = endOf(child)
      child.kill(round % 2 === 0 ? 'SIGKILL' : 'SIGINT')
      const { status } = await ended
      if (round % 2 === 1) expect(status).toBe(130)
      expect(isWhole(join(folder.path, 'whole.txt'))).toBe(true)
    }
    folder.remove()
  })

  it('leave nothing behind when Ctrl-C breaks a write off', async () => {
    const folder = new ProgramFolder()
    const path = folder.add(
      'broken-off.sns',
      `
import sense files
import sense text
a = text.repeat("a", 30000000)
print("ready")
while true:
    files.write("whole.txt", a)
`,
    )
    for (let round = 0; round < 3; round += 1) {
      const child = startSense(['run', path], { folder: folder.path })
      await untilPrinted(child, 'ready')
      await new Promise((resolve) => setTimeout(resolve, 40 + 17 * round))
      const ended = endOf(child)
      child.kill('SIGINT')
      expect((await ended).status).toBe(130)
      expect(readdirSync(folder.path).filter((name) => name.startsWith('.sense-'))).toEqual([])
    }
    folder.remove()
  })
})

/** Whether it holds three million times the same letter. */
function isWhole(path: string): boolean {
  const seen = readFileSync(path)
  return seen.equals(Buffer.alloc(3_000_000, seen[0]))
}

describe('Ctrl-C', () => {
  const pipe = join(programs.path, 'pipe')
  let held: number

  beforeAll(() => {
    execFileSync('mkfifo', [pipe])
    // Open for reading and writing, so that the pipe has a writer that never writes.
    held = openSync(pipe, 'r+')
  })

  afterAll(() => {
    closeSync(held)
  })

  it.each([
    ['a sleep', 'time.sleep(1000)'],
    ['a pattern that takes for ever', 'text.matches(text.repeat("a", 40) + "b", "(a+)+$")'],
    ['a long replacement', 'text.replace_all(text.repeat("a", 60) + "b", "(a|aa)+$", "x")'],
    ['a callback that never ends', 'arrays.map([1], forever)'],
    ['a read of a pipe that nobody fills', 'files.read("pipe")'],
  ])('ends %s', async (_, call) => {
    const text = `
import sense arrays
import sense files
import sense text
import sense time
def forever(x):
    while true:
        x = x + 1
print("ready")
${call}
`
    const child = startSense(['run', programs.add('ctrl-c.sns', text)], { folder: programs.path })
    const ended = endOf(child)
    await untilPrinted(child, 'ready')
    await new Promise((resolve) => setTimeout(resolve, 200))
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ stdout: 'ready\n', stderr: '', status: 130 })
  })
})

describe('--timeout', () => {
  it('ends a pattern that takes for ever', async () => {
    const text = 'import sense text\ntext.matches(text.repeat("a", 40) + "b", "(a+)+$")\n'
    const path = programs.add('endless.sns', text)
    const { stderr, status } = await runSense(['run', '--timeout', '1', '--error-format', 'line', path])
    expect(stderr).toContain('SenseRuntimeError[run-timeout]')
    expect(status).toBe(1)
  })
})

describe('sense doc', () => {
  it('lists the modules', async () => {
    const { stdout, status } = await runSense(['doc'])
    expect(status).toBe(0)
    expect(stdout).toContain('  text      what can be asked of Strings and made of them\n')
    expect(stdout).toContain('  program   ')
  })

  it('explains a module with all its members', async () => {
    const { stdout, status } = await runSense(['doc', 'text'])
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^text: what can be asked .*\n\n {4}import sense text\n\ntext\.split\(s, separator\?\)\n {4}An Array/,
    )
    expect(stdout).toContain('\ntext.replace_all(s, pattern, new)\n')
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('explains one member', async () => {
    expect((await runSense(['doc', 'math.pi'])).stdout).toMatch(/^math\.pi\n {4}The Float 3\.14\d+, half/)
    expect((await runSense(['doc', 'records.new'])).stdout).toMatch(/^records\.new\(label: value, \.\.\.\)\n/)
  })

  it.each([
    ['txt', 'Sense has no module `txt` of its own', 'a name close to it is `text`'],
    ['text.splt', 'the module `text` has no `splt`', 'a name close to it is `split`'],
    ['time.zone', 'the module `time` has no `zone`', 'its members are `now`, `iso` and `sleep`'],
    ['__proto__', 'Sense has no module `__proto__` of its own', 'the modules are `text`'],
  ])('says what is wrong with `%s`', async (name, headline, hint) => {
    const { stderr, stdout, status } = await runSense(['doc', name])
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
    expect(stderr).toContain(`sense: ${headline}\nhint: ${hint}`)
  })

  it('takes one name', async () => {
    const { stderr, status } = await runSense(['doc', 'text', 'math'])
    expect(status).toBe(2)
    expect(stderr).toContain('`sense doc` takes one name, but got 2')
    expect((await runSense(['doc', '--help'])).stdout).toMatch(/^sense doc: explain the modules/)
  })
})
