/**
 * Which fiber goes on next, and whether any still can.
 *
 * The order is that of a queue, so it is the same in every run. Only where one fiber waits for another to hand back does
 * control jump the queue, because for the program that is one body calling another.
 */

import type { Fiber, Outcome } from './fiber.ts'
import type { Turn } from './open-wait.ts'
import { OpenWait } from './open-wait.ts'
import { Queue } from './queue.ts'
import type { Wait } from './suspension.ts'

export class Scheduler {
  readonly #ready = new Queue<Fiber>()
  #first: Fiber | undefined
  /** Waits that something outside the program will end. */
  readonly #outside = new Set<OpenWait>()
  #heldCount = 0
  readonly #onReady: () => void

  /** `onReady` is called whenever a fiber that waited can go on. */
  constructor(onReady: () => void) {
    this.#onReady = onReady
  }

  get readyCount(): number {
    return this.#ready.size
  }

  /** Whether anything outside may still wake a fiber. */
  get isOutsidePending(): boolean {
    return this.#outside.size > 0 || this.#heldCount > 0
  }

  /** Whether a fiber waits for the outside. */
  get hasOutsideWaits(): boolean {
    return this.#outside.size > 0
  }

  /** Something outside may wake a fiber until the function is called that it gives. */
  holdOutside(): () => void {
    let isHeld = true
    this.#heldCount += 1
    return () => {
      if (isHeld) this.#heldCount -= 1
      isHeld = false
      this.#onReady()
    }
  }

  addReady(fiber: Fiber): void {
    this.#ready.push(fiber)
  }

  /** `fiber` runs before all others; there is never more than one that control is handed to. */
  addFirst(fiber: Fiber): void {
    if (this.#first !== undefined) throw new Error('control is handed over to one fiber at a time')
    this.#first = fiber
  }

  takeNext(): Fiber | undefined {
    const first = this.#first
    if (first === undefined) return this.#ready.take()
    this.#first = undefined
    return first
  }

  /** Lets `fiber` wait. */
  wait(fiber: Fiber, wait: Wait): void {
    const open = new OpenWait(fiber, wait.inner, (ended, outcome, turn) => {
      this.#end(ended, outcome, turn)
    })
    fiber.openWait = open
    if (wait.inner === undefined) this.#outside.add(open)
    try {
      wait.begin(open)
    } catch (error) {
      open.failAtOnce(error)
    }
  }

  /** Forgets everything that can go on or waits for the outside. */
  clear(): void {
    this.#ready.clear()
    this.#first = undefined
    for (const open of this.#outside) open.giveUp()
    this.#outside.clear()
  }

  #end(open: OpenWait, outcome: Outcome, turn: Turn): void {
    const { fiber } = open
    this.#outside.delete(open)
    fiber.openWait = undefined
    fiber.next = outcome
    if (turn === 'before-others') this.addFirst(fiber)
    else this.addReady(fiber)
    this.#onReady()
  }
}
