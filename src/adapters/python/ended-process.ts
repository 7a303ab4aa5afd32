/** How a child ended, before the event loop has heard of it. */

import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { pauseBlocking } from '../node/blocking-pause.ts'

export interface ProcessEnding {
  readonly status?: number | undefined
  readonly signal?: string | undefined
  /** It was ended, because what it wrote was no reply. */
  readonly isGarbled?: boolean
}

/** A process that has closed its pipes is about to end; the kernel needs a moment to write up how. */
const lookRounds = 100

/** The ending of our child `pid`, which Node has not collected yet; nothing where the system does not tell. */
export function endingOfProcess(pid: number): ProcessEnding {
  for (let round = 0; round < lookRounds; round += 1) {
    const fields = statFieldsOf(pid)
    if (fields === undefined) return {}
    if (fields[0] === 'Z') return endingOfWaitStatus(Number(fields.at(-1)))
    pauseBlocking(1)
  }
  return {}
}

/** What stands behind the name in `/proc/PID/stat`: the state first, the wait status last. */
function statFieldsOf(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .trimEnd()
      .split(' ')
  } catch {
    return undefined
  }
}

function endingOfWaitStatus(waitStatus: number): ProcessEnding {
  const signalNumber = waitStatus & 0x7f
  if (signalNumber === 0) return { status: waitStatus >> 8 }
  const found = Object.entries(constants.signals).find(([, number]) => number === signalNumber)
  return { signal: found?.[0] ?? `signal ${signalNumber}` }
}
