/**
 * The entries of the audit log that are kept in memory.
 *
 * The log of a run that ends by itself is never cut, because a log that forgets is none; what bounds it is that each entry
 * holds a bounded text. A program that is served runs for as long as clients call, so there only the newest are kept, and
 * the lines say how many are not: each entry was written to standard error when it was made.
 */

import type { AuditEntry } from '../execution/gate.ts'
import { auditLine } from './audit-line.ts'

/** Entries of a served program that are kept: some 20 MB. */
export const servedEntriesMax = 50_000

/** The oldest go this many at a time, so that each new entry costs little. */
const partDropped = 0.1

export class AuditLog {
  readonly #entriesMax: number
  readonly #entries: AuditEntry[] = []
  #linesDropped = 0

  /** `entriesMax` may be Infinity. */
  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  /** In order, `started` included. */
  get entries(): readonly AuditEntry[] {
    return [...this.#entries]
  }

  /** One line for each entry that is no start; before them one that says how many are not kept, if there are any. */
  get lines(): readonly string[] {
    const lines = this.#entries.filter(hasLine).map(auditLine)
    return this.#linesDropped === 0 ? lines : [`(${this.#linesDropped} earlier lines are not kept)`, ...lines]
  }

  add(entry: AuditEntry): void {
    if (this.#entries.length >= this.#entriesMax) {
      const dropped = this.#entries.splice(0, Math.ceil(this.#entriesMax * partDropped))
      this.#linesDropped += dropped.filter(hasLine).length
    }
    this.#entries.push(entry)
  }
}

function hasLine({ event }: AuditEntry): boolean {
  return event !== 'started'
}
