/** Several programs, and programs that die, at one file. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { fastFolder, killWriters } from './kill-trial.ts'
import { withDatabase } from './memories.ts'
import { runWriter } from './writer-process.ts'

function newFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'sense-writers-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  return folder
}

it('loses nothing that was acknowledged before a kill', async () => {
  const report = await killWriters(join(newFolder(fastFolder()), 'kill.db'), 20)
  expect(report).toMatchObject({ rounds: 20, lost: 0, damaged: 0, survived: 0 })
  expect(report.acknowledged).toBeGreaterThan(0)
}, 120_000)

it('lets six programs write one file: none dies, nothing is lost', async () => {
  const path = join(newFolder(), 'deep/six.db')
  const prefixes = ['a', 'b', 'c', 'd', 'e', 'f']
  const count = 50
  const ends = await Promise.all(prefixes.map((prefix) => runWriter({ path, prefix, count })))
  expect(ends.map(({ status, errorText }) => [status, errorText])).toEqual(prefixes.map(() => [0, '']))
  expect(ends.map(({ acknowledged }) => acknowledged.length)).toEqual(prefixes.map(() => count))
  withDatabase(path, (database) => {
    const counts = database.prepare('SELECT count(DISTINCT key) AS keys, max(version) AS rows FROM memory_log').get()
    expect(counts).toEqual({ keys: 300, rows: 300 })
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  })
}, 120_000)

it.skipIf(process.platform === 'win32')(
  'ends in an error when the file cannot grow',
  () => {
    const path = join(newFolder(), 'limited.db')
    const writer = fileURLToPath(new URL('writer.ts', import.meta.url))
    // The shell's limit on the size of files, in blocks of 512 or 1,024 bytes; Node ignores the signal that comes with it.
    const script = 'ulimit -f 200; "$0" "$1" "$2" k 100000 2>&1 || true'
    const output = execFileSync('sh', ['-c', script, process.execPath, writer, path]).toString()
    expect(output).toMatch(/SenseRuntimeError.*the memory file .*limited\.db/)
    const acknowledged = output.split('\n').filter((line) => /^\d+$/.test(line)).length
    withDatabase(path, (database) => {
      expect(database.prepare('SELECT count(*) AS rows FROM memory_log').get()).toEqual({ rows: acknowledged })
    })
  },
  60_000,
)
