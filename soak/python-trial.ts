/**
 * Programs that use Python, killed and run again and again, and a count of the processes that are left afterwards.
 *
 * Whatever a program starts has the environment of the command, so a variable of ours marks it, and `/proc` finds it.
 */

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { marked, markVariable } from '../test/support/marked-processes.ts'

const command = join(import.meta.dirname, '..', 'dist', 'cli.js')

/** What a program may be doing when its host is killed. */
const busyPrograms = [
  // Python computes, in its own code and in one call of C.
  'import python "builtins" as py\nprint("ready")\npy.exec("while True: pass")\n',
  'import python "builtins" as py\nprint("ready")\npy.pow(7, 10000000)\n',
  // Python waits for us.
  'import python "math" as math\nprint("ready")\nwhile true: x = 1\n',
  'import python "math" as math\nprint("ready")\nwhile true: math.sqrt(2)\n',
  // Python sleeps, has started another process, and one that left its group.
  'import python "time" as time\nprint("ready")\ntime.sleep(1000)\n',
  'import python "subprocess" as sub\nchild = sub.Popen(["sleep", "1000"])\nprint("ready")\nchild.wait()\n',
  'import python "subprocess" as sub\nchild = sub.Popen(["sleep", "1000"], start_new_session: true)\nprint("ready")\nchild.wait()\n',
  // Python starts just now.
  'print("ready")\nimport python "math" as math\nmath.sqrt(2)\nimport python "time" as time\ntime.sleep(1000)\n',
  // The call is one that others do not wait for.
  'import python "time" as time\nasync agent a:\n    time.sleep(1000)\nstart(a)\nprint("ready")\nawait(a)\n',
]

/** Programs that end, with the status they end with. */
const endingPrograms: readonly (readonly [string, number])[] = [
  ['import python "math" as math\nprint(math.sqrt(2))\n', 0],
  ['import python "math" as math\nmath.sqrt("x")\n', 1],
  ['import python "sys" as sys\nsys.exit(7)\n', 7],
  ['import python "os" as os\nos._exit(3)\n', 1],
  [
    'import python "os" as os\nattempt:\n    os.abort()\nfailed p:\n    print(p.code)\nimport python "math" as math\nmath.sqrt(2)\n',
    0,
  ],
  ['import python "subprocess" as sub\nsub.Popen(["sleep", "1000"])\nprint(1)\n', 0],
  ['import python "time" as time\nasync tool wait():\n    time.sleep(1000)\nwait()\nassert(false)\n', 1],
]

export interface Report {
  readonly done: number
  readonly left: number
  readonly wrong: number
}

/** Kills hosts within 30 ms after they are ready, two at a time. */
export async function killHosts(count: number): Promise<Report> {
  return await inFolder(async (folder, mark) => {
    let done = 0
    await sideBySide(count, async (index) => {
      const host = startHost(folder, mark, programAt(busyPrograms, index))
      if (await isReady(host)) {
        await pause((index * 7) % 30)
        host.kill('SIGKILL')
        done += 1
      }
      if (host.exitCode === null && host.signalCode === null) await once(host, 'exit')
    })
    await pause(1_000)
    return { done, left: await leftOf(mark), wrong: 0 }
  })
}

/** Runs programs to their end, two at a time. */
export async function runAndEnd(count: number): Promise<Report> {
  return await inFolder(async (folder, mark) => {
    let wrong = 0
    await sideBySide(count, async (index) => {
      const [text, status] = programAt(endingPrograms, index)
      const host = startHost(folder, mark, text)
      host.stdout?.resume()
      const [ended] = (await once(host, 'exit')) as [number | null]
      if (ended !== status) wrong += 1
    })
    return { done: count, left: await leftOf(mark), wrong }
  })
}

async function inFolder<Result>(run: (folder: string, mark: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'sense-soak-'))
  try {
    return await run(folder, randomBytes(12).toString('hex'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function programAt<Entry>(programs: readonly Entry[], index: number): Entry {
  const program = programs[index % programs.length]
  if (program === undefined) throw new Error('there are programs')
  return program
}

let programCount = 0

function startHost(folder: string, mark: string, text: string): ChildProcess {
  programCount += 1
  const path = join(folder, `program${programCount}.sns`)
  writeFileSync(path, text)
  return spawn(process.execPath, ['--stack-size=3900', command, 'run', path], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, [markVariable]: mark },
  })
}

/** Whether the host has printed anything before it ended. */
async function isReady(host: ChildProcess): Promise<boolean> {
  const { stdout } = host
  if (stdout === null) return false
  return await Promise.race([once(stdout, 'data').then(() => true), once(host, 'exit').then(() => false)])
}

async function sideBySide(count: number, run: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await run(index)
  }
  await Promise.all([worker(), worker()])
}

/** How many processes carry the mark; those that end just now are given a moment. */
async function leftOf(mark: string): Promise<number> {
  let left = marked(mark).length
  for (let round = 0; round < 5 && left > 0; round += 1) {
    await pause(100)
    left = marked(mark).length
  }
  return left
}
