import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { processesWith, until } from './harness.ts'

/** No limit on processes holds for root, so there the program runs as somebody else. */
const nobody = process.getuid?.() === 0 ? { uid: 60_001, gid: 60_001 } : {}

/** What `scarcity-host.ts` prints, line by line. Nothing may be left of it. */
async function linesOf(what: string): Promise<readonly string[]> {
  const mark = `test-${randomBytes(8).toString('hex')}`
  const host = spawn(process.execPath, [fileURLToPath(new URL('scarcity-host.ts', import.meta.url)), what], {
    env: { ...process.env, SENSE_RUN: mark },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...nobody,
  })
  let output = ''
  host.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const status = await new Promise((resolve) => host.once('exit', resolve))
  expect(status).toBe(0)
  await until(async () => (await processesWith(mark)).length === 0)
  return output.trimEnd().split('\n')
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

test('a program that may start no process says so, of a server and of the guardian', async () => {
  const full = 'the system allows no further process (EAGAIN)'
  expect(await linesOf('processes')).toEqual([`start-failed: ${full}`, guardian + full])
})
