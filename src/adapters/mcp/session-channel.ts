/**
 * What a connection needs of the way to its server: messages go out, messages come in, and an end is noticed.
 *
 * `server-channel.ts` is such a way over the pipes of a process, `http/http-channel.ts` one over HTTP.
 */

import type { JsonObject } from '../../runtime/ports/json.ts'
import type { ProcessExit } from '../../runtime/ports/tool-servers.ts'

export interface SessionChannel {
  receiver: ChannelReceiver | undefined
  /** Resolves when the server has ended without being asked to. */
  readonly died: Promise<ChannelDeath>
  /** The same, once it has happened. */
  readonly death: ChannelDeath | undefined
  /** Resolves when the server has shown that it runs. */
  readonly spoke: Promise<void>
  readonly isOpen: boolean
  /** So much is waiting to be read by the server that nothing should be added that can be left out. */
  readonly isBackedUp: boolean
  /** When its last byte of output came, as `performance.now()` counts; -Infinity where no other answer can be on its way. */
  readonly lastOutputAt: number
  /** The last lines of its stderr, fit to be shown; none where there is no process. */
  stderrLines(): readonly string[]
  /** Takes note of a message that is one of ours. */
  echoed(what: string): void
  /** Sends a message. Throws when the server is gone or has stopped reading long ago. */
  send(message: JsonObject): void
  /** Ends the connection, and a process with everything it started. Harmless when repeated. */
  end(politeMs: number): Promise<void>
}

/** Who gets what the server says. There is one at a time: first the era probe, then the session. */
export interface ChannelReceiver {
  message(message: JsonObject): void
  unreadable(id: string | undefined, reason: string): void
  /** Nothing more will come. */
  ended(): void
}

export type TapDirection = 'to server' | 'from server'

/** Sees every message, and every text that is none, in both directions. */
export type ChannelTap = (direction: TapDirection, content: JsonObject | string) => void

/** How the channel ended by itself. */
export interface ChannelDeath {
  readonly exit: ProcessExit | undefined
  /** In words, when the process did not simply exit. */
  readonly detail: string
}
