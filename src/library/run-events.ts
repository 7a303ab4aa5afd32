/**
 * What a run does, told while it does it: for a log, a progress display, or an answer that appears step by step.
 *
 * A call and its end carry the same `id`. Registered secrets are replaced in all texts, as in the audit log.
 */

import type { AuditEntry } from '../runtime/execution/gate.ts'
import type { Activity, ActivityEnd, ActivityPort, ServerNote } from '../runtime/ports/activity.ts'
import type { Message, ModelToolCall } from '../runtime/ports/model-providers.ts'
import type { SecretsPort } from '../runtime/ports/secrets.ts'

export type RunEvent =
  | ModelCallEvent
  | ModelReplyEvent
  | ToolCallEvent
  | ToolProgressEvent
  | ToolResultEvent
  | ServerStartEvent
  | ServerReadyEvent
  | ServerLogEvent
  | ServerToolsEvent
  | AuditEvent

export interface EventBase {
  /** Unix time in milliseconds. */
  readonly timestamp: number
}

interface BeginEvent extends EventBase {
  /** The same number stands in the event that ends it; counted from 1 in each run. */
  readonly id: number
  /** The name of the model or server; of a tool its own, or `server.tool`. */
  readonly name: string
}

interface EndEvent extends BeginEvent {
  readonly outcome: ActivityEnd['outcome']
  /** Why, where the outcome is not `ok`. */
  readonly reason?: string
  readonly tookMs: number
}

/** A model is asked; one `ask_with_tools` asks once for each round. */
export interface ModelCallEvent extends BeginEvent {
  readonly kind: 'model-call'
  /** The conversation so far. */
  readonly messages: readonly Message[]
}

export interface ModelReplyEvent extends EndEvent {
  readonly kind: 'model-reply'
  /** What it said; empty where it only calls tools, or has failed. */
  readonly text: string
  /** The calls that it asks for. */
  readonly calls: readonly ModelToolCall[]
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number }
}

/** A tool is called, by the program or by a model. */
export interface ToolCallEvent extends BeginEvent {
  readonly kind: 'tool-call'
  /** The arguments by name, as JSON; what JSON does not have stands there in its text form. */
  readonly argumentsText: string
}

export interface ToolResultEvent extends EndEvent {
  readonly kind: 'tool-result'
  /** The whole result, as a model reads it; empty where there is none. */
  readonly resultText: string
}

/** The call of a server's tool has come further. Of calls side by side of one tool it is not said which. */
export interface ToolProgressEvent extends EventBase {
  readonly kind: 'tool-progress'
  /** `server.tool` */
  readonly name: string
  /** Grows with each event of a call. */
  readonly progress: number
  /** Where it ends, if the server knows. */
  readonly total?: number
  /** What the server is doing, in its own words. */
  readonly message?: string
}

/** A server has something to say that is no answer. */
export interface ServerLogEvent extends EventBase {
  readonly kind: 'server-log'
  /** The name of the server. */
  readonly name: string
  /** `info`, `warning` and their like, as the server has it. */
  readonly level: string
  /** In the server's own words, 500 characters at most. */
  readonly text: string
}

/** A server has changed its tools, and the program has taken that over. All names are the server's own. */
export interface ServerToolsEvent extends EventBase {
  readonly kind: 'server-tools'
  /** The name of the server. */
  readonly name: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Tools with another description, schema or claim than before. */
  readonly changed: readonly string[]
}

/** A server of tools is started. */
export interface ServerStartEvent extends BeginEvent {
  readonly kind: 'server-start'
}

export interface ServerReadyEvent extends EndEvent {
  readonly kind: 'server-ready'
  /** How many tools it has; 0 where it could not be started. */
  readonly toolCount: number
}

/** An entry of the audit log was written. */
export interface AuditEvent extends EventBase {
  readonly kind: 'audit'
  readonly entry: AuditEntry
}

export interface EventSettings {
  readonly onEvent: (event: RunEvent) => void
  readonly secrets: SecretsPort
  /** Unix time in milliseconds. */
  readonly now: () => number
}

/** Tells `onEvent` of what begins and ends. */
export function activityEvents({ onEvent, secrets, now }: EventSettings): ActivityPort {
  let count = 0
  return {
    begin(activity) {
      count += 1
      const base = { id: count, name: activity.name }
      const beganAt = now()
      onEvent(withoutSecrets(beginEvent(activity, { ...base, timestamp: beganAt }), secrets))
      return (end) => {
        const timestamp = now()
        onEvent(withoutSecrets(endEvent(activity, end, { ...base, timestamp, tookMs: timestamp - beganAt }), secrets))
      }
    },
    note(note) {
      onEvent(withoutSecrets(noteEvent(note, now()), secrets))
    },
  }
}

function noteEvent(note: ServerNote, timestamp: number): RunEvent {
  const { name } = note
  if (note.kind === 'tools') return { ...note, kind: 'server-tools', timestamp }
  if (note.kind === 'log') return { kind: 'server-log', timestamp, name, level: note.level, text: note.text }
  const { progress, total, message } = note
  return {
    ...{ kind: 'tool-progress', timestamp, name, progress },
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  }
}

function beginEvent({ kind, messages = [], argumentsText }: Activity, base: BeginEvent): RunEvent {
  switch (kind) {
    case 'model':
      return { kind: 'model-call', ...base, messages }
    case 'tool':
      return { kind: 'tool-call', ...base, argumentsText: argumentsText?.() ?? '{}' }
    case 'server':
      return { kind: 'server-start', ...base }
  }
}

function endEvent({ kind }: Activity, end: ActivityEnd, base: BeginEvent & { readonly tookMs: number }): RunEvent {
  const { outcome, reason, reply, tokens, resultText, tools = 0 } = end
  const ended: EndEvent = { ...base, outcome, ...(reason === undefined ? {} : { reason }) }
  switch (kind) {
    case 'model': {
      const usage = tokens === undefined ? {} : { usage: tokens }
      return { kind: 'model-reply', ...ended, text: reply?.text ?? '', calls: reply?.calls ?? [], ...usage }
    }
    case 'tool':
      return { kind: 'tool-result', ...ended, resultText: resultText?.() ?? '' }
    case 'server':
      return { kind: 'server-ready', ...ended, toolCount: tools }
  }
}

/** Copies, so that nobody who is told can change what the run goes on with. */
function withoutSecrets<Data>(data: Data, secrets: SecretsPort): Data {
  return copied(data) as Data

  function copied(part: unknown): unknown {
    if (typeof part === 'string') return secrets.replacedIn(part)
    if (Array.isArray(part)) return part.map(copied)
    if (typeof part !== 'object' || part === null) return part
    // What a vendor hands out to get back may be anything.
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, key === 'opaque' ? value : copied(value)]),
    )
  }
}
