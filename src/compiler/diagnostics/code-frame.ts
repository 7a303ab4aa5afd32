/**
 * The user's own lines with marks under them.
 *
 *      |
 *    2 | def bill(items: Array<Int>) -> Int:
 *      |          ----------------- declared here
 *      …
 *   12 | print(bill("3, 4"))
 *      |            ^^^^^^ this is a String
 *      |
 *
 * A span over several lines shows its first and last line, joined by a bar in the margin. A line that is too wide is cut
 * around its mark.
 */

import { lineAt } from '../source/positions.ts'
import type { SourceFile, Span } from '../source/source-file.ts'
import { cellsOf, displayWidth } from './display-width.ts'
import type { Cell } from './display-width.ts'
import type { Style } from './style.ts'
import { visibleText } from './visible-text.ts'

/** A span to mark: the main one with `^`, others with `-`. */
export interface Mark {
  readonly span: Span
  readonly label: string | undefined
  readonly isMain: boolean
}

/** How many columns the line numbers of a frame take. */
export function gutterWidth(file: SourceFile, marks: readonly Mark[]): number {
  const lines = marks.map((mark) => lineAt(file.lineStarts, mark.span.offsetEnd))
  return Math.max(2, String(Math.max(...lines)).length)
}

/** The lines of a frame for marks in one file, the last one empty; `paint` colours the main mark. */
export function codeFrame(
  file: SourceFile,
  marks: readonly Mark[],
  gutter: number,
  style: Style,
  paint: (text: string) => string,
): readonly string[] {
  const rows = marks.flatMap((mark) => rowsOf(file, mark, style.width - gutter - 4))
  rows.sort((left, right) => left.line - right.line)
  const hasBar = rows.some((row) => row.bar !== '')
  const empty = style.dim(`${' '.repeat(gutter)} |`)
  const lines = [empty]
  let shown = 0
  for (const row of rows) {
    if (shown !== 0 && row.line > shown + 1) lines.push(style.dim(`${' '.repeat(gutter)} …`))
    const margin = hasBar ? row.bar.padEnd(2) : ''
    if (row.line !== shown) {
      const number = style.dim(`${String(row.line).padStart(gutter)} |`)
      lines.push(`${number} ${margin}${row.text}`.trimEnd())
    }
    shown = row.line
    if (row.marks !== undefined) {
      const colour = row.isMain ? paint : style.cyan
      const bar = row.bar === '| ' ? '|' : margin
      const label = beside(`${bar}${row.marks}`, row.label, style.width - gutter - 3)
      lines.push(...label.map((line) => `${empty} ${colour(line)}`))
    }
  }
  return [...lines, empty]
}

/** The marks with the label behind them, or below them where that is too wide. */
function beside(marks: string, label: string, width: number): readonly string[] {
  if (label === '') return [marks]
  const joined = `${marks} ${label}`
  if (displayWidth(joined) <= width) return [joined]
  const indent = Math.min(marks.search(/\S/), Math.max(0, width - displayWidth(label)))
  return [marks, `${' '.repeat(indent)}${label}`]
}

/** A line of source to show, with the marks under it. */
interface Row {
  readonly line: number
  readonly text: string
  /** What stands in the margin: `/ ` where a span over several lines begins, `| ` where it ends. */
  readonly bar: string
  readonly marks: string | undefined
  /** What the marks say, or `''`. */
  readonly label: string
  readonly isMain: boolean
}

function rowsOf(file: SourceFile, mark: Mark, width: number): readonly Row[] {
  const { span, isMain } = mark
  const first = lineAt(file.lineStarts, span.offsetStart)
  const last = lineAt(file.lineStarts, Math.max(span.offsetStart, span.offsetEnd - 1))
  const symbol = isMain ? '^' : '-'
  const label = visibleText(mark.label ?? '')
  if (first === last || !isMain) {
    const drawn = drawLine(file, first, span, width)
    const marks = `${' '.repeat(drawn.columnStart)}${symbol.repeat(drawn.columns)}`
    return [{ line: first, text: drawn.text, bar: '', marks, label, isMain }]
  }
  const start = drawLine(file, first, span, width - 2)
  const end = drawLine(file, last, { offsetStart: span.offsetEnd - 1, offsetEnd: span.offsetEnd }, width - 2)
  const marks = `${'_'.repeat(end.columnStart + 1)}${symbol.repeat(end.columns)}`
  return [
    { line: first, text: start.text, bar: '/ ', marks: undefined, label: '', isMain },
    { line: last, text: end.text, bar: '| ', marks, label, isMain },
  ]
}

