/** Starts of the built command: what is kept between them, for whom, and what happens where nothing can be kept. */

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ProgramFolder, runSense } from './sense-process.ts'

const folder = new ProgramFolder()
const program = folder.add('hello.sns', 'print("hello")\n')
afterAll(() => {
  folder.remove()
})

/** A new folder in the place of the user's own for such things. */
function cacheHome(name: string): string {
  const path = join(folder.path, name)
  mkdirSync(path)
  return path
}

/** Runs the program, which must do what it always does. */
async function start(environment: Readonly<Record<string, string>>): Promise<void> {
  const { stdout, stderr, status } = await runSense(['run', program], { environment })
  expect({ stdout, stderr, status }).toEqual({ stdout: 'hello\n', stderr: '', status: 0 })
}

/** The scripts that are kept in `home`, and how many runs each was made by, which stands in its first byte. */
function keptRuns(home: string): Readonly<Record<string, number | undefined>> {
  const scripts = join(home, 'sense', 'scripts')
  if (!existsSync(scripts)) return {}
  return Object.fromEntries(readdirSync(scripts).map((name) => [nameOf(name), readFileSync(join(scripts, name))[0]]))
}

/** Without the parts that are different in each build. */
const nameOf = (file: string): string => file.slice(0, file.indexOf('-'))

const pathOf = (home: string, name: string): string => {
  const scripts = join(home, 'sense', 'scripts')
  return join(scripts, readdirSync(scripts).find((file) => nameOf(file) === name) ?? '')
}

const mode = (path: string): number => statSync(path).mode & 0o777

it('keeps what is compiled, readable and writable by the user alone, and the first few runs add to it', async () => {
  const home = cacheHome('kept')
  await start({ XDG_CACHE_HOME: home })
  expect(keptRuns(home)).toEqual({ front: 1, run: 1 })
  expect([mode(join(home, 'sense')), mode(join(home, 'sense', 'scripts')), mode(pathOf(home, 'run'))]).toEqual([
    0o700, 0o700, 0o600,
  ])
  for (let run = 2; run < 7; run += 1) await start({ XDG_CACHE_HOME: home })
  expect(keptRuns(home)).toEqual({ front: 4, run: 4 })
}, 90_000)

it('uses nothing that is damaged, and replaces it', async () => {
  const home = cacheHome('damaged')
  await start({ XDG_CACHE_HOME: home })
  const whole = readFileSync(pathOf(home, 'run'))
  // V8 crashes or hangs on each of these if it gets them.
  const damages: readonly ((bytes: Buffer) => Buffer)[] = [
    (bytes) => bytes.fill(0x55, bytes.length / 4),
    (bytes) => bytes.fill(0, 200_000, 204_096),
    (bytes) => bytes.subarray(0, 300_000),
    (bytes) => bytes.subarray(0, 5),
    (bytes) => bytes.fill(0),
  ]
  for (const damage of damages) {
    const path = pathOf(home, 'run')
    writeFileSync(path, damage(Buffer.from(whole)))
    await start({ XDG_CACHE_HOME: home })
    expect(keptRuns(home)).toMatchObject({ run: 1 })
  }
}, 90_000)

it('leaves a folder alone that others may write to', async () => {
  const home = cacheHome('open')
  mkdirSync(join(home, 'sense/scripts'), { recursive: true })
  chmodSync(join(home, 'sense/scripts'), 0o777)
  await start({ XDG_CACHE_HOME: home })
  expect(keptRuns(home)).toEqual({})
})

it('reads no file that others may write to, and no link', async () => {
  const home = cacheHome('open-file')
  await start({ XDG_CACHE_HOME: home })
  chmodSync(pathOf(home, 'run'), 0o666)
  const front = pathOf(home, 'front')
  const elsewhere = join(home, 'elsewhere')
  writeFileSync(elsewhere, readFileSync(front))
  rmSync(front)
  symlinkSync(elsewhere, front)
  await start({ XDG_CACHE_HOME: home })
  // Both were made anew, so nothing was added to what lay there.
  expect(keptRuns(home)).toEqual({ front: 1, run: 1 })
  expect(mode(pathOf(home, 'run'))).toBe(0o600)
})

it.skipIf(process.geteuid?.() !== 0)('makes and reads nothing in a folder of another user', async () => {
  const home = cacheHome('of-another')
  chownSync(home, 12_345, 12_345)
  await start({ XDG_CACHE_HOME: home })
  expect(readdirSync(home)).toEqual([])
  const own = cacheHome('planted')
  await start({ XDG_CACHE_HOME: own })
  chownSync(pathOf(own, 'run'), 12_345, 12_345)
  await start({ XDG_CACHE_HOME: own })
  expect(keptRuns(own)).toEqual({ front: 2, run: 1 })
})

it('runs where nothing can be kept', async () => {
  await start({ XDG_CACHE_HOME: program })
  await start({ XDG_CACHE_HOME: '/proc/none' })
  await start({ XDG_CACHE_HOME: 'relative', HOME: '' })
})

it('keeps nothing where Node is told to keep nothing', async () => {
  const home = cacheHome('off')
  await start({ XDG_CACHE_HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' })
  expect(readdirSync(home)).toEqual([])
})

it('keeps no more than a few builds', async () => {
  const home = cacheHome('many')
  await start({ XDG_CACHE_HOME: home })
  const scripts = join(home, 'sense', 'scripts')
  for (let index = 0; index < 70; index += 1) writeFileSync(join(scripts, `old-${index}`), '')
  rmSync(pathOf(home, 'run'))
  await start({ XDG_CACHE_HOME: home })
  expect(readdirSync(scripts)).toHaveLength(60)
  expect(keptRuns(home)).toMatchObject({ run: 1 })
})
