/**
 * Dry runs: a program runs, with all its checks and entries, but some effects are left out (spec 02 §5).
 *
 * Without tools a program would mostly stop at the first step that needs what a tool finds out, so a dry run leaves out
 * actions only, and says at its end which tool calls were real. One that must touch nothing leaves out the tools too.
 */

import type { AuditEntry, DryRun } from '../execution/gate.ts'
import type { Run } from '../execution/run.ts'
import { oneLine } from './one-line.ts'

/** What a dry run prints before the program starts. */
export const dryRunHeader = 'DRY RUN — no actions will actually commit\n\n'

/** The details of the entries that stand for what did not happen. */
export const notExecuted = {
  commit: 'dry run — body not executed',
  rollback: 'dry run — rollback not executed',
  declaredTool: 'dry run — body not executed',
  serverTool: 'dry run — call not sent',
} as const

/** What a model is told of a tool call that was left out. */
export const toolNotRun = 'not run (dry run)'

/** Whether the bodies of actions, and their rollbacks, are left out. */
export function leavesOutActions({ dryRun }: Pick<Run, 'dryRun'>): boolean {
  return dryRun !== undefined
}

/** Whether tool calls are left out, those of a model too. */
export function leavesOutTools({ dryRun }: Pick<Run, 'dryRun'>): boolean {
  return dryRun === 'actions-and-tools'
}

/** What a dry run prints after the program has ended: the audit log, then the tool calls that were real. */
export function dryRunSummary(dryRun: DryRun, lines: readonly string[], entries: readonly AuditEntry[]): string {
  const events = lines.length === 0 ? ['(no actions were prepared)'] : lines
  const real = dryRun === 'actions' ? realToolCalls(entries) : []
  return ['', '--- dry run summary ---', ...events, ...real].map((line) => `${line}\n`).join('')
}

/** One line that counts the calls, by tool in the order of their first calls; none if there were no calls. */
function realToolCalls(entries: readonly AuditEntry[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const name of namesOfStartedCalls(entries)) counts.set(name, (counts.get(name) ?? 0) + 1)
  if (counts.size === 0) return []
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const names = Array.from(counts, ([name, count]) => oneLine(name, nameLengthMax) + (count === 1 ? '' : ` (${count})`))
  return [`${total} tool ${total === 1 ? 'call' : 'calls'} ran for real: ${names.join(', ')}`]
}

/** The longest name of a tool that is shown whole; that of a server's tool is the server's choice. */
const nameLengthMax = 200

/** A declared tool's only entry is `called`, before its body; a server's call is `started` first and ends with another. */
function namesOfStartedCalls(entries: readonly AuditEntry[]): readonly string[] {
  const ofTools = entries.filter(({ kind }) => kind === 'tool')
  const started = new Set(ofTools.filter(({ event }) => event === 'started').map(({ name }) => name))
  const firstEvents = ofTools.filter(({ event, name }) => event === (started.has(name) ? 'started' : 'called'))
  return firstEvents.map(({ name }) => name)
}
