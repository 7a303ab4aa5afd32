import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { processesWith, until } from './harness.ts'

const host = fileURLToPath(new URL('scarcity-host.ts', import.meta.url))

/** Whom the program runs as where no limit on processes holds for root. */
const nobody = { uid: 60_001, gid: 60_001 }
const isRoot = process.getuid?.() === 0

/** What `scarcity-host.ts` prints, line by line. Nothing may be left of it. */
async function linesOf(what: string, user: { uid?: number; gid?: number } = {}): Promise<readonly string[]> {
  const mark = `test-${randomBytes(8).toString('hex')}`
  const child = spawn(process.execPath, [host, what], {
    env: { ...process.env, SENSE_RUN: mark },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const status = await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
  expect(status).toBe(0)
  await until(async () => (await processesWith(mark)).length === 0)
  return output.trimEnd().split('\n')
}

/** Whether somebody else can run what is in this folder, which is often in one that only its owner enters. */
function nobodyGetsHere(): boolean {
  const reading = `require('node:fs').accessSync(${JSON.stringify(host)})`
  return spawnSync(process.execPath, ['-e', reading], nobody).status === 0
}

const guardian = 'start-failed: the process that would end it with the program cannot be started: '

test('a program that may open few files says so wherever they run out, and can connect when they are free again', async () => {
  const lines = await linesOf('files')
  const full = 'this program has too many files open (EMFILE)'
  expect(lines[0]).toMatch(/^start-failed: the MCP library cannot be read: .*too many open files/)
  expect(lines).toContain(guardian + full)
  expect(lines).toContain(`start-failed: ${full}`)
  expect(lines.at(-1)).toBe('1 tools')
  const known = [lines[0], guardian + full, `start-failed: ${full}`, '1 tools']
  expect(lines.filter((line) => !known.includes(line))).toEqual([])
})

test.skipIf(isRoot && !nobodyGetsHere())(
  'a program that may start no process says so, of a server and of the guardian',
  async () => {
    const full = 'the system allows no further process (EAGAIN)'
    expect(await linesOf('processes', isRoot ? nobody : {})).toEqual([`start-failed: ${full}`, guardian + full])
  },
)
