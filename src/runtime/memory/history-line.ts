/** The lines that `history` gives (spec 02 §7). */

import type { Row } from '../ports/stores.ts'
import type { SiteId } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import { calendarText } from './calendar-text.ts'
import { valueOfRow } from './stored-value.ts'

/** `[v1] remember 'name' = ada (Mon Nov 30 21:54:00 2026)`, or `[v3] forget 'name' (...)`. */
export function historyLine(key: string, row: Row, path: string, site: SiteId): string {
  const isRemembered = row.op === 'remember'
  const value = isRemembered ? ` = ${textForm(valueOfRow(row, path, site), site)}` : ''
  return `[v${row.version}] ${row.op} '${key}'${value} (${calendarText(row.timestamp)})`
}
