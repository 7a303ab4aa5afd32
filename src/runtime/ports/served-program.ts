/** A program as a server of tools: what its clients see of it, and how they call it. */

import type { JsonObject } from './json.ts'

export interface ServedProgram {
  /** In the order in which they are listed; the names differ. */
  readonly tools: readonly ServedTool[]
  /** Whether `name` means one of the tools. */
  hasTool(name: string): boolean
  /** Makes a call, as a model would: through the gate, and with an outcome in words whatever happens. Never rejects. */
  call(call: ClientCall): Promise<ServedResult>
}

export interface ServedTool {
  /** At most 64 of `A-Za-z0-9_-`. */
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  /** The hints of the protocol, as far as something is known. */
  readonly annotations: JsonObject
}

export interface ClientCall {
  readonly toolName: string
  /** JSON, as the client wrote it. */
  readonly argumentsText: string
  /** What the client calls itself: any text. */
  readonly clientName: string
  /** Aborted when the client does not want the result any more; then nothing of the call goes on. */
  readonly signal: AbortSignal
  /** Asks the person at the client. */
  readonly ask: AskClient
  /** Told what the call begins, on one line: `model clerk`, `tool files.read_text_file`. */
  readonly onProgress: (message: string) => void
}

/** Resolves in every case; with `cancelled` when `signal` is aborted. */
export type AskClient = (question: ClientQuestion, signal: AbortSignal) => Promise<ClientAnswer>

export interface ClientQuestion {
  /** One line of text, or a yes. */
  readonly wanted: 'line' | 'approval'
  /** What is asked, in lines. */
  readonly message: string
}

/**
 * To refuse and to put off are two things; `impossible` where the client cannot show a question. `text` is empty where a yes was
 * wanted.
 */
export type ClientAnswer =
  { readonly kind: 'accepted'; readonly text: string } | { readonly kind: 'declined' | 'cancelled' | 'impossible' }

export interface ServedResult {
  readonly text: string
  readonly isError: boolean
  readonly images: readonly { readonly mediaType: string; readonly base64: string }[]
}
