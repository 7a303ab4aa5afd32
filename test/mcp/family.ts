/** Programs with a server that has a family (`tree-server.sh`), whose processes carry a mark. */

import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { repository, startSense } from '../cli/sense-process.ts'
import type { ProgramFolder } from '../cli/sense-process.ts'
import { markVariable } from '../support/marked-processes.ts'

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
  const source = `server = connect_mcp("server", "sh", ${args}, env: ["${markVariable}=${mark}"])\nprint("connected")\n${rest}\n`
  const child = startSense(['run', programs.add(`${mark}.sns`, source)])
  return { child, mark, journal }
}
