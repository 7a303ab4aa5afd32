/**
 * A line on the terminal while a model or a tool lets the program wait.
 *
 * It appears after two seconds, counts on, and is gone when the wait is over or something is printed.
 */

import { fitText } from '../compiler/diagnostics/display-width.ts'
import type { Activity, ActivityPort, ServerNote } from '../runtime/ports/activity.ts'
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
  /** The latest that was said of a tool, or by a server. */
  const said = new Map<string, string>()
  let takeBack: (() => void) | undefined
  const tick = (): void => {
    takeBack = undefined
    const now = clock.now()
    const long = [...waits].filter(([, since]) => now - since >= quietMs)
    show(lineOf(long, { now, columnsMax: columns() - 1, said }))
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
        said.clear()
        takeBack?.()
        takeBack = undefined
        show('')
      }
    },
    note(note) {
      // What is said while nobody waits is over before the line appears.
      if (waits.size > 0 && note.kind !== 'tools') said.set(note.name, noteText(note))
    },
  }
}

/** `12 of 40, reading`, or what the server logs. */
function noteText(note: Exclude<ServerNote, { kind: 'tools' }>): string {
  if (note.kind === 'log') return note.text
  const { progress, total, message } = note
  const count = total === undefined ? '' : `${progress} of ${total}`
  return [count, message ?? ''].filter((part) => part !== '').join(', ')
}

interface LineSettings {
  readonly now: number
  readonly columnsMax: number
  /** The latest that was said of a tool, or by a server. */
  readonly said: ReadonlyMap<string, string>
}

/**
 * The longest wait, how many others there are, and what was last said of it; the name gives way where there is little
 * room, and what was said before that.
 */
function lineOf(
  waits: readonly (readonly [activity: Activity, since: number])[],
  { now, columnsMax, said }: LineSettings,
): string {
  const [first] = waits
  if (first === undefined) return ''
  const [{ kind, name }, since] = first
  const others = waits.length === 1 ? '' : ` and ${waits.length - 1} more`
  const before = `waiting for the ${kind} `
  const after = `${others}: ${Math.floor((now - since) / 1000)} s`
  const room = Math.max(nameColumnsMin, columnsMax - before.length - after.length)
  const latest = said.get(name) ?? said.get(serverOf(name)) ?? ''
  const more = latest === '' ? '' : `, ${oneLine(latest, columnsMax)}`
  return fitText(`${before}${fitText(oneLine(name, nameLengthMax), room)}${after}${more}`, columnsMax)
}

/** `files` of `files.read`. */
function serverOf(toolName: string): string {
  return toolName.slice(0, Math.max(0, toolName.indexOf('.')))
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
    note(note) {
      for (const port of ports) port.note?.(note)
    },
  }
}
