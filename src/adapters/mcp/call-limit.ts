/**
 * How long one request may take: so long without progress, and so long in all.
 *
 * One timer serves both limits; it looks at the clock when it fires, so that progress, which may come ten thousand times,
 * costs one assignment.
 */

export type LimitReached = 'idle' | 'total' | 'cancelled'

/** The longest time a timer of Node takes; a longer one would fire at once. */
export const TIMER_MS_MAX = 2 ** 31 - 1

export function clampedTimeoutMs(timeoutMs: number): number {
  // Not `Math.min` alone: a program may say `infinity`, and NaN must not become "at once" either.
  return timeoutMs >= 0 && timeoutMs < TIMER_MS_MAX ? timeoutMs : TIMER_MS_MAX
}

export class CallLimit {
  /** Set once: the first limit that is reached, or that the call was cancelled. */
  #reached: LimitReached | undefined
  #listener: ((reached: LimitReached) => void) | undefined
  /** The limits as they count, clamped. */
  readonly idleMs: number
  readonly totalMs: number
  #endsAt: number
  /** Since when the clock stands, and how many hold it. */
  #heldSince = 0
  #holders = 0
  #idleSince: number
  #progress = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(idleMs: number, totalMs: number) {
    this.idleMs = clampedTimeoutMs(idleMs)
    this.totalMs = clampedTimeoutMs(totalMs)
    this.#idleSince = performance.now()
    this.#endsAt = this.#idleSince + this.totalMs
    this.#arm(this.#idleSince)
  }

  /** The server says how far it is. Only an increase counts, as the specification asks for one; whether it was one. */
  note(progress: number): boolean {
    if (progress <= this.#progress) return false
    this.#progress = progress
    this.step()
    return true
  }

  /** The server has shown in another way that it goes on. */
  step(): void {
    this.#idleSince = performance.now()
  }

  /** Stops the clock, for as long as a person is asked. Calls it takes may overlap; each is given back once. */
  hold(): () => void {
    if (this.#holders === 0) this.#heldSince = performance.now()
    this.#holders += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holders -= 1
      if (this.#holders > 0) return
      const heldMs = performance.now() - this.#heldSince
      this.#endsAt += heldMs
      this.#idleSince += heldMs
    }
  }

  /** Tells when the call has to end, once and the last listener alone; at once where it already has to. */
  onReached(listener: (reached: LimitReached) => void): void {
    this.#listener = listener
    if (this.#reached !== undefined) listener(this.#reached)
  }

  cancel(): void {
    this.#reach('cancelled')
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #arm(now: number): void {
    const dueMs = Math.min(this.#endsAt, this.#idleSince + this.idleMs) - now
    this.#timer = setTimeout(() => this.#look(), clampedTimeoutMs(Math.ceil(dueMs)))
  }

  #look(): void {
    // While the clock stands, it stands where it was stopped.
    const now = this.#holders > 0 ? this.#heldSince : performance.now()
    if (now >= this.#endsAt) this.#reach('total')
    else if (now >= this.#idleSince + this.idleMs) this.#reach('idle')
    else this.#arm(now)
  }

  #reach(limit: LimitReached): void {
    if (this.#reached !== undefined) return
    this.#reached = limit
    this.stop()
    this.#listener?.(limit)
  }
}
