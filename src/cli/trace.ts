/** `--trace`: one line on standard error for each question to a model, call of a tool and start of a server. */

import type { Activity, ActivityEnd, ActivityPort } from '../runtime/ports/activity.ts'
import type { SecretsPort } from '../runtime/ports/secrets.ts'
import { oneLine } from '../runtime/safety/one-line.ts'
import { countOf } from './count-text.ts'
import type { ErrorFormat } from './report.ts'

export interface TraceOptions {
  readonly write: (text: string) => void
  readonly format: ErrorFormat
  readonly secrets: SecretsPort
  /** Milliseconds, from any beginning. */
  readonly now: () => number
}

/** The longest reason and name that a line shows whole. */
const reasonLengthMax = 200
const nameLengthMax = 100

export function createTrace({ write, format, secrets, now }: TraceOptions): ActivityPort {
  const startedAt = now()
  return {
    begin(activity) {
      const beganAt = now()
      return (end) => {
        const shown: TracedEnd = {
          ...{ activity, end, atMs: now() - startedAt, tookMs: now() - beganAt },
          reason: oneLine(secrets.replacedIn(end.reason ?? ''), reasonLengthMax),
        }
        write(format === 'json' ? jsonLine(shown) : textLine(shown))
      }
    },
    note(note) {
      // How far a call is changes too often for a line each.
      if (note.kind === 'progress') return
      // A change of tools is a warning, which everybody reads.
      if (note.kind === 'tools') return
      const { name, level } = note
      const said = oneLine(secrets.replacedIn(note.text), reasonLengthMax)
      const atMs = now() - startedAt
      const line = { trace: 'log', name, level, atMs: Math.round(atMs), text: said }
      const seconds = (atMs / 1000).toFixed(3)
      write(
        format === 'json'
          ? `${JSON.stringify(line)}\n`
          : `trace ${seconds} s: server '${oneLine(name, nameLengthMax)}' says (${level}): ${said}\n`,
      )
    },
  }
}

interface TracedEnd {
  readonly activity: Activity
  readonly end: ActivityEnd
  readonly atMs: number
  readonly tookMs: number
  readonly reason: string
}

/** `trace 1.204 s: model 'm' ok, took 812 ms, 2110 bytes sent, 905 received, 11 tokens read, 7 written` */
function textLine({ activity, end, atMs, tookMs, reason }: TracedEnd): string {
  const { outcome, bytesSent, bytesReceived, tokens, requests, tools } = end
  const facts = [
    `${activity.kind} '${oneLine(activity.name, nameLengthMax)}' ${outcome}`,
    `took ${Math.round(tookMs)} ms`,
    ...(bytesSent === undefined ? [] : [`${bytesSent} bytes sent`]),
    ...(bytesReceived === undefined ? [] : [`${bytesReceived} received`]),
    ...(tokens === undefined ? [] : [`${tokens.inputTokens} tokens read, ${tokens.outputTokens} written`]),
    ...(requests === undefined ? [] : [`${requests} requests`]),
    ...(tools === undefined ? [] : [countOf(tools, 'tool')]),
  ]
  return `trace ${(atMs / 1000).toFixed(3)} s: ${facts.join(', ')}${reason === '' ? '' : `: ${reason}`}\n`
}

/** The same facts as an object, which has `trace` where a problem has `class`. */
function jsonLine({ activity, end, atMs, tookMs, reason }: TracedEnd): string {
  const line = { trace: activity.kind, name: activity.name, atMs: Math.round(atMs), tookMs: Math.round(tookMs) }
  return `${JSON.stringify({ ...line, ...end, ...(end.reason === undefined ? {} : { reason }) })}\n`
}
