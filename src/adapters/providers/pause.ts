/** Waiting on the clock of the run. */

import type { ClockPort } from '../../runtime/ports/clock.ts'

/** Resolves after the delay; rejects with the reason of `signal` as soon as it is aborted. */
export function pause(clock: ClockPort, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const onAbort = (): void => {
      takeBack()
      reject(reasonOf(signal))
    }
    const takeBack = clock.setAlarm(delayMs, () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

/** The reason may be any value; a rejection should be an error. */
function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted')
}
