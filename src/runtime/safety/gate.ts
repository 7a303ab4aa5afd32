/**
 * The gate: the one place where a policy is decided and the audit log is written (spec 02 §4, §8).
 *
 * Both are plain synchronous functions over the scope chain, so nothing can come between a decision and its entry.
 */

import type { CapabilityOwner } from '../../language/rule-names.ts'
import { coversCapability, ruleNamesOf } from '../../language/rule-names.ts'
import type { AuditEntry, AuditRecord, Decision, Gate } from '../execution/gate.ts'
import { bothEnds } from '../execution/gate.ts'
import type { PolicyRule, Scope, ScopeOwner } from '../execution/scope.ts'
import { lineageOf } from '../execution/scope.ts'
import type { SiteTable } from '../execution/site-table.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { SecretsPort } from '../ports/secrets.ts'
import { AuditLog } from './audit-log.ts'
import type { HostPolicy } from './host-policy.ts'
import { hostRuleAgainst } from './host-policy.ts'
import { oneLine } from './one-line.ts'

/** Code points of a detail that are kept (spec 02 §8). */
const detailLengthMax = 500

export interface GateSettings {
  readonly sites: SiteTable
  readonly clock: ClockPort
  /** Replaced in what an entry says; without it nothing is. */
  readonly secrets?: SecretsPort
  readonly hostPolicy?: HostPolicy | undefined
  /** Entries that are kept; without it all are. */
  readonly entriesMax?: number | undefined
  /** Told of each entry when it is written. */
  readonly onEntry?: ((entry: AuditEntry) => void) | undefined
  /** The bodies that are running, outermost first. Read anew at each entry, so that it may be a getter. */
  readonly callers: readonly ScopeOwner[]
}

/** The gate of one run, with an empty log. */
export function createGate(settings: GateSettings): Gate {
  const log = new AuditLog(settings.entriesMax ?? Infinity)
  return {
    decide: (scope, capability, owner) => {
      const rule = hostRuleAgainst(settings.hostPolicy, capability, owner)
      return rule === undefined ? decide(scope, capability, owner) : { isAllowed: false, rule }
    },
    record: (record) => {
      const entry = entryOf(settings, record)
      log.add(entry)
      settings.onEntry?.(entry)
    },
    auditLines: () => log.lines,
    auditEntries: () => log.entries,
  }
}

/** The nearest scope with a rule for the capability decides; within a scope its most specific rule; without any: allowed. */
function decide(scope: Scope, capability: string, owner: CapabilityOwner): Decision {
  const names = ruleNamesOf(capability, owner)
  for (let current: Scope | undefined = scope; current !== undefined; current = current.parent) {
    const rule = ruleIn(current, names, capability)
    if (rule !== undefined) return rule.effect === 'allow' ? { isAllowed: true } : { isAllowed: false, rule }
  }
  return { isAllowed: true }
}

function ruleIn({ rules, patterns }: Scope, names: readonly string[], capability: string): PolicyRule | undefined {
  for (const name of names) {
    const rule = rules.get(name)
    if (rule !== undefined) return rule
  }
  let longest: PolicyRule | undefined
  for (const rule of patterns?.values() ?? []) {
    if (!coversCapability(rule.capability, capability)) continue
    if (longest === undefined || rule.capability.length > longest.capability.length) longest = rule
  }
  return longest
}

function entryOf({ sites, clock, secrets, callers }: GateSettings, record: AuditRecord): AuditEntry {
  const shown = (text: string): string => secrets?.replacedIn(text) ?? text
  return {
    kind: record.subject.kind,
    name: shown(record.subject.name),
    event: record.event,
    detail: record.detail === undefined ? undefined : oneLine(shown(record.detail), detailLengthMax),
    line: sites.lineOf(record.site),
    file: sites.placeOf(record.site)?.file.name,
    timestamp: clock.now(),
    lineage: lineageOf(record.scope),
    callers: bothEnds(callers),
    capability: record.capability,
  }
}
