/**
 * Which processes there are, who started them, and which carry a run mark.
 *
 * Linux tells everything in `/proc`: reading it costs a few milliseconds and needs no other program. Elsewhere `ps` tells
 * parents and groups but no environment, so there a process that left its group is found by descent alone.
 */

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** It has ended and only waits for its parent to take note. */
  readonly isZombie: boolean
  /** The value of `SENSE_RUN` in the environment it was started with; undefined: none, or not known. */
  readonly mark: string | undefined
}

/** Takes a picture of all processes. Those who ask in the same turn share one picture. */
export type ProcessTable = () => Promise<readonly ProcessEntry[]>

/** The variable that marks everything a run starts. */
export const RUN_MARK_VARIABLE = 'SENSE_RUN'

export function createProcessTable(platform: NodeJS.Platform): ProcessTable {
  const read = platform === 'linux' ? readProc : readPs
  let current: Promise<readonly ProcessEntry[]> | undefined
  return () => {
    current ??= nextTurn().then(() => {
      current = undefined
      return read()
    })
    return current
  }
}

/** `root` and everything below it, by parent, at the time of the picture. */
export function descendantsOf(root: number, entries: readonly ProcessEntry[]): readonly number[] {
  const found = new Set([root])
  let before = 0
  while (found.size > before) {
    before = found.size
    for (const entry of entries) if (found.has(entry.parent)) found.add(entry.pid)
  }
  return [...found]
}

function readProc(): Promise<readonly ProcessEntry[]> {
  const entries: ProcessEntry[] = []
  for (const name of namesIn('/proc')) {
    const entry = /^\d+$/.test(name) ? procEntry(Number(name)) : undefined
    if (entry !== undefined) entries.push(entry)
  }
  return entries.length === 0 ? readPs() : Promise.resolve(entries)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** One process; undefined when it ended meanwhile. The environment of other users' processes cannot be read. */
function procEntry(pid: number): ProcessEntry | undefined {
  const stat = contentOf(`/proc/${pid}/stat`)
  // The second field is the name in parentheses, which may itself hold spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields === undefined) return undefined
  const environment = contentOf(`/proc/${pid}/environ`) ?? ''
  const mark = environment.split('\0').find((entry) => entry.startsWith(`${RUN_MARK_VARIABLE}=`))
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    mark: mark?.slice(RUN_MARK_VARIABLE.length + 1),
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}

/** The picture as POSIX `ps` gives it; empty when `ps` cannot be run. */
export function readPs(): Promise<readonly ProcessEntry[]> {
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      resolve(error === null ? stdout.split('\n').flatMap(psEntry) : [])
    })
  })
}

function psEntry(line: string): readonly ProcessEntry[] {
  const [pid, parent, group, state] = line.trim().split(/\s+/)
  if (state === undefined) return []
  const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group) }
  return [{ ...numbers, isZombie: state.startsWith('Z'), mark: undefined }]
}
