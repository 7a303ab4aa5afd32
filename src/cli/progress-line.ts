/**
 * A line on the terminal while a model or a tool lets the program wait.
 *
 * It appears after two seconds, counts on, and is gone when the wait is over or something is printed.
 */

import { fitText } from '../compiler/diagnostics/display-width.ts'
import type { Activity, ActivityPort } from '../runtime/ports/activity.ts'
import type { ClockPort } from '../runtime/ports/clock.ts'
import { oneLine } from '../runtime/safety/one-line.ts'

export interface ProgressOptions {
  /** Shows a line in place of the last one; empty text takes it back. */
  readonly show: (text: string) => void
  readonly clock: ClockPort
  /** The columns of the terminal now; a line that is longer could not be taken back. */
  readonly columns: () => number
}

/** How long a wait may be before it is told (spec 03). */
const quietMs = 2_000
const stepMs = 1_000
const nameLengthMax = 50
const nameColumnsMin = 8

export function createProgressLine({ show, clock, columns }: ProgressOptions): ActivityPort {
  const waits = new Map<Activity, number>()
  let takeBack: (() => void) | undefined
  const tick = (): void => {
    takeBack = undefined
    const now = clock.now()
    const long = [...waits].filter(([, since]) => now - since >= quietMs)
    show(lineOf(long, now, columns() - 1))
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

/** The longest wait, and how many others there are; the name gives way where there is little room. */
function lineOf(
  waits: readonly (readonly [activity: Activity, since: number])[],
  now: number,
  columnsMax: number,
): string {
  const [first] = waits
  if (first === undefined) return ''
  const [{ kind, name }, since] = first
  const others = waits.length === 1 ? '' : ` and ${waits.length - 1} more`
  const before = `waiting for the ${kind} `
  const after = `${others}: ${Math.floor((now - since) / 1000)} s`
  const room = Math.max(nameColumnsMin, columnsMax - before.length - after.length)
  return fitText(`${before}${fitText(oneLine(name, nameLengthMax), room)}${after}`, columnsMax)
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
