/** Programs with a server that has a family (`tree-server.sh`), and how its processes are found. */

import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository, startSense } from '../cli/sense-process.ts'
import type { ProgramFolder } from '../cli/sense-process.ts'

const treeServer = join(repository, 'test/mcp/tree-server.sh')

/** How many processes each kind of server has, itself included. */
export const kinds = {
  polite: 1,
  'deaf-to-end': 1,
  'deaf-to-term': 1,
  'grandchild-deaf': 3,
  'grandchild-on-pipe': 3,
  'fork-tree': 20,
  'own-session': 3,
  // Its child carries no mark at all.
  hidden: 2,
} as const
export type Kind = keyof typeof kinds

export interface StartedProgram {
  readonly child: ChildProcessWithoutNullStreams
  /** Stands in the arguments or the environment of everything that its server starts. */
  readonly mark: string
  /** What the server saved. */
  readonly journal: string
}

/** A program that connects to such a server, prints `connected` and does `rest`. */
export function startProgram(programs: ProgramFolder, kind: Kind, rest: string): StartedProgram {
  const mark = `tree-${randomBytes(8).toString('hex')}`
  const journal = join(programs.path, `${mark}.journal`)
  const args = JSON.stringify([treeServer, kind, journal, mark])
  const source = `server = connect_mcp("server", "sh", ${args}, env: ["TREE=${mark}"])\nprint("connected")\n${rest}\n`
  const child = startSense(['run', programs.add(`${mark}.sns`, source)])
  return { child, mark, journal }
}

/**
 * Of the family, and of what it may have started since, what is still in the process table. Not zombies that the first
 * process of the system has inherited: when those go is its own business.
 */
export function left(mark: string, family: readonly string[]): readonly string[] {
  const found = new Set([...marked(mark), ...family.filter((number) => existsSync(`/proc/${number}`))])
  return [...found].filter((number) => !/\) (?:[ZX] 1 |$)/.test(contentOf(`/proc/${number}/stat`) || ') '))
}

/** Processes that have the mark as an argument or in their environment. The program itself has it only in its path. */
export function marked(mark: string): readonly string[] {
  return readdirSync('/proc').filter((number) => {
    if (!/^\d+$/.test(number)) return false
    const words = `${contentOf(`/proc/${number}/cmdline`)}\0${contentOf(`/proc/${number}/environ`)}`.split('\0')
    return words.includes(mark) || words.includes(`TREE=${mark}`)
  })
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
