/**
 * Finds where a string ends.
 *
 * A Sense string may run over several lines, so a forgotten quote would swallow the text up to the next one, lines away,
 * and the report would stand there. Two rules bring it back to where the string opens: a string without any closing quote
 * ends with its line; and one whose closing quote, lines below, touches a word (`"abc)` ... `print("hi`) is taken for a
 * forgotten quote too, since no correct program continues like that.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Problem } from '../diagnostics/diagnostic.ts'
import { addPiece, addProblem, lineEndFrom } from './scan.ts'
import type { Scan } from './scan.ts'

/** Scans a string of Sense or of another language if one starts here. */
export function scanString(scan: Scan): boolean {
  const { text, offset } = scan
  const first = text[offset]
  if (first === '"') scanSenseString(scan, text.startsWith('"""', offset) ? '"""' : '"')
  else if (first === "'") scanForeignString(scan, text.startsWith("'''", offset) ? "'''" : "'", words.singleQuotes())
  else if (first === '`') scanForeignString(scan, '`', words.templateString())
  else if (first === '\u201c' || first === '\u201d') scanForeignString(scan, '\u201d', words.smartQuotes())
  else if (first === '\u2018' || first === '\u2019') scanForeignString(scan, '\u2019', words.smartQuotes())
  else return false
  return true
}

/** Whether a string as written holds a line end. */
export function isMultiLine(text: string): boolean {
  return /[\n\r]/.test(text)
}

/** The text a string stands for: escapes resolved, each line end one `\n` (spec 01 §1). */
export function stringValue(written: string): string {
  const quote = /^(?:"""|'''|.)/su.exec(written)?.[0] ?? ''
  const inner = written.slice(quote.length, Math.max(quote.length, written.length - quote.length))
  return inner.replace(/\\(\r\n|[\s\S])|\r\n?/gu, (_, escaped: string | undefined) =>
    escaped === undefined ? '\n' : escapedText(escaped),
  )
}

function escapedText(escaped: string): string {
  if (escaped === 'n' || escaped === '\r\n' || escaped === '\r') return '\n'
  if (escaped === 't') return '\t'
  return escaped === 'r' ? '\r' : escaped
}

function scanSenseString(scan: Scan, quote: '"' | '"""'): void {
  const end = closingQuoteEnd(scan, quote)
  if (end !== undefined && !(touchesWord(scan.text, end) && isMultiLine(scan.text.slice(scan.offset, end)))) {
    addPiece(scan, 'string', end)
    return
  }
  scan.spoiltStrings += 1
  const isPlain = quote === '"'
  const spoiltEnd = isPlain ? lineEndFrom(scan.file, scan.offset) : (end ?? scan.text.length)
  const markedEnd = isPlain ? spoiltEnd : scan.offset + quote.length
  addProblem(scan, words.unterminatedString(quote), scan.offset, markedEnd)
  addPiece(scan, 'string', spoiltEnd)
}

// After this many, strings end with their lines, so that no text is looked through again and again. Later problems of the
// file would not be shown anyway.
const spoiltStringsMax = 20

/** The offset behind the closing quote; nothing if there is none. */
function closingQuoteEnd(scan: Scan, quote: string): number | undefined {
  const { text } = scan
  const isLimited = quote.length === 1 && scan.spoiltStrings > spoiltStringsMax
  const limit = isLimited ? lineEndFrom(scan.file, scan.offset) : text.length
  const unit = quote.charCodeAt(0)
  let offset = scan.offset + quote.length
  while (offset < limit) {
    const found = text.charCodeAt(offset)
    if (found === 92) offset += 2
    else if (found === unit && (quote.length === 1 || text.startsWith(quote, offset))) return offset + quote.length
    else offset += 1
  }
  return undefined
}

// A word right behind a string that a correct program may have there.
const allowedWord = /(?:and|or|as|import)(?![\p{L}\p{Nd}_])/uy
const wordOrQuote = /[\p{L}\p{Nd}_"]/uy

function touchesWord(text: string, offset: number): boolean {
  wordOrQuote.lastIndex = offset
  allowedWord.lastIndex = offset
  return wordOrQuote.test(text) && !allowedWord.test(text)
}

/** A string in quotes that Sense does not have: one piece if it closes (a short one in its line), else only the quote. */
function scanForeignString(scan: Scan, closer: string, problem: Problem): void {
  const { text, offset } = scan
  const isShort = closer !== "'''" && closer !== '`'
  const end = foreignStringEnd(scan, closer, isShort ? lineEndFrom(scan.file, offset) : text.length)
  if (end === undefined) {
    addProblem(scan, problem, offset, offset + 1)
    addPiece(scan, 'foreign', offset + 1)
    return
  }
  addProblem(scan, problem, offset, isMultiLine(text.slice(offset, end)) ? offset + closer.length : end)
  addPiece(scan, 'string', end)
}

function foreignStringEnd(scan: Scan, closer: string, limit: number): number | undefined {
  const missing = `${closer} before ${limit}`
  if (scan.missingClosers.has(missing)) return undefined
  let offset = scan.offset + closer.length
  while (offset < limit) {
    if (scan.text[offset] === '\\') offset += 2
    else if (scan.text.startsWith(closer, offset)) return offset + closer.length
    else offset += 1
  }
  scan.missingClosers.add(missing)
  return undefined
}
