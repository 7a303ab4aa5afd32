/**
 * The full report of a problem, for a person at a terminal.
 *
 * In this order: class, code and headline; the place; the lines of the program with marks; what the rule is; what an outside
 * program left behind; the call stack; what to do. Each part is left out if there is nothing to say.
 */

import type { Place, SourceFile } from '../source/source-file.ts'
import { callStackLines } from './call-stack-text.ts'
import { codeFrame, gutterWidth } from './code-frame.ts'
import type { Mark } from './code-frame.ts'
import type { Diagnostic, Evidence } from './diagnostic.ts'
import { displayWidth } from './display-width.ts'
import { placeText, problemTitle } from './render-line.ts'
import { plainStyle } from './style.ts'
import type { Style } from './style.ts'
import { visibleText } from './visible-text.ts'
import { wrapText } from './wrap-text.ts'

/** The report, several lines joined by `\n`, without a line end behind the last. */
export function renderTerminal(diagnostic: Diagnostic, style: Style = plainStyle): string {
  const paint = diagnostic.class === 'warning' ? style.yellow : style.red
  const places = placeLines(diagnostic, style, paint)
  const rest = [
    ...(diagnostic.detail === undefined ? [] : wrapText('', visibleText(diagnostic.detail), style.width)),
    ...evidenceLines(diagnostic.evidence, style),
    ...stackLines(diagnostic, style),
    ...hintLines(diagnostic.hint, style),
  ]
  // The line that closes a frame parts it from what follows.
  const shownPlaces = rest.length === 0 ? places.slice(0, -1) : places
  return [titleLine(diagnostic, style, paint), ...shownPlaces, ...rest].join('\n')
}

/** The headline is one sentence, but may quote text of the program that has several lines: those stay lines. */
function titleLine(diagnostic: Diagnostic, style: Style, paint: (text: string) => string): string {
  const title = problemTitle(diagnostic)
  const [first = '', ...others] = diagnostic.headline.split(/\r\n|[\n\r]/).map(visibleText)
  const [begin = '', ...rest] = brokenLines(`${title}: ${first}`, style.headlineWidth)
  const further = others.flatMap((line) => brokenLines(`    ${line}`, style.headlineWidth))
  const beside = begin.slice(title.length + 2)
  const titled = `${style.bold(paint(title))}:${beside === '' ? '' : ` ${style.bold(beside)}`}`
  return [titled, ...[...rest, ...further].map(style.bold)].join('\n')
}

function brokenLines(text: string, width: number): readonly string[] {
  return displayWidth(text) <= width ? [text] : wrapText(text.startsWith(' ') ? '    ' : '', text.trimStart(), width)
}

function placeLines(diagnostic: Diagnostic, style: Style, paint: (text: string) => string): readonly string[] {
  const { place, label, related = [] } = diagnostic
  if (place === undefined) return []
  const main: Mark = { span: place.span, label, isMain: true }
  const groups = new Map<SourceFile, Mark[]>([[place.file, [main]]])
  for (const other of related) {
    const marks = groups.get(other.place.file) ?? []
    marks.push({ span: other.place.span, label: other.label, isMain: false })
    groups.set(other.place.file, marks)
  }
  const gutter = Math.max(...[...groups].map(([file, marks]) => gutterWidth(file, marks)))
  return [...groups].flatMap(([file, marks]) => {
    const first: Place = { file, span: marks[0]?.span ?? place.span }
    const arrow = style.dim(`${' '.repeat(gutter)}--> ${placeText(first)}`)
    return [arrow, ...codeFrame(file, marks, gutter, style, paint)]
  })
}

function evidenceLines(evidence: Evidence | undefined, style: Style): readonly string[] {
  if (evidence === undefined) return []
  const facts = evidence.facts.map(([name, value]) => `${style.dim(`${visibleText(name)}:`)} ${visibleText(value)}`)
  if (evidence.stderrLines.length === 0) return facts
  const stderr = evidence.stderrLines.map((line) => `   ${visibleText(line)}`)
  return [...facts, style.dim('stderr, last lines:'), ...stderr]
}

function stackLines(diagnostic: Diagnostic, style: Style): readonly string[] {
  const { stack = [] } = diagnostic
  return stack.length === 0 ? [] : [style.dim('call stack'), ...callStackLines(stack)]
}

function hintLines(hint: string | undefined, style: Style): readonly string[] {
  if (hint === undefined) return []
  const [first = '', ...others] = wrapText('hint: ', visibleText(hint), style.width)
  return [style.cyan(first), ...others.map(style.cyan)]
}
