/**
 * One JSON object for each problem, on one line, for programs that read reports.
 *
 * Every key is always there. Lines and columns start at 1 and columns count code points, as in the printed report; the end is
 * the place behind the last character.
 */

import { positionAt } from '../source/positions.ts'
import type { Place } from '../source/source-file.ts'
import type { Diagnostic } from './diagnostic.ts'

/** The diagnostic as one line of JSON, without a line end. */
export function renderJson(diagnostic: Diagnostic): string {
  return JSON.stringify(jsonRecord(diagnostic))
}

/** The record that `renderJson` writes. */
export function jsonRecord(diagnostic: Diagnostic): Readonly<Record<string, unknown>> {
  const { evidence } = diagnostic
  return {
    class: diagnostic.class,
    code: diagnostic.code,
    severity: diagnostic.class === 'warning' ? 'warning' : 'error',
    headline: diagnostic.headline,
    ...placeRecord(diagnostic.place),
    label: diagnostic.label ?? null,
    detail: diagnostic.detail ?? null,
    hint: diagnostic.hint ?? null,
    related: (diagnostic.related ?? []).map(({ place, label }) => ({ label, ...placeRecord(place) })),
    fix: fixRecord(diagnostic),
    stack: (diagnostic.stack ?? []).map(({ functionName, calledAt }) => ({
      function: functionName,
      ...startRecord(calledAt),
    })),
    evidence:
      evidence === undefined
        ? null
        : { facts: evidence.facts.map(([name, value]) => ({ name, value })), stderr: evidence.stderrLines },
  }
}

function fixRecord({ fix, place }: Diagnostic): unknown {
  if (fix === undefined || place === undefined) return null
  const edits = fix.edits.map(({ span, text }) => ({ ...placeRecord({ file: place.file, span }), text }))
  return { title: fix.title, isCertain: fix.isCertain, edits }
}

function startRecord(place: Place | undefined): Readonly<Record<'file' | 'line' | 'column', string | number | null>> {
  if (place === undefined) return { file: null, line: null, column: null }
  const { file, span } = place
  return { file: file.name, ...positionAt(file.text, file.lineStarts, span.offsetStart) }
}

function placeRecord(place: Place | undefined): Readonly<Record<string, string | number | null>> {
  if (place === undefined) return { ...startRecord(place), endLine: null, endColumn: null }
  const { file, span } = place
  const end = positionAt(file.text, file.lineStarts, span.offsetEnd)
  return { ...startRecord(place), endLine: end.line, endColumn: end.column }
}
