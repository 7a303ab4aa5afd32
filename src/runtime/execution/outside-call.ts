/**
 * A call that comes from outside the program while it runs, as a client of `sense serve` makes one.
 *
 * It runs in a fiber of its own. Whatever that fiber waits for belongs to the client: when the client gives up, the fiber ends,
 * and questions to a person go to the client's.
 */

import type { AskClient } from '../ports/served-program.ts'
import type { Fiber } from './fiber.ts'

export interface OutsideCall {
  /** Aborted when the call or the whole run is cancelled; every effect of the call is given it. */
  readonly signal: AbortSignal
  /** Asks the person at the client. */
  readonly ask: AskClient
  /** Tells the client what the call does now, on one line. */
  readonly tell: (message: string) => void
}

/** The call from outside that `fiber` works for: its own, or that of a fiber that waits for it to hand back. */
export function outsideCallOf(fiber: Fiber | undefined): OutsideCall | undefined {
  for (let each = fiber; each !== undefined; each = each.caller) {
    if (each.outsideCall !== undefined) return each.outsideCall
  }
  return undefined
}

/** Ends a fiber alone, and not the run. It is no error of Sense, so no code of the program catches it. */
export class FiberEnded extends Error {
  override readonly name = 'FiberEnded'
}
