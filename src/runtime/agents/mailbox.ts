/** The messages that were sent to an agent and not received yet, and those who wait for one. */

import { mailboxFull } from '../../compiler/diagnostics/catalogue/agents.ts'
import { Queue } from '../execution/queue.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'

/** So many messages take some 130 megabytes, which leaves the smallest heap a chance to report it. */
export const messagesMax = 2 ** 24

/** Somebody who waits for a message; it is called once, with it. */
export type Receiver = (message: Value) => void

export class Mailbox {
  readonly #messages = new Queue<Value>()
  /** Oldest first; there are none while messages are left. Most mailboxes never have one. */
  #receivers: Set<Receiver> | undefined

  /** Hands `message` to whoever has waited longest, or keeps it. `name` is that of the agent. */
  put(message: Value, name: string, site: SiteId): void {
    const receiver = this.#takeReceiver()
    if (receiver !== undefined) {
      receiver(message)
      return
    }
    if (this.#messages.size >= messagesMax) throw new SenseError(mailboxFull(name, messagesMax), site)
    this.#messages.push(message)
  }

  /** The oldest message; undefined if there is none. */
  take(): Value | undefined {
    return this.#messages.take()
  }

  /** Gives the next message that arrives to `receiver`, unless it was removed before. */
  addReceiver(receiver: Receiver): void {
    this.#receivers ??= new Set()
    this.#receivers.add(receiver)
  }

  removeReceiver(receiver: Receiver): void {
    this.#receivers?.delete(receiver)
  }

  #takeReceiver(): Receiver | undefined {
    const [receiver] = this.#receivers ?? []
    if (receiver !== undefined) this.#receivers?.delete(receiver)
    return receiver
  }
}
