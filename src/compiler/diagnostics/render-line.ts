/**
 * One line for each problem, for lists and build logs: place, class and code, headline.
 */

import { positionAt } from '../source/positions.ts'
import type { Place } from '../source/source-file.ts'
import type { Diagnostic } from './diagnostic.ts'
import { visibleText } from './visible-text.ts'

/** `shop.sns:7:12: SenseNameError[unknown-name]: ...`, without a line end. */
export function renderLine(diagnostic: Diagnostic): string {
  const { place, headline } = diagnostic
  const where = place === undefined ? '' : `${placeText(place)}: `
  return `${where}${problemTitle(diagnostic)}: ${visibleText(headline)}`
}

/** `SenseNameError[unknown-name]`, `warning[shadowed-builtin]`. */
export function problemTitle(diagnostic: Diagnostic): string {
  return `${diagnostic.class}[${diagnostic.code}]`
}

/** `shop.sns:7:12`: line and column from 1, the column in code points. */
export function placeText(place: Place): string {
  const { line, column } = positionAt(place.file.text, place.file.lineStarts, place.span.offsetStart)
  return `${visibleText(place.file.name)}:${line}:${column}`
}
