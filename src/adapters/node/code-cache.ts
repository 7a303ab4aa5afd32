/**
 * Keeps V8's compiled form of scripts between runs.
 *
 * V8 itself refuses what was made by another version of V8, with other flags or for a text of another length. The rest is
 * our part. Which text a file was made for is in its name, so it never changes its meaning. And V8 takes damaged code as it
 * is and crashes or hangs, so a file holds the code twice: comparing two copies costs nothing, whereas a checksum would cost
 * what is gained (computed in JavaScript 5 ms, and Node's modules that have one take as long to load).
 *
 * A script's compiled form holds only the functions that were called before it was made. So each of the first few runs adds
 * what it needed, and all after them find nearly everything compiled.
 */

import { pathModule } from './builtin-modules.ts'
import { isOwn } from './own-cache-folder.ts'
import { quietly } from './quietly.ts'

const fs = process.getBuiltinModule('node:fs')

/** How many runs add what they needed. Of the time of a start, the second still saves some milliseconds, the fifth none. */
const runsMax = 4
/** V8 forgets the functions of a start in the course of a long run. */
const uptimeSecondsMax = 60
/** A build has up to ten scripts, some 2 MB in all, and several builds and versions of Node may be in use. */
const filesMax = 60
/** Before the two copies of the code: how many runs made it. Eight bytes, because V8 wants the code aligned. */
const headerBytes = 8
const OWNER_ONLY_FILE = 0o600

export interface CachedCode {
  readonly code: Uint8Array
  /** How many runs have added to it. */
  readonly runs: number
}

/** A name for what is compiled of the text in `stats`, a file whose name changes with its text as well. */
export function codeCacheName(file: string, { size, mtimeMs }: { size: number; mtimeMs: number }): string {
  const text = `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`
  return `${pathModule.basename(file)}-${text}-${process.version}-${process.arch}`
}

/** Undefined where there is none, where it is damaged, and where somebody else may have written it. */
export function readCode(folder: string, name: string): CachedCode | undefined {
  let descriptor: number | undefined
  try {
    descriptor = fs.openSync(pathModule.join(folder, name), fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW)
    if (!isOwn(descriptor)) return undefined
    const bytes = fs.readFileSync(descriptor)
    const middle = (headerBytes + bytes.length) / 2
    const code = bytes.subarray(headerBytes, middle)
    return code.length > 0 && code.equals(bytes.subarray(middle)) ? { code, runs: bytes[0] ?? 0 } : undefined
  } catch {
    return undefined
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  }
}

/** Whether this run should add to what `runs` others have made; to be asked at its end. */
export function isWorthAdding(runs: number): boolean {
  return runs === 0 || (runs < runsMax && process.uptime() < uptimeSecondsMax)
}

/** Replaces the file as a whole, so that whoever reads it meanwhile has the old one. Where it cannot, nothing is lost but time. */
export function writeCode(folder: string, name: string, { code, runs }: CachedCode): void {
  const path = pathModule.join(folder, name)
  const temporary = `${path}.${process.pid}.tmp`
  try {
    if (runs === 1) removeOldest(folder)
    const header = new Uint8Array(headerBytes)
    header[0] = runs
    fs.writeFileSync(temporary, Buffer.concat([header, code, code]), { flag: 'wx', mode: OWNER_ONLY_FILE })
    fs.renameSync(temporary, path)
  } catch {
    quietly(() => {
      fs.rmSync(temporary, { force: true })
    })
  }
}

/** Makes room for one file more. What remained of a run that was killed while it wrote is among the oldest one day. */
function removeOldest(folder: string): void {
  const paths = fs.readdirSync(folder).map((name) => pathModule.join(folder, name))
  if (paths.length < filesMax) return
  const byAge = paths.map((path) => ({ path, age: fs.statSync(path).mtimeMs })).sort((a, b) => a.age - b.age)
  for (const { path } of byAge.slice(0, paths.length - filesMax + 1)) fs.rmSync(path, { force: true })
}
