/**
 * No leftovers: however the `sense` command ends, and whatever a server has started, a second later none of it is left.
 *
 * Each case is a real program with a real server (`tree-server.sh`), told by a mark in the arguments and the environment
 * of all that it starts. Process numbers are noted while they live and looked up afterwards, so that zombies count too.
 */

import { existsSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { endOf, ProgramFolder, untilPrinted } from '../cli/sense-process.ts'
import type { SenseEnding } from '../cli/sense-process.ts'
import { kinds, startProgram } from './family.ts'
import type { Kind } from './family.ts'
import { left, marked } from '../support/marked-processes.ts'
import { until } from './harness.ts'

const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

interface Ending {
  /** What the program does once it is connected. */
  readonly rest: string
  readonly signal?: NodeJS.Signals
  readonly outcome: Partial<SenseEnding>
}

/** Until there is an answer, or for ever. */
const waiting = 'ask_human("?")'
const endings: Readonly<Record<string, Ending>> = {
  close: { rest: `${waiting}\nserver.close()\nprint("closed")\n${waiting}`, outcome: {} },
  'normal end': { rest: waiting, outcome: { status: 0 } },
  error: { rest: `${waiting}\nprint(1 / 0)`, outcome: { status: 1 } },
  SIGINT: { rest: waiting, signal: 'SIGINT', outcome: { status: 130 } },
  SIGTERM: { rest: waiting, signal: 'SIGTERM', outcome: { signal: 'SIGTERM' } },
  SIGHUP: { rest: waiting, signal: 'SIGHUP', outcome: { signal: 'SIGHUP' } },
  'kill -9': { rest: waiting, signal: 'SIGKILL', outcome: { signal: 'SIGKILL' } },
  'SIGTERM in a busy loop': { rest: 'while true: x = 1', signal: 'SIGTERM', outcome: { signal: 'SIGTERM' } },
}

const cases = Object.keys(endings).flatMap((ending) =>
  Object.keys(kinds).map((kind) => [ending, kind as Kind] as const),
)

/** A second is what the rule allows; the rest is for a machine that does four of these at a time. */
const GONE_WITHIN_MS = 1_500

describe.skipIf(!existsSync('/proc')).concurrent('nothing is left', () => {
  test.each(cases)('after %s of a program with a server that is %s', async (endingName, kind) => {
    const ending = endings[endingName]
    if (ending === undefined) throw new Error('no such ending')
    const started = startProgram(programs, kind, ending.rest)
    const outcome = endOf(started.child)
    await untilPrinted(started.child, 'connected')
    const family = await untilComplete(started.mark, kinds[kind])
    if (ending.signal === undefined) started.child.stdin.write('\n')
    else started.child.kill(ending.signal)
    if (endingName === 'close') {
      await untilPrinted(started.child, 'closed')
      expect(left(started.mark, family)).toEqual([])
      started.child.kill('SIGKILL')
    }
    expect(await outcome).toMatchObject(ending.outcome)
    await until(() => left(started.mark, family).length === 0, GONE_WITHIN_MS)
    if (kind === 'polite') expect(readFileSync(started.journal, 'utf8')).toBe('saved\n')
  })
})

/** The numbers of all processes of the family, once it has `count` of them. */
async function untilComplete(mark: string, count: number): Promise<readonly string[]> {
  let family = marked(mark)
  await until(() => {
    family = marked(mark)
    return family.length >= count
  })
  return family
}
