/**
 * What the parts of the scanner share: the pieces and problems so far, and the place it has come to.
 */

import type { Diagnostic, Problem } from '../diagnostics/diagnostic.ts'
import { lineAt } from '../source/positions.ts'
import type { SourceFile, Span } from '../source/source-file.ts'
import type { TokenKind, TriviaKind } from './token.ts'

/** A piece of text that will be a token or trivia. */
export interface Piece extends Span {
  readonly kind: TokenKind | TriviaKind
  readonly text: string
}

/** What a scan has so far; the functions of the scanner share it. */
export interface Scan {
  readonly file: SourceFile
  readonly text: string
  readonly pieces: Piece[]
  readonly problems: Diagnostic[]
  /** Closers that were looked for in vain up to the end of the text: they need not be looked for again. */
  readonly missingClosers: Set<string>
  /** How many strings had no closing quote where they should. */
  spoiltStrings: number
  offset: number
}

/** Ends a piece that starts at the current offset. */
export function addPiece(scan: Scan, kind: Piece['kind'], offsetEnd: number): void {
  const offsetStart = scan.offset
  scan.pieces.push({ kind, text: scan.text.slice(offsetStart, offsetEnd), offsetStart, offsetEnd })
  scan.offset = offsetEnd
}

/** Reports a problem of the text between two offsets. */
export function addProblem(scan: Scan, problem: Problem, offsetStart: number, offsetEnd: number): void {
  scan.problems.push({ ...problem, place: { file: scan.file, span: { offsetStart, offsetEnd } } })
}

/** The offset at which the line that holds `offset` ends, its line end not included. */
export function lineEndFrom(file: SourceFile, offset: number): number {
  let end = file.lineStarts[lineAt(file.lineStarts, offset)] ?? file.text.length
  while (end > offset && isLineEnd(file.text.charCodeAt(end - 1))) end -= 1
  return end
}

/** Whether a UTF-16 unit is LF or CR. */
export function isLineEnd(unit: number): boolean {
  return unit === 10 || unit === 13
}
