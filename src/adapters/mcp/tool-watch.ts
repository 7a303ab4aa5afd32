/**
 * Whether the tools of a server are still those that it has listed.
 *
 * A server says so as often as it likes; what it says is only remembered, and costs nothing until somebody asks. In the
 * newer era it speaks while it answers a subscription. That may end at any time: from then on the tools count as changed,
 * and it is made anew before they are listed again, so that nothing is missed.
 */

import type { Answer } from './answer.ts'
import type { McpSession } from './mcp-session.ts'

export class ToolWatch {
  readonly #session: McpSession
  #isStale = false
  #isSubscribed = false
  /** Subscriptions in a row of which the server has not even confirmed that it has got them. */
  #vainCount = 0

  constructor(session: McpSession) {
    this.#session = session
    session.onTold('notifications/tools/list_changed', () => (this.#isStale = true))
    session.onTold('notifications/subscriptions/acknowledged', () => (this.#vainCount = 0))
    if (session.offers.toolChanges) this.#subscribe()
  }

  /** They may have changed since they were listed last. */
  get isStale(): boolean {
    return this.#isStale
  }

  /** To be called before they are listed. */
  renew(): void {
    this.#isStale = false
    if (this.#session.offers.toolChanges && !this.#isSubscribed) this.#subscribe()
  }

  #subscribe(): void {
    const ended = this.#session.listenToToolChanges()
    if (ended === undefined) return
    this.#isSubscribed = true
    this.#vainCount += 1
    ended.then(
      (answer) => this.#ended(answer),
      // The connection is over.
      () => undefined,
    )
  }

  #ended(answer: Answer): void {
    // A server that says no means it, and one that never confirms is asked in vain.
    const isRefused = answer.kind === 'error' && answer.code !== undefined
    if (isRefused || this.#vainCount >= VAIN_MAX) return
    this.#isSubscribed = false
    this.#isStale = true
  }
}

const VAIN_MAX = 3
