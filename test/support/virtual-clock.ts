/** A clock whose time passes only when nothing else happens: the next alarm rings a turn of the event loop later. */

import type { ClockPort } from '../../src/runtime/ports/clock.ts'

export interface VirtualClock extends ClockPort {
  /** Alarms that neither rang nor were taken back. */
  readonly openAlarms: number
}

export function createVirtualClock(): VirtualClock {
  let nowMs = 0
  const alarms = new Set<{ readonly atMs: number; readonly ring: () => void }>()
  const ringNext = (): void => {
    const [next] = [...alarms].sort((a, b) => a.atMs - b.atMs)
    if (next === undefined) return
    alarms.delete(next)
    nowMs = next.atMs
    next.ring()
  }
  return {
    now: () => nowMs,
    setAlarm(delayMs, ring) {
      const alarm = { atMs: nowMs + delayMs, ring }
      alarms.add(alarm)
      setImmediate(ringNext)
      return () => void alarms.delete(alarm)
    },
    get openAlarms() {
      return alarms.size
    },
  }
}
