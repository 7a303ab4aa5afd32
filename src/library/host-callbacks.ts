/**
 * The functions of a host that a run calls to tell it something.
 *
 * What one of them throws is a fault of the host, not of the program. It must not be lost, and must not become an error
 * that the program could catch; so it ends the run, and whoever started that gets it.
 */

import { Interrupted } from '../runtime/ports/interrupter.ts'

export class HostCallbacks {
  /** What was thrown first. */
  #fault: { readonly thrown: unknown } | undefined
  readonly #stop = new AbortController()

  /** Aborted when the run must end, for this reason or that of `signal`. */
  signalWith(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal])
  }

  /** `callback`, which does nothing any more once one has thrown. */
  guarded<Argument>(callback: ((argument: Argument) => void) | undefined): (argument: Argument) => void {
    return (argument) => {
      if (this.#fault !== undefined) return
      try {
        callback?.(argument)
      } catch (thrown) {
        this.#fault = { thrown }
        this.#stop.abort(new Interrupted())
      }
    }
  }

  /** For code of the program that goes on without waiting: throws what ends it. */
  throwIfFaulty(): void {
    if (this.#fault !== undefined) throw new Interrupted()
  }

  /** For whoever started the run. */
  throwFault(): void {
    if (this.#fault !== undefined) throw this.#fault.thrown
  }
}
