/** The launcher on an old Node: the second process has to behave as if it were the first. */

import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { isNodeRecent } from '../../bin/node-version.js'
import { ProgramFolder, runShell } from './sense-process.ts'

const rerun = join(import.meta.dirname, '../../bin/rerun.js')
const started: ChildProcessByStdio<null, Readable, null>[] = []

/** Runs `program` through `rerun`, in a process group of its own so that a test can signal the group. */
function start(program: string) {
  const launcher = `import { rerun } from ${JSON.stringify(rerun)}; rerun(process.execPath, ['-e', ${JSON.stringify(program)}])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', launcher], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  started.push(child)
  return child
}

/** The next piece of what the program prints. */
async function output(child: ReturnType<typeof start>): Promise<string> {
  const [chunk] = (await once(child.stdout, 'data')) as readonly unknown[]
  return String(chunk).trim()
}

const ending = (child: ReturnType<typeof start>) =>
  new Promise((resolve) => child.on('close', (status, signal) => resolve(signal ?? status)))

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Prints its process id, answers the first interrupt with "interrupted", and a while later ends with the number of them. */
const countsInterrupts = `
  let interrupts = 0
  process.on('SIGINT', () => { interrupts += 1; setTimeout(() => process.exit(interrupts), 300) })
  setInterval(() => {}, 1000)
  console.log(process.pid)
`

afterEach(() => {
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
})

it.each([
  ['22.18.0', true],
  ['22.17.9', false],
  ['22.20.0', true],
  ['24.0.0', true],
  ['20.20.2', false],
  ['26.1.0-nightly', true],
])('takes Node %s for recent enough: %s', (version, isRecent) => {
  expect(isNodeRecent(version)).toBe(isRecent)
})

it('says on an old Node, too, that nothing is built', () => {
  const checkout = mkdtempSync(join(realpathSync(tmpdir()), 'sense-launcher-'))
  try {
    cpSync(join(import.meta.dirname, '../../bin'), join(checkout, 'bin'), { recursive: true })
    const local = join(checkout, 'node_modules', 'node')
    mkdirSync(join(local, 'bin'), { recursive: true })
    symlinkSync(process.execPath, join(local, 'bin', 'node'))
    writeFileSync(join(local, 'package.json'), JSON.stringify({ version: process.versions.node }))
    writeFileSync(join(checkout, 'package.json'), '{ "type": "module" }')
    const seemsOld = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`
    const launcher = join(checkout, 'bin', 'sense.js')
    const run = spawnSync(process.execPath, ['--import', `data:text/javascript,${seemsOld}`, launcher, 'version'], {
      encoding: 'utf8',
    })
    expect(run).toMatchObject({
      status: 1,
      stderr: `sense: ${checkout}/dist/cli.js is missing; run \`npm run build\` in ${checkout}\n`,
    })
  } finally {
    rmSync(checkout, { recursive: true })
  }
})

it('ends with the exit status of the program', async () => {
  expect(await ending(start('process.exitCode = 7'))).toBe(7)
})

it('ends by the signal that ended the program', async () => {
  expect(await ending(start('process.kill(process.pid, "SIGKILL")'))).toBe('SIGKILL')
})

it.each(['SIGTERM', 'SIGHUP'] as const)('passes %s on', async (signal) => {
  const child = start(countsInterrupts)
  const program = Number(await output(child))
  child.kill(signal)
  expect(await ending(child)).toBe(signal)
  expect(isAlive(program)).toBe(false)
})

it('passes an interrupt on that was sent to it alone', async () => {
  const child = start(countsInterrupts)
  await output(child)
  child.kill('SIGINT')
  expect(await ending(child)).toBe(1)
})

it('does not deliver an interrupt twice that was sent to the whole group, as Ctrl-C does', async () => {
  const child = start(countsInterrupts)
  await output(child)
  process.kill(-Number(child.pid), 'SIGINT')
  expect(await ending(child)).toBe(1)
})

it('takes a program along that is in a busy loop when it is killed', async () => {
  const child = start('console.log(process.pid); while (true);')
  const program = Number(await output(child))
  child.kill('SIGKILL')
  await expect.poll(() => isAlive(program), { timeout: 5_000 }).toBe(false)
})

it.skipIf(!existsSync('/proc/self/limits')).each([512, 1024, 4096, 8192])(
  'gives the program a stack that a limit of %i KB allows, so that recursion ends in an error',
  async (limit) => {
    const programs = new ProgramFolder()
    const path = programs.add('deep.sns', 'def f(n): return f(n + 1)\nf(0)\n')
    const { stderr, status } = await runShell(`ulimit -s ${limit}; SENSE run --error-format=line ${path}`)
    programs.remove()
    expect({ stderr, status }).toMatchObject({ stderr: expect.stringContaining('recursion-too-deep'), status: 1 })
  },
)
