/**
 * A line on the terminal while a model or a tool lets the program wait.
 *
 * It appears after two seconds, counts on, and is gone when the wait is over or something is printed.
 */

import type { Activity, ActivityPort } from '../runtime/ports/activity.ts'
import type { ClockPort } from '../runtime/ports/clock.ts'
import { oneLine } from '../runtime/safety/one-line.ts'

export interface ProgressOptions {
  /** Shows a line in place of the last one; empty text takes it back. */
  readonly show: (text: string) => void
  readonly clock: ClockPort
}

/** How long a wait may be before it is told (spec 03). */
const quietMs = 2_000
const stepMs = 1_000
const nameLengthMax = 50

export function createProgressLine({ show, clock }: ProgressOptions): ActivityPort {
  const waits = new Map<Activity, number>()
  let takeBack: (() => void) | undefined
  const tick = (): void => {
    takeBack = undefined
    const now = clock.now()
    const long = [...waits].filter(([, since]) => now - since >= quietMs)
    show(lineOf(long, now))
    if (waits.size > 0) takeBack = clock.setAlarm(long.length > 0 ? stepMs : quietMs, tick)
  }
  return {
    begin(activity) {
      if (activity.kind === 'server') return () => undefined
      waits.set(activity, clock.now())
      takeBack ??= clock.setAlarm(quietMs, tick)
      return () => {
        waits.delete(activity)
        if (waits.size > 0) return
        takeBack?.()
        takeBack = undefined
        show('')
      }
    },
  }
}

/** The longest wait, and how many others there are. */
function lineOf(waits: readonly (readonly [activity: Activity, since: number])[], now: number): string {
  const [first] = waits
  if (first === undefined) return ''
  const [{ kind, name }, since] = first
  const others = waits.length === 1 ? '' : ` and ${waits.length - 1} more`
  return `waiting for the ${kind} ${oneLine(name, nameLengthMax)}${others}: ${Math.floor((now - since) / 1000)} s`
}

/** Tells several listeners. */
export function joinedActivity(ports: readonly ActivityPort[]): ActivityPort | undefined {
  const [first, ...others] = ports
  if (first === undefined || others.length === 0) return first
  return {
    begin(activity) {
      const ends = ports.map((port) => port.begin(activity))
      return (end) => {
        for (const tell of ends) tell(end)
      }
    },
  }
}
