/**
 * Decides what is said about a statement that cannot be read.
 *
 * The parser knows what it expected and what it found. Often something else explains the fault better: a bracket that is
 * never closed, a string that ran on too far, a habit from another language. One report is made; none if the text up to the
 * fault holds a problem of the scanner already.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Problem } from '../diagnostics/diagnostic.ts'
import { lineAt } from '../source/positions.ts'
import type { Span } from '../source/source-file.ts'
import { findHabit } from './habits.ts'
import type { Parser } from './parser.ts'
import { isMultiLine } from './scan-strings.ts'
import type { Token } from './token.ts'

/** A problem and the span it is marked at. */
export interface Finding {
  readonly problem: Problem
  readonly span: Span
}

/** Reports why the statement fails at `token`; `problem` is what the grammar says. */
export function reportFailure(parser: Parser, token: Token, problem: Problem): void {
  const start = parser.tokens[parser.statementStart] ?? token
  if (holdsProblem(parser, start.offsetStart, token.offsetEnd)) return
  const { problem: words, span } = findBetter(parser, token, problem) ?? { problem, span: token }
  const place = { file: parser.file, span: visibleSpan(parser, span) }
  if (span === token && token.text === '{') parser.hasReportedBrace = true
  const related = openerOf(parser, token)
  parser.problems.push({ ...words, place, ...(related !== undefined && words === problem && { related: [related] }) })
}

/** Whether the scanner has reported something that begins between two offsets. */
function holdsProblem(parser: Parser, offsetStart: number, offsetEnd: number): boolean {
  const { problems } = parser.list
  let low = 0
  let high = problems.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((problems[middle]?.place?.span.offsetStart ?? 0) < offsetStart) low = middle + 1
    else high = middle
  }
  const offset = problems[low]?.place?.span.offsetStart
  return offset !== undefined && offset < Math.max(offsetEnd, offsetStart + 1)
}

function findBetter(parser: Parser, token: Token, problem: Problem): Finding | undefined {
  // Problems with words of their own are exact already.
  if (problem.code !== 'unexpected') return undefined
  return findOpenBracket(parser, token) ?? findLongString(parser, token) ?? findHabit(parser, token)
}

/** An open bracket is the fault if it is never closed, or if a new statement seems to begin inside it. */
function findOpenBracket(parser: Parser, token: Token): Finding | undefined {
  const opener = parser.openBrackets.at(-1)
  if (opener === undefined) return undefined
  const isUnclosed = parser.list.unclosedBrackets.has(opener.offsetStart)
  const isAtEnd = token.kind === 'newline' || token.kind === 'dedent' || token.kind === 'end' || token.kind === 'indent'
  const isCloser = token.text === ')' || token.text === ']'
  if (!(isUnclosed && (isAtEnd || isCloser)) && !beginsLine(parser, token, opener)) return undefined
  return { problem: words.unclosedBracket(opener.text), span: opener }
}

/** Whether `token` begins a line that is indented no deeper than the line of the open bracket. */
function beginsLine(parser: Parser, token: Token, opener: Token): boolean {
  const before = parser.tokens[parser.index - 1]
  if (before === undefined || parser.tokens[parser.index] !== token) return false
  if (token.kind !== 'name' && token.kind !== 'keyword') return false
  const { lineStarts } = parser.file
  const line = lineAt(lineStarts, token.offsetStart)
  if (line === lineAt(lineStarts, before.offsetStart) || line === lineAt(lineStarts, opener.offsetStart)) return false
  const width = token.offsetStart - (lineStarts[line - 1] ?? 0)
  const start = parser.tokens[parser.statementStart] ?? opener
  const startLine = lineStarts[lineAt(lineStarts, start.offsetStart) - 1] ?? 0
  return width <= start.offsetStart - startLine
}

/** A string over several lines right before the fault has probably lost its closing quote in its first line. */
function findLongString(parser: Parser, token: Token): Finding | undefined {
  const before = parser.tokens[parser.index - 1]
  if (before?.kind !== 'string' || parser.tokens[parser.index] !== token) return undefined
  if (before.text.startsWith('"""') || !isMultiLine(before.text)) return undefined
  if (token.kind === 'newline' || token.kind === 'symbol') return undefined
  const offsetStart = before.offsetStart
  const lineLength = before.text.search(/[\n\r]/)
  return { problem: words.unterminatedString('"'), span: { offsetStart, offsetEnd: offsetStart + lineLength } }
}

/** The bracket around the fault, when it stands in another line. */
function openerOf(
  parser: Parser,
  token: Token,
): { place: { file: Parser['file']; span: Span }; label: string } | undefined {
  const opener = parser.openBrackets.at(-1)
  if (opener === undefined) return undefined
  const { lineStarts } = parser.file
  if (lineAt(lineStarts, opener.offsetStart) === lineAt(lineStarts, token.offsetStart)) return undefined
  const span = { offsetStart: opener.offsetStart, offsetEnd: opener.offsetEnd }
  return { place: { file: parser.file, span }, label: 'inside the bracket that opens here' }
}

/** The span to mark: the end of a line is marked right behind its last word, not at the line end itself. */
function visibleSpan(parser: Parser, span: Span): Span {
  const token = parser.tokens[parser.index]
  if (token?.kind !== 'newline' || span.offsetStart !== token.offsetStart) {
    return { offsetStart: span.offsetStart, offsetEnd: span.offsetEnd }
  }
  const offset = parser.tokens[parser.index - 1]?.offsetEnd ?? token.offsetStart
  return { offsetStart: offset, offsetEnd: offset }
}
