/** The Python process itself: order of output, ways to end, calls that others do not wait for, objects that are released. */

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { killHosts, runAndEnd } from '../../soak/python-trial.ts'
import { createPythonProcesses } from '../../src/adapters/python/python-processes.ts'
import { runSource } from '../support/run-source.ts'
import { pythonPath, runBeside, runCommand, runInFolder, shown } from './python-process.ts'

const helper = `
import os, sys, subprocess, time
def say(text):
    print(text)
    sys.stdout.flush()
    subprocess.run(["echo", text + " again"])
def busy():
    print("busy", flush=True)
    while True: pass
def at_end(path):
    import atexit
    file = open(path, "w")
    file.write("kept")
    atexit.register(lambda: print("at exit"))
    return file
`

const inFolder = (text: string, ...args: readonly string[]) => inFolderWith({}, text, ...args)
const inFolderWith = (options: Parameters<typeof runCommand>[2], text: string, ...args: readonly string[]) =>
  runInFolder({ 'helper.py': helper, 'main.sns': text }, async (folder) => {
    const run = await runCommand(folder, ['run', ...args, 'main.sns'], options)
    return { ...run, pythons: pythonsIn(folder) }
  })

/** The Pythons whose current folder this is. */
function pythonsIn(folder: string): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => {
    try {
      const isIn = readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`PWD=${folder}\0`)
      return isIn && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('bridge.py')
    } catch {
      return false
    }
  }).length
}

it('prints in order with the program, and with what Python starts', async () => {
  const text =
    'import python "helper" as h\nprint("one")\nh.say("two")\nprint("three")\nh.sys.stdout.write("four\\n")\nprint("five")\n'
  const expected = 'one\ntwo\ntwo again\nthree\nfour\nfive\n'
  expect(await inFolder(text)).toMatchObject({ output: expected, status: 0 })
  expect(await runBeside({ 'helper.py': helper }, text)).toBe(expected)
})

it.each([
  ['s.exit(7)', 7, ''],
  ['s.exit()', 0, ''],
  ['s.exit(300)', 44, ''],
  ['s.exit(true)', 1, ''],
  ['s.exit("sorry")', 1, 'sorry\n'],
  ['attempt:\n    s.exit(5)\nfailed p:\n    print("caught")', 5, ''],
  ['test "t":\n    s.exit(5)\nprint("went on")', 5, ''],
])('ends with the status of sys.exit: %s', async (text, status, errors) => {
  const run = await inFolder(`import python "sys" as s\n${text}\n`)
  expect(run.status).toBe(status)
  expect(run.output).toBe('')
  expect(run.errors).toBe(errors)
})

it('lets Python finish at the end of the program, also after an error', async () => {
  await runInFolder(
    { 'helper.py': helper, 'main.sns': 'import python "helper" as h\nf = h.at_end("f.txt")\nassert(false)\n' },
    async (folder) => {
      const run = await runCommand(folder, ['run', 'main.sns'])
      expect(run).toMatchObject({ output: 'at exit\n', status: 1 })
      expect(readFileSync(`${folder}/f.txt`, 'utf8')).toBe('kept')
    },
  )
})

it.each([
  ['SIGINT', { status: 130, signal: null }],
  ['SIGTERM', { status: null, signal: 'SIGTERM' }],
] as const)('ends at once when it gets %s while Python computes', async (signal, ending) => {
  let sentAt = 0
  const onOutput = (output: string, kill: (signal: NodeJS.Signals) => void): void => {
    if (sentAt > 0 || !output.includes('busy')) return
    sentAt = performance.now()
    kill(signal)
  }
  const run = await inFolderWith({ onOutput }, 'import python "helper" as h\nh.busy()\n')
  // A tenth of a second on a machine that has nothing else to do.
  expect(performance.now() - sentAt).toBeLessThan(3_000)
  expect(run).toMatchObject({ output: 'busy\n', ...ending })
  if (signal === 'SIGINT') expect(run.pythons).toBe(0)
})

it('ends after --timeout while Python computes', async () => {
  const run = await inFolder('import python "helper" as h\nh.busy()\n', '--timeout', '3')
  expect(run).toMatchObject({ status: 1, pythons: 0 })
  expect(run.errors).toContain('SenseRuntimeError[run-timeout]')
})

it('reads standard input, and ends quietly when nobody reads its output', async () => {
  const text = 'import python "builtins" as py\nprint("hi", py.input(""))\n'
  expect(await inFolderWith({ input: 'bob\n' }, text)).toMatchObject({ output: 'hi bob\n', status: 0 })
  for (const unbuffered of ['', '1']) {
    const loop = 'import python "builtins" as py\nwhile true: py.print("y")\n'
    await runInFolder({ 'main.sns': loop }, async (folder) => {
      const line = `"${process.execPath}" --stack-size=3900 "${process.cwd()}/dist/cli.js" run main.sns | head -1; echo \${PIPESTATUS[0]}`
      const { spawnSync } = await import('node:child_process')
      const environment = { ...process.env, PYTHONUNBUFFERED: unbuffered }
      const shell = spawnSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8', env: environment })
      expect(shell).toMatchObject({ stdout: 'y\n141\n', stderr: '' })
    })
  }
})

