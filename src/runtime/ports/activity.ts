/** Told of what a run asks of others while it waits for them: for a trace, a line on a terminal, or a host program. */

import type { Message, ModelReply } from './model-providers.ts'
import type { LogNote, ProgressNote } from './tool-servers.ts'

export interface ActivityPort {
  /** Something begins; the result is called once when it has ended, in whatever way. */
  begin(activity: Activity): (end: ActivityEnd) => void
  /** Told what a server says while it works; absent where nobody listens to that. */
  note?(note: ServerNote): void
}

/** What a server says beside its answers. The texts are its own: on one line, shortened, without its secrets. */
export type ServerNote =
  | (ProgressNote & { readonly kind: 'progress'; /** The canonical name of the tool. */ readonly name: string })
  | (LogNote & { readonly kind: 'log'; /** The name of the server. */ readonly name: string })
  | (ChangedTools & { readonly kind: 'tools'; /** The name of the server. */ readonly name: string })

/** What a server has changed of its tools, by their own names; `changed` have another description, schema or claim. */
export interface ChangedTools {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

export interface Activity {
  readonly kind: 'model' | 'tool' | 'server'
  /** The name of the model or server, the canonical name of the tool. */
  readonly name: string
  /** Of a model: the conversation so far. */
  readonly messages?: readonly Message[]
  /** Of a tool: makes JSON of the arguments by name, for whoever looks at once. */
  readonly argumentsText?: () => string
}

export interface ActivityEnd {
  readonly outcome: 'ok' | 'failed' | 'denied' | 'not run'
  /** Why, where it is not ok. May hold secrets. */
  readonly reason?: string
  readonly bytesSent?: number
  readonly bytesReceived?: number
  readonly tokens?: { readonly inputTokens: number; readonly outputTokens: number }
  /** Of a model, where it was asked more than once; of a server, its tools. */
  readonly requests?: number
  readonly tools?: number
  /** Of a model that answered. */
  readonly reply?: ModelReply
  /** Of a tool that gave something: makes the whole text of it, for whoever looks at once. */
  readonly resultText?: () => string
}
