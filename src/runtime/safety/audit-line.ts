/** How an entry of the audit log is written for people (spec 02 §8). */

import type { AuditEntry, AuditSubject } from '../execution/gate.ts'
import type { ScopeOwner } from '../execution/scope.ts'
import { oneLine } from './one-line.ts'

/** The longest name that a line shows whole. A name of a server's tool is the server's choice. */
const nameLengthMax = 200

/** `[line N] SUBJECT -> EVENT (detail) (via agent:a > tool:b)`; without a line where no source text made the call. */
export function auditLine(entry: AuditEntry): string {
  const line = entry.line === undefined ? '?' : String(entry.line)
  const detail = entry.detail === undefined ? '' : ` (${entry.detail})`
  const via = entry.lineage.length === 0 ? '' : ` (via ${ownersText(entry.lineage)})`
  return `[line ${line}] ${subjectText(entry)} -> ${entry.event}${detail}${via}`
}

/** `tool 'server.tool'`, `reversible action 'f'`, `model 'm'`. */
export function subjectText(subject: AuditSubject): string {
  return `${subject.kind} '${oneLine(subject.name, nameLengthMax)}'`
}

/** `agent:a > tool:b`, outermost first. */
export function ownersText(owners: readonly ScopeOwner[]): string {
  return owners.map((owner) => `${owner.kind}:${owner.name}`).join(' > ')
}
