/**
 * Turns pieces into tokens: decides which line ends count, and where blocks begin and end.
 *
 * A line end counts (`newline`) unless its line is blank or it lies inside brackets. Only brackets that are closed again
 * hold lines together: an opener without its closer is marked and ignored, so that one forgotten `)` spoils one statement
 * and not the rest of the file. The layout of a correct program is not touched by that.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Piece } from './scan.ts'
import { scanPieces } from './scanner.ts'
import type { Token, TokenKind, Trivia, TriviaKind } from './token.ts'

export interface TokenList {
  /** In order of their places; the last is `end`. */
  readonly tokens: readonly Token[]
  readonly trivia: readonly Trivia[]
  /** Problems of single pieces and of indentation, in order of their places. */
  readonly problems: readonly Diagnostic[]
  /** The offsets of the brackets that are never closed. */
  readonly unclosedBrackets: ReadonlySet<number>
  /** Whether a tab in leading space was reported: what the widths of the lines say is then not to be trusted. */
  readonly isIndentedByTabs: boolean
}

/** The tokens of `file`. Tokens and trivia, in order of their offsets, join to the text. */
export function tokenize(file: SourceFile): TokenList {
  const { pieces, problems } = scanPieces(file)
  const unclosedBrackets = findUnclosedBrackets(pieces)
  const layout: Layout = {
    file,
    tokens: [],
    trivia: [],
    problems: [...problems],
    widths: [0],
    badWidths: new Set(),
    bracketDepth: 0,
    isTabReported: false,
  }
  let index = 0
  while (index < pieces.length) index = layOutLine(layout, pieces, index, unclosedBrackets)
  endLayout(layout)
  const sorted = layout.problems.sort((a, b) => offsetOf(a) - offsetOf(b))
  return {
    tokens: layout.tokens,
    trivia: layout.trivia,
    problems: sorted,
    unclosedBrackets,
    isIndentedByTabs: layout.isTabReported,
  }
}

interface Layout {
  readonly file: SourceFile
  readonly tokens: Token[]
  readonly trivia: Trivia[]
  readonly problems: Diagnostic[]
  /** The indentations of the open blocks, outermost first. */
  readonly widths: number[]
  /** Indentations that match no open block and are reported already. */
  readonly badWidths: Set<number>
  bracketDepth: number
  isTabReported: boolean
}

const offsetOf = (problem: Diagnostic): number => problem.place?.span.offsetStart ?? 0

// ---- Brackets

/** The offsets of openers without their closer. A closer without opener is left for the parser to find. */
function findUnclosedBrackets(pieces: readonly Piece[]): ReadonlySet<number> {
  const unclosed = new Set<number>()
  const open: Piece[] = []
  const counts = { '(': 0, '[': 0 }
  for (const piece of pieces) {
    if (piece.kind !== 'symbol') continue
    if (piece.text === '(' || piece.text === '[') {
      open.push(piece)
      counts[piece.text] += 1
    } else if (piece.text === ')' || piece.text === ']') {
      const opener = piece.text === ')' ? '(' : '['
      if (counts[opener] > 0) closeBracket(open, counts, opener, unclosed)
    }
  }
  for (const piece of open) unclosed.add(piece.offsetStart)
  return unclosed
}

/** Takes brackets off the stack up to the nearest `opener`; those of the other kind above it are never closed. */
function closeBracket(
  open: Piece[],
  counts: { '(': number; '[': number },
  opener: '(' | '[',
  unclosed: Set<number>,
): void {
  for (let piece = open.pop(); piece !== undefined; piece = open.pop()) {
    counts[piece.text === '(' ? '(' : '['] -= 1
    if (piece.text === opener) return
    unclosed.add(piece.offsetStart)
  }
}

// ---- Lines

/** Takes the pieces of one logical line, from `start`; gives the index behind them. */
function layOutLine(layout: Layout, pieces: readonly Piece[], start: number, unclosed: ReadonlySet<number>): number {
  const first = firstTokenIndex(pieces, start)
  if (first === undefined) return takeBlankLine(layout, pieces, start)
  indent(layout, pieces.slice(start, first))
  let index = start
  for (; index < pieces.length; index += 1) {
    const piece = pieces[index]
    if (piece === undefined) break
    if (piece.kind === 'line-end' && layout.bracketDepth === 0) {
      layout.tokens.push({ ...piece, kind: 'newline' })
      return index + 1
    }
    if (isTrivia(piece)) layout.trivia.push(piece)
    else if (isToken(piece)) takeToken(layout, piece, unclosed)
  }
  return index
}

