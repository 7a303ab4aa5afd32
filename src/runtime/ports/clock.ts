/** The time. */
export interface ClockPort {
  /** Unix time in milliseconds. */
  now(): number
  /** Calls `ring` once after at least `delayMs`; the result takes the alarm back. */
  setAlarm(delayMs: number, ring: () => void): () => void
}