it.each([
  ['/nowhere/python', 'python-missing'],
  ['/bin/true', 'python-not-started'],
  ['/etc/passwd', 'python-not-started'],
])('says why there is no Python: %s', async (command, code) => {
  const environment = { SENSE_PYTHON: command }
  const run = await inFolderWith({ environment }, 'print("one")\nimport python "math"\n', '--error-format', 'line')
  expect(run).toMatchObject({ output: 'one\n', status: 1 })
  expect(run.errors).toContain(`main.sns:2:1: SenseImportError[${code}]`)
})

it('has the whole environment, and looks in the folder of the importing file first', async () => {
  const run = await inFolderWith(
    { environment: { SECRET_OF_MINE: 'shown' } },
    'import python "os" as os\nimport python "sys" as sys\nprint(os.environ["SECRET_OF_MINE"], sys.path[0] == os.getcwd(), sys.executable)\n',
  )
  expect(run.output).toBe(`shown true ${pythonPath}\n`)
})

it('lets others go on during a call, one call after the other', async () => {
  const text = `
import python "time" as time
import python "math" as math
log = []
async agent slow:
    push(log, "slow begins")
    time.sleep(0.2)
    push(log, "slow ends")
async agent quick:
    push(log, "quick begins")
    push(log, math.sqrt(4))
start(slow)
start(quick)
await(quick)
await(slow)
print(log)
async tool fails():
    return math.sqrt(-1)
f = fails()
attempt:
    await(f)
failed p:
    print(p.message, p.line)
async tool leaves():
    import python "os" as os
    os._exit(4)
attempt:
    await(leaves())
failed p:
    print(p.message)
`
  expect(await runBeside({}, text)).toBe(
    '[slow begins, quick begins, slow ends, 2.0]\n' +
      'Python raised ValueError: math domain error 18\nthe Python process has ended: with status 4\n',
  )
})

it('asks in between without waiting for the event loop', async () => {
  const text = `
import python "time" as time
import python "math" as math
async agent slow:
    x = time.sleep(0.1)
    y = math.sqrt(9)
start(slow)
async agent other:
    z = math.pi
    s = str(math)
start(other)
await(other)
await(slow)
print(slow.y, other.z > 3, other.s)
`
  expect(await runBeside({}, text)).toMatch(/^3\.0 true <module 'math'/)
})

it('releases objects in a loop that never waits', async () => {
  const text = `
import python "helper" as h
from python gc import collect
i = 0
while i < 30000:
    x = h.Thing()
    i = i + 1
seen = 0
while h.Thing.alive > 20000 and seen < 2000:
    x = h.Thing()
    seen = seen + 1
    h.time.sleep(0.001)
print(h.Thing.alive < 25000)
`
  const counted = `
import time
class Thing:
    alive = 0
    def __init__(self): Thing.alive += 1
    def __del__(self): Thing.alive -= 1
`
  expect(await runBeside({ 'helper.py': counted }, text)).toBe('true\n')
})

it('leaves no process behind: a sample of `npm run soak -- python`', async () => {
  expect(await killHosts(9)).toEqual({ done: 9, left: 0, wrong: 0 })
  expect(await runAndEnd(7)).toEqual({ done: 7, left: 0, wrong: 0 })
}, 120_000)

it('keeps two programs apart', async () => {
  const program = (n: number) =>
    `import python "sys" as sys\nimport python "builtins" as py\npy.setattr(sys, "mine", ${n})\nfor i in range(50): sys.mine\nprint(sys.mine)\n`
  const runs = await Promise.all([runSource(program(1)), runSource(program(2))])
  expect(runs.map(shown)).toEqual(['1\n', '2\n'])
})

it('leaves no file open, and says in words why Python cannot be started', async () => {
  const openCount = () => readdirSync('/proc/self/fd').length
  const output = { onOutput: () => undefined, onErrorOutput: () => undefined }
  const startWith = async (variables: Readonly<Record<string, string>>) => {
    const environment = { ...process.env, ...variables }
    const pythons = createPythonProcesses({ environment, input: 'ignore', output })
    await pythons.prepare()
    try {
      pythons.start()
    } finally {
      await pythons.closeAll(new AbortController().signal)
    }
  }
  await startWith({})
  const before = openCount()
  await startWith({})
  await expect(startWith({ SENSE_PYTHON: '/bin/true' })).rejects.toMatchObject({ kind: 'not-python' })
  const isTooLong = 'its arguments and environment are longer than the system allows (E2BIG)'
  await expect(startWith({ LONG: 'x'.repeat(3_000_000) })).rejects.toMatchObject({ detail: isTooLong })
  vi.stubEnv('TMPDIR', '/no/such/folder')
  const hasNoFile = 'no file for its output can be made in the folder for temporary files (ENOENT)'
  await expect(startWith({}).finally(() => vi.unstubAllEnvs())).rejects.toMatchObject({ detail: hasNoFile })
  expect(openCount()).toBe(before)
})