/** The index of the first piece of the line that is no trivia; nothing in a blank line. */
function firstTokenIndex(pieces: readonly Piece[], start: number): number | undefined {
  for (let index = start; index < pieces.length; index += 1) {
    const piece = pieces[index]
    if (piece === undefined || piece.kind === 'line-end') return undefined
    if (!isTrivia(piece)) return index
  }
  return undefined
}

function takeBlankLine(layout: Layout, pieces: readonly Piece[], start: number): number {
  for (let index = start; index < pieces.length; index += 1) {
    const piece = pieces[index]
    if (piece !== undefined && isTrivia(piece)) layout.trivia.push(piece)
    if (piece?.kind === 'line-end') return index + 1
  }
  return pieces.length
}

function takeToken(layout: Layout, token: Token, unclosed: ReadonlySet<number>): void {
  layout.tokens.push(token)
  if (token.kind !== 'symbol') return
  const isOpener = token.text === '(' || token.text === '['
  if (isOpener && !unclosed.has(token.offsetStart)) layout.bracketDepth += 1
  if ((token.text === ')' || token.text === ']') && layout.bracketDepth > 0) layout.bracketDepth -= 1
}

function isTrivia(piece: Piece): piece is Trivia {
  const kinds: readonly (TriviaKind | TokenKind)[] = ['space', 'comment', 'line-end']
  return kinds.includes(piece.kind)
}

function isToken(piece: Piece): piece is Token {
  return !isTrivia(piece)
}

// ---- Indentation

// What a tab counts in leading space after it has been reported: the most common width, so that the rest still fits.
const tabWidth = 4

// Characters that indent nothing, such as a form feed or a zero-width space. They are reported on their own.
const withoutWidth = /[\f\v\u0085\u180e\u200b\u2028\u2029\u2060\ufeff]/

/** Opens or closes blocks for a line that begins with the trivia `leading`. */
function indent(layout: Layout, leading: readonly Piece[]): void {
  const last = leading.at(-1)
  const offset = last?.offsetEnd ?? lastEnd(layout)
  const width = widthOf(layout, leading)
  const current = layout.widths.at(-1) ?? 0
  if (width > current) {
    layout.widths.push(width)
    addEmptyToken(layout, 'indent', offset)
    return
  }
  while ((layout.widths.at(-1) ?? 0) > width && (layout.widths.at(-2) ?? 0) >= width) {
    layout.widths.pop()
    layout.badWidths.clear()
    addEmptyToken(layout, 'dedent', offset)
  }
  // The line lies between two open blocks: it is reported and taken for a line of the inner one.
  const fits = width >= (layout.widths.at(-1) ?? 0)
  if (!fits && !layout.badWidths.has(width)) reportBadDedent(layout, width, offset)
}

function reportBadDedent(layout: Layout, width: number, offset: number): void {
  layout.badWidths.add(width)
  if (layout.isTabReported) return
  const lineStart = offset - width
  const open = layout.widths.filter((other) => other !== width)
  layout.problems.push({
    ...words.badDedent(width, open),
    place: { file: layout.file, span: { offsetStart: Math.max(0, lineStart), offsetEnd: offset } },
  })
}

function widthOf(layout: Layout, leading: readonly Piece[]): number {
  let width = 0
  for (const piece of leading) {
    if (piece.kind !== 'space') continue
    for (let index = 0; index < piece.text.length; index += 1) {
      const character = piece.text[index] ?? ''
      const isTab = character === '\t'
      width += isTab ? tabWidth : Number(!withoutWidth.test(character))
      if (isTab && !layout.isTabReported) reportTab(layout, piece, index)
    }
  }
  return width
}

/** One report per file: a file indented by tabs is one mistake. */
function reportTab(layout: Layout, piece: Piece, index: number): void {
  layout.isTabReported = true
  const tabs = /^\t+/.exec(piece.text.slice(index))?.[0].length ?? 1
  const offsetStart = piece.offsetStart + index
  const span = { offsetStart, offsetEnd: offsetStart + tabs }
  layout.problems.push({ ...words.tabIndentation(), place: { file: layout.file, span } })
}

const lastEnd = (layout: Layout): number =>
  Math.max(layout.tokens.at(-1)?.offsetEnd ?? 0, layout.trivia.at(-1)?.offsetEnd ?? 0)

function addEmptyToken(layout: Layout, kind: TokenKind, offset: number): void {
  layout.tokens.push({ kind, text: '', offsetStart: offset, offsetEnd: offset })
}

/** The last line may lack a line end; the blocks still open end with the file. */
function endLayout(layout: Layout): void {
  const end = layout.file.text.length
  const last = layout.tokens.at(-1)
  if (last !== undefined && last.kind !== 'newline') addEmptyToken(layout, 'newline', last.offsetEnd)
  while (layout.widths.pop() !== 0) addEmptyToken(layout, 'dedent', end)
  addEmptyToken(layout, 'end', end)
}
