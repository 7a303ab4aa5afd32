/**
 * The one door between a program and the outside, as execution and everything above it sees it.
 *
 * `decide` and `record` are plain synchronous functions, so no other code can run between a decision and its entry.
 * `runtime/safety` implements this interface and is the only code that decides a policy or writes the audit log.
 */

import type { CapabilityOwner } from '../../language/rule-names.ts'
import type { SiteId } from '../values/sense-error.ts'
import type { PolicyRule, Scope, ScopeOwner } from './scope.ts'

export interface Gate {
  /** Whether the nearest rule for `capability`, seen from `scope`, allows it. No rule anywhere: allowed (spec 02 §4). */
  decide(scope: Scope, capability: string, owner: CapabilityOwner): Decision
  /** Adds an entry to the audit log. */
  record(entry: AuditRecord): void
  /** What `audit_log()` yields: one line per event, without the `started` entries; of a served program the newest. */
  auditLines(): readonly string[]
  /** The entries themselves, `started` included; of a served program the newest. */
  auditEntries(): readonly AuditEntry[]
}

export type Decision = { readonly isAllowed: true } | { readonly isAllowed: false; readonly rule: PolicyRule }

/** What a dry run leaves out: the bodies of actions and their rollbacks, or those and all tool calls (spec 02 §5). */
export type DryRun = 'actions' | 'actions-and-tools'

export type AuditEvent =
  'started' | 'prepared' | 'verified' | 'committed' | 'denied' | 'failed' | 'rolled_back' | 'called'

/** What the caller of `record` knows; the gate adds time, place, lineage and callers. */
export interface AuditRecord {
  readonly subject: AuditSubject
  readonly event: AuditEvent
  readonly scope: Scope
  readonly site: SiteId
  /** Free text, made one safe line of at most 500 characters by the gate. */
  readonly detail?: string
  readonly capability?: string | undefined
}

export interface AuditSubject {
  readonly kind:
    | 'tool'
    | 'model'
    | 'reversible action'
    | 'irreversible action'
    // What a program reads of a server itself.
    | 'resource'
    | 'resource list'
    | 'prompt'
    | 'prompt list'
    // Of these only a denial is on record.
    | 'python module'
    | 'js module'
    | 'server'
    | 'persistent memory'
  /** `server.tool` for a tool of an MCP server, and alike for its resources and prompts; of a list the server's name. */
  readonly name: string
}

export interface AuditEntry {
  readonly kind: AuditSubject['kind']
  readonly name: string
  readonly event: AuditEvent
  readonly detail: string | undefined
  /** From 1; undefined where no source text asked for the effect. */
  readonly line: number | undefined
  readonly file: string | undefined
  /** Unix time in milliseconds. */
  readonly timestamp: number
  /** What encloses the call in the scope chain, outermost first. */
  readonly lineage: readonly ScopeOwner[]
  /** What was running when the call was made, outermost first; of more than 20 the first and the last 10. */
  readonly callers: readonly ScopeOwner[]
  readonly capability: string | undefined
}

/** Callers that an entry keeps of each end: who began it all, and who is close to the call. */
const callersPerEndMax = 10

/** The callers that an entry keeps. More are only in a recursion, and kept whole they would grow with the square of its depth. */
export function bothEnds(callers: readonly ScopeOwner[]): readonly ScopeOwner[] {
  if (callers.length <= 2 * callersPerEndMax) return [...callers]
  return [...callers.slice(0, callersPerEndMax), ...callers.slice(-callersPerEndMax)]
}