/** A line of source as drawn, and the columns of the marked part in it. */
interface DrawnLine {
  readonly text: string
  readonly columnStart: number
  readonly columns: number
}

function drawLine(file: SourceFile, line: number, span: Span, width: number): DrawnLine {
  const lineStart = file.lineStarts[line - 1] ?? 0
  const lineEnd = lineEndOf(file, line)
  // Only what can be seen is looked at: a line may be a megabyte long.
  const sliceStart = Math.max(lineStart, safeOffset(file.text, span.offsetStart - 4 * width))
  const sliceEnd = Math.min(
    lineEnd,
    safeOffset(file.text, Math.min(span.offsetEnd, span.offsetStart + 4 * width) + 4 * width),
  )
  const cells = cellsOf(file.text.slice(sliceStart, Math.max(sliceStart, sliceEnd)), sliceStart)
  const window = windowOf(cells, span, width, sliceStart > lineStart, sliceEnd < lineEnd)
  const shown = cells.slice(window.start, window.end)
  const before = window.isCutLeft ? '…' : ''
  const after = window.isCutRight ? '…' : ''
  const isBefore = (cell: Cell): boolean => cell.offset + 1 <= span.offsetStart && !holds(cell, cells, span.offsetStart)
  const columnStart = before.length + widthOf(shown.filter(isBefore))
  const marked = widthOf(shown.filter((cell) => !isBefore(cell) && cell.offset < span.offsetEnd))
  const text = `${before}${shown.map((cell) => cell.text).join('')}${after}`
  return { text, columnStart, columns: Math.max(1, marked) }
}

/** Whether an offset lies inside a cell, behind its first unit. */
function holds(cell: Cell, cells: readonly Cell[], offset: number): boolean {
  const next = cells[cells.indexOf(cell) + 1]
  return cell.offset < offset && next !== undefined && offset < next.offset
}

const widthOf = (cells: readonly Cell[]): number => cells.reduce((sum, cell) => sum + cell.width, 0)

interface Window {
  readonly start: number
  readonly end: number
  readonly isCutLeft: boolean
  readonly isCutRight: boolean
}

/** Which cells fit into `width` columns so that the beginning of the span is among them. */
function windowOf(cells: readonly Cell[], span: Span, width: number, hasLeft: boolean, hasRight: boolean): Window {
  if (!hasLeft && !hasRight && widthOf(cells) <= width) {
    return { start: 0, end: cells.length, isCutLeft: false, isCutRight: false }
  }
  const room = width - 2
  const markStart = cells.findIndex((cell) => cell.offset >= span.offsetStart)
  const wanted = markStart < 0 ? cells.length : markStart
  const markEnd = cells.findIndex((cell) => cell.offset >= span.offsetEnd)
  const markWidth = widthOf(cells.slice(wanted, markEnd < 0 ? cells.length : markEnd))
  const lead = Math.max(10, Math.floor((room - Math.min(markWidth, room)) / 2))
  let start = wanted
  for (let columns = 0; start > 0; start -= 1) {
    columns += cells[start - 1]?.width ?? 0
    if (columns > lead) break
  }
  let end = start
  for (let columns = 0; end < cells.length; end += 1) {
    columns += cells[end]?.width ?? 0
    if (columns > room) break
  }
  // At the end of a line the room that is left on the right is used on the left.
  for (let columns = widthOf(cells.slice(start, end)); end === cells.length && start > 0; start -= 1) {
    columns += cells[start - 1]?.width ?? 0
    if (columns > room) break
  }
  return { start, end, isCutLeft: start > 0 || hasLeft, isCutRight: end < cells.length || hasRight }
}

/** The offset of the end of a line, its line end not included. */
function lineEndOf(file: SourceFile, line: number): number {
  const start = file.lineStarts[line - 1] ?? 0
  let end = file.lineStarts[line] ?? file.text.length
  while (end > start && /[\n\r]/.test(file.text[end - 1] ?? '')) end -= 1
  return end
}

/** An offset that does not part a surrogate pair. */
function safeOffset(text: string, offset: number): number {
  const unit = text.charCodeAt(offset)
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset
}
