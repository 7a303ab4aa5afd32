/**
 * Providers of models, in plain data that no vendor shapes.
 *
 * An adapter turns a request into one exchange with its vendor. What a vendor hands out to get back (thinking, vendor
 * items) travels in `opaque`: the loop keeps it and returns it unchanged, and never looks inside.
 */

import type { JsonObject } from './json.ts'

export interface ModelProvidersPort {
  /** Makes a model ready. Throws a `ModelFailure` of kind `configuration` before any use of the network. */
  open(settings: ModelSettings): ProviderModel
}

/** What `inference(...)` was given, labels already checked for their provider and type. */
export interface ModelSettings {
  readonly provider: string
  readonly modelId: string
  readonly temperature?: number
  readonly maxTokens?: number
  readonly apiKeyVariable?: string
  readonly baseUrl?: string
  readonly timeoutMs?: number
  /** mock: the answer, in which `{prompt}` is replaced. */
  readonly responseTemplate?: string
  /** mock: one turn per request, instead of a template. */
  readonly script?: readonly string[]
}

export interface ProviderModel {
  readonly canCallTools: boolean
  /** Which images it takes in the results of tools; absent where they must be described in text. */
  readonly images?: ImageRules
  /** One exchange. The mock answers at once, without a promise. Fails with a `ModelFailure`. */
  generate(request: ModelRequest, signal: AbortSignal): ModelReply | Promise<ModelReply>
}

export interface ImageRules {
  /** Such as `image/png`; others are described. */
  readonly mediaTypes: readonly string[]
  /** The size of one image. */
  readonly bytesMax: number
}

export interface ModelRequest {
  readonly messages: readonly Message[]
  readonly tools: readonly ToolDescription[]
}

export interface ToolDescription {
  /** A name that every vendor accepts: `[A-Za-z0-9_-]`, at most 64. */
  readonly wireName: string
  /** The name in Sense: `server.tool`, or a declared tool's own. */
  readonly canonicalName: string
  readonly description: string
  readonly inputSchema: JsonObject
}

export type Message =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'model'
      readonly reply: ModelReply
      /** For each call of the reply a name that every vendor accepts, whatever the model wrote. */
      readonly wireNames: readonly string[]
    }
  | { readonly role: 'tools'; readonly results: readonly ToolResultMessage[] }

export interface ToolResultMessage {
  readonly callId: string
  readonly wireName: string
  readonly text: string
  readonly isError: boolean
  readonly images: readonly { readonly mediaType: string; readonly base64: string }[]
}

export interface ModelReply {
  readonly text: string
  /** In the model's order; empty when the text is the answer. */
  readonly calls: readonly ModelToolCall[]
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | undefined
  readonly opaque: unknown
  /** What the user should know although there is an answer. */
  readonly notes?: readonly ModelNote[]
  /** What the exchange took; absent where nothing left the process. */
  readonly traffic?: ModelTraffic
}

export interface ModelNote {
  readonly kind:
    | 'provider-warning' // `text` is the provider's
    | 'tool-left-out' // `subject` is its canonical name, `text` the reason
    | 'cut-short' // the answer ends before its end, `text` says why
  readonly subject?: string
  readonly text: string
}

export interface ModelTraffic {
  readonly bytesSent: number
  readonly bytesReceived: number
  /** 1, and one more for each time it was tried again. */
  readonly requests: number
}

export interface ModelToolCall {
  readonly id: string
  /** As the model wrote it: usually a wire name, but it may be anything. */
  readonly toolName: string
  /** The text of the arguments as the model wrote it; it may be no JSON at all. */
  readonly argumentsText: string
}

export type ModelFailureKind =
  | 'configuration' // a key that is missing, a library that is not installed
  | 'script' // a turn of the script that is not there or cannot be read
  | 'request' // the provider refused or failed
  | 'timeout'
  | 'cancelled'

export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly kind: ModelFailureKind
  /** What to do next, if the adapter knows. */
  readonly hint: string | undefined
  /** Short facts for the report: an HTTP status. */
  readonly facts: readonly (readonly [name: string, value: string])[]

  /** `message`: what went wrong, in words that complete "the model `m` ...: ". No secrets, control characters visible. */
  constructor(
    kind: ModelFailureKind,
    message: string,
    hint?: string,
    facts: readonly (readonly [string, string])[] = [],
  ) {
    super(message)
    this.kind = kind
    this.hint = hint
    this.facts = facts
  }
}
