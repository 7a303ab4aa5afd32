/**
 * Turns offsets into lines and columns; the only file that knows how people count.
 *
 * A line ends at LF, CRLF or a lone CR (spec 01 §1). Columns are code points, so an emoji is one column wide.
 */

/** A place as people count: both numbers start at 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** The offset at which each line of `text` starts, ascending; the first is always 0. */
export function lineStartsOf(text: string): readonly number[] {
  const starts = [0]
  for (let offset = 0; offset < text.length; offset += 1) {
    const unit = text.charCodeAt(offset)
    const endsLine = unit === 10 || (unit === 13 && text.charCodeAt(offset + 1) !== 10)
    if (endsLine) starts.push(offset + 1)
  }
  return starts
}

/** The line, from 1, on which `offset` lies. `lineStarts` comes from `lineStartsOf`. */
export function lineAt(lineStarts: readonly number[], offset: number): number {
  let low = 0
  let high = lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lineStarts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}

/** The position of `offset`, which may be the end of the text but not beyond it. */
export function positionAt(text: string, lineStarts: readonly number[], offset: number): Position {
  const line = lineAt(lineStarts, offset)
  const start = lineStarts[line - 1] ?? 0
  return { line, column: Array.from(text.slice(start, offset)).length + 1 }
}
