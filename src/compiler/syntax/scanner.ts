/**
 * Cuts a text into pieces: words, numbers, strings, symbols, white space, comments, line ends.
 *
 * The scanner knows nothing of indentation or brackets (`lexer.ts` does) and never fails: what is no piece of Sense is a
 * `foreign` piece. What looks like a string, a number or a comment of another language becomes one piece of that kind with
 * a problem beside it, so that the parser can go on behind it. Every character is looked at a bounded number of times.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Diagnostic, Problem } from '../diagnostics/diagnostic.ts'
import { lineAt } from '../source/positions.ts'
import type { SourceFile } from '../source/source-file.ts'
import { addPiece, addProblem, isLineEnd, lineEndFrom } from './scan.ts'
import type { Piece, Scan } from './scan.ts'
import { scanString } from './scan-strings.ts'
import { keywords } from './token.ts'

/** The pieces of `file` in order, without gaps, and the problems of single pieces. */
export function scanPieces(file: SourceFile): { pieces: readonly Piece[]; problems: readonly Diagnostic[] } {
  const scan: Scan = {
    file,
    text: file.text,
    pieces: [],
    problems: [],
    missingClosers: new Set(),
    spoiltStrings: 0,
    offset: 0,
  }
  while (scan.offset < scan.text.length) scanPiece(scan)
  return { pieces: scan.pieces, problems: scan.problems }
}

const isBlank = (unit: number): boolean => unit === 32 || unit === 9
const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57

// Space characters that editors and web pages put in place of a plain one, and zero-width ones.
const oddSpace = /[\f\v\u00a0\u1680\u180e\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\u0085]+/y
const namePattern = /[\p{L}_][\p{L}\p{Nd}_]*/uy

function scanPiece(scan: Scan): void {
  const { text, offset } = scan
  const unit = text.charCodeAt(offset)
  if (isBlank(unit)) scanSpace(scan)
  else if (isLineEnd(unit))
    addPiece(scan, 'line-end', offset + (unit === 13 && text.charCodeAt(offset + 1) === 10 ? 2 : 1))
  else if (unit === 35) addPiece(scan, 'comment', lineEndFrom(scan.file, offset))
  else if (isDigit(unit)) scanNumber(scan)
  else if (!scanName(scan) && !scanString(scan) && !scanForeignComment(scan) && !scanSymbol(scan)) scanUnknown(scan)
}

function scanSpace(scan: Scan): void {
  let end = scan.offset + 1
  while (isBlank(scan.text.charCodeAt(end))) end += 1
  addPiece(scan, 'space', end)
}

function matchEnd(scan: Scan, pattern: RegExp, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.test(scan.text) ? pattern.lastIndex : undefined
}

function scanName(scan: Scan): boolean {
  const end = matchEnd(scan, namePattern, scan.offset)
  if (end === undefined) return false
  addPiece(scan, keywords.has(scan.text.slice(scan.offset, end)) ? 'keyword' : 'name', end)
  return true
}

// ---- Numbers

function digitsEnd(text: string, from: number): number {
  let end = from
  while (isDigit(text.charCodeAt(end))) end += 1
  return end
}

/** Digits, or digits, a dot and digits. Letters that follow at once spoil the number, unless they are a keyword. */
function scanNumber(scan: Scan): void {
  const { text, offset } = scan
  const wholeEnd = digitsEnd(text, offset)
  const hasFraction = text[wholeEnd] === '.' && isDigit(text.charCodeAt(wholeEnd + 1))
  const end = hasFraction ? digitsEnd(text, wholeEnd + 1) : wholeEnd
  const lettersEnd = matchEnd(scan, namePattern, end)
  const isSpoilt = lettersEnd !== undefined && !keywords.has(text.slice(end, lettersEnd))
  if (isSpoilt) addProblem(scan, numberProblem(text.slice(offset, lettersEnd)), offset, lettersEnd)
  addPiece(scan, hasFraction ? 'float' : 'int', isSpoilt ? lettersEnd : end)
}

function numberProblem(number: string): Problem {
  if (/^[0-9._]+$/.test(number)) return words.underscoreInNumber(number)
  if (/^0[xXbBoO]/.test(number)) return words.numberBase(number)
  if (/^[0-9.]+[eE][0-9]*$/.test(number)) return words.exponent(number)
  return words.lettersInNumber(number)
}

// ---- Comments of other languages

/** `//` at the start of a line or before several words, and `/*`: reported once, then passed over as a comment. */
function scanForeignComment(scan: Scan): boolean {
  const { text, offset } = scan
  if (text[offset] !== '/') return false
  if (text[offset + 1] === '*') {
    const close = scan.missingClosers.has('*/') ? -1 : text.indexOf('*/', offset + 2)
    if (close < 0) scan.missingClosers.add('*/')
    const end = close < 0 ? lineEndFrom(scan.file, offset) : close + 2
    addProblem(scan, words.foreignComment('/*'), offset, offset + 2)
    addPiece(scan, 'comment', end)
    return true
  }
  if (text[offset + 1] !== '/' || !looksLikeComment(scan)) return false
  addProblem(scan, words.foreignComment('//'), offset, offset + 2)
  addPiece(scan, 'comment', lineEndFrom(scan.file, offset))
  return true
}

// One value as it may follow a division: a name or number with members, maybe opening a call, then no second word.
const oneOperand = /^\/\/=?\s*[-([]*[\p{L}\p{Nd}_.]+(?:\s*$|\s*[-+*/%()[\],:<>=!#].*$)/u

/** Whether a `//` starts a comment rather than a division: nothing before it in its line, or no single value after it. */
function looksLikeComment(scan: Scan): boolean {
  const before = scan.pieces.findLast((piece) => piece.kind !== 'space')
  if (before === undefined || before.kind === 'line-end') return true
  return !oneOperand.test(
    scan.text.slice(scan.offset, Math.min(lineEndFrom(scan.file, scan.offset), scan.offset + 200)),
  )
}

// ---- Symbols

const symbols = new Set('( ) [ ] , : . = == != < <= > >= + - * / % ->'.split(' '))

// Operators of other languages. No correct program contains one of them, however its symbols are put together: `>>=` is
// missing here because `Array<Array<Int>>= x` is one.
const foreignSymbols = new Set(
  '=== !== **= //= ... => && || ++ ** // += -= *= /= %= := :: << <> ?? ?. .. &= |= ^='.split(' '),
)

function scanSymbol(scan: Scan): boolean {
  for (const length of [3, 2, 1]) {
    const candidate = scan.text.slice(scan.offset, scan.offset + length)
    if (candidate.length < length) continue
    if (symbols.has(candidate) || foreignSymbols.has(candidate)) {
      addPiece(scan, symbols.has(candidate) ? 'symbol' : 'foreign', scan.offset + length)
      return true
    }
  }
  return false
}

function scanUnknown(scan: Scan): void {
  const { text, offset } = scan
  const spaceEnd = matchEnd(scan, oddSpace, offset)
  if (spaceEnd === undefined) {
    const codePoint = text.codePointAt(offset) ?? 0
    addPiece(scan, 'foreign', offset + (codePoint > 0xffff ? 2 : 1))
    return
  }
  const last = scan.problems.at(-1)?.place?.span.offsetStart
  const { lineStarts } = scan.file
  const isReported = last !== undefined && lineAt(lineStarts, last) === lineAt(lineStarts, offset)
  if (!isReported) addProblem(scan, words.oddSpace(text.charCodeAt(offset)), offset, spaceEnd)
  addPiece(scan, 'space', spaceEnd)
}
