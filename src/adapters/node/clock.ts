/** The time of this machine. */

import type { ClockPort } from '../../runtime/ports/clock.ts'

/** 24 days: Node rings at once for a longer delay, because it keeps delays in 32 bits. Longer ones are waited for in parts. */
const delayMaxMs = 2 ** 31 - 1

export const nodeClock: ClockPort = {
  now: () => Date.now(),
  setAlarm(delayMs, ring) {
    let timer: NodeJS.Timeout
    let leftMs = delayMs
    const setNext = (): void => {
      const nextMs = Math.min(leftMs, delayMaxMs)
      leftMs -= nextMs
      timer = setTimeout(leftMs > 0 ? setNext : ring, nextMs)
    }
    setNext()
    return () => {
      clearTimeout(timer)
    }
  },
}
