/**
 * A file of Sense text, and places in it.
 *
 * Inside the compiler and the runtime every place is a pair of UTF-16 offsets, because that is how JavaScript indexes
 * strings. People and editors want lines and columns: `positions.ts` is the only file that converts.
 */

import { lineStartsOf } from './positions.ts'

/** The text of one file, with what is needed to turn its offsets into lines. */
export interface SourceFile {
  /** The path as the user wrote it, or a name such as `<stdin>`; only for people to read. */
  readonly name: string
  /** The text without a byte order mark; line ends are as in the file. */
  readonly text: string
  /** The offset at which each line starts, ascending; the first is 0. */
  readonly lineStarts: readonly number[]
}

/** A piece of one file: `offsetStart` included, `offsetEnd` not, both UTF-16 offsets; equal for an empty place. */
export interface Span {
  readonly offsetStart: number
  readonly offsetEnd: number
}

/** A span together with the file it lies in. */
export interface Place {
  readonly file: SourceFile
  readonly span: Span
}

const byteOrderMark = '\uFEFF'

/** Makes a source file of `text`; a leading byte order mark is dropped (spec 01 §1). */
export function sourceFileOf(name: string, text: string): SourceFile {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text
  return { name, text: body, lineStarts: lineStartsOf(body) }
}

/** The smallest span that holds both spans. */
export function spanAround(first: Span, last: Span): Span {
  return {
    offsetStart: Math.min(first.offsetStart, last.offsetStart),
    offsetEnd: Math.max(first.offsetEnd, last.offsetEnd),
  }
}
