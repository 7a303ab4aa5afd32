/**
 * Statements one after another, and bodies inside bodies.
 *
 * A loop with a list of open bodies (see `open-body.ts`). It also catches statements that were given up and goes on behind
 * them.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import { lineAt } from '../source/positions.ts'
import type { Span } from '../source/source-file.ts'
import { parseBodyStart } from './open-body.ts'
import type { OpenBody, Parsed } from './open-body.ts'
import { parseStatement } from './parse-statement.ts'
import { StatementGivenUp, advance, enterNesting, isAt, peek, previous, report } from './parser.ts'
import type { BodyRules, Parser } from './parser.ts'
import { maybeSkipContinuation, recoverStatement } from './recovery.ts'
import type { Token } from './token.ts'
import type { Block, Statement } from './tree.ts'

/** An open body and the statements read in it so far. */
interface Frame {
  readonly form: 'program' | 'indented' | 'one-line'
  readonly body: OpenBody | undefined
  readonly statements: Statement[]
  /** The index of the first token of the statement that the body belongs to. */
  readonly start: number
  /** Where the body would stand if it is empty. */
  readonly headerEnd: number
  readonly rules: BodyRules
  readonly depth: number
  strayIndents: number
  /** Of the one-line form: its statement has been read. */
  isComplete: boolean
}

/** The open bodies, outermost first, and where the statement begins that is being read or continued. */
interface Reading {
  readonly frames: Frame[]
  start: number
}

/** All statements of the file. Those that cannot be read are reported and left out. */
export function parseStatements(parser: Parser): readonly Statement[] {
  const program = frameOf(parser, 'program', undefined, 0)
  const reading: Reading = { frames: [program], start: 0 }
  for (let frame = reading.frames.at(-1); frame !== undefined; frame = reading.frames.at(-1)) {
    try {
      takeStep(parser, reading, frame)
    } catch (error) {
      if (!(error instanceof StatementGivenUp)) throw error
      recover(parser, reading)
    }
  }
  return program.statements
}

function frameOf(parser: Parser, form: Frame['form'], body: OpenBody | undefined, start: number): Frame {
  return {
    form,
    body,
    statements: [],
    start,
    headerEnd: previous(parser).offsetEnd,
    rules: body?.rules ?? parser.rules,
    depth: parser.depth,
    strayIndents: 0,
    isComplete: false,
  }
}

/** Reads one statement, or its first line, or the end of a body. */
function takeStep(parser: Parser, reading: Reading, frame: Frame): void {
  if (isAtBodyEnd(parser, frame)) {
    closeBody(parser, reading, frame)
  } else if (isAt(parser, 'dedent')) {
    frame.strayIndents -= 1
    advance(parser)
    if (frame.strayIndents === 0) parser.rules = frame.rules
  } else if (isAt(parser, 'indent')) {
    // What such lines belong to is not known, so `return` and `break` in them are not reported as well.
    frame.strayIndents += 1
    parser.rules = { mayReturn: true, mayBreak: true }
    advance(parser)
    const isTrusted = !parser.list.isIndentedByTabs
    if (isTrusted) report(parser, words.unexpectedIndentation(), leadingSpaceOf(parser, peek(parser)))
  } else {
    reading.start = parser.index
    const skipped = maybeSkipContinuation(parser)
    if (skipped === undefined) place(parser, reading, parseStatement(parser))
    else if (skipped.body !== undefined) enterBody(parser, reading, 'indented', skipped.body)
  }
}

function isAtBodyEnd(parser: Parser, frame: Frame): boolean {
  if (frame.form === 'one-line') return frame.isComplete
  if (isAt(parser, 'end')) return true
  return isAt(parser, 'dedent') && frame.strayIndents === 0 && frame.form === 'indented'
}

function closeBody(parser: Parser, reading: Reading, frame: Frame): void {
  if (frame.form === 'indented' && isAt(parser, 'dedent')) advance(parser)
  reading.frames.pop()
  restoreState(parser, reading.frames.at(-1))
  reading.start = frame.start
  parser.statementStart = frame.start
  if (frame.body !== undefined) place(parser, reading, frame.body.finish(blockOf(frame)))
}

function blockOf(frame: Frame): Block {
  const offsetStart = frame.statements[0]?.span.offsetStart ?? frame.headerEnd
  const offsetEnd = frame.statements.at(-1)?.span.offsetEnd ?? offsetStart
  return { statements: frame.statements, isOneLine: frame.form === 'one-line', span: { offsetStart, offsetEnd } }
}

/** Puts a statement into the innermost open body, or opens its own body first. */
function place(parser: Parser, reading: Reading, first: Parsed): void {
  let parsed = first
  while (parsed?.kind === 'open-body') {
    const form = parseBodyStart(parser, parsed.owner)
    if (form !== 'missing') {
      enterBody(parser, reading, form, parsed)
      return
    }
    const { offsetEnd } = previous(parser)
    parsed = parsed.finish({ statements: [], isOneLine: false, span: { offsetStart: offsetEnd, offsetEnd } })
  }
  const frame = reading.frames.at(-1)
  if (parsed !== undefined) {
    frame?.statements.push(parsed)
    parser.brokenHeader = undefined
  }
  if (frame !== undefined) frame.isComplete = true
}

function enterBody(parser: Parser, reading: Reading, form: 'indented' | 'one-line', body: OpenBody): void {
  enterNesting(parser, 1)
  const frame = frameOf(parser, form, body, reading.start)
  reading.frames.push(frame)
  restoreState(parser, frame)
}

function restoreState(parser: Parser, frame: Frame | undefined): void {
  if (frame === undefined) return
  parser.rules = frame.rules
  parser.depth = frame.depth
}

/** Goes on behind a statement that was given up. With one-line bodies the whole line is given up. */
function recover(parser: Parser, reading: Reading): void {
  const { frames } = reading
  for (let frame = frames.at(-1); frame?.form === 'one-line'; frame = frames.at(-1)) {
    reading.start = frame.start
    frames.pop()
  }
  restoreState(parser, frames.at(-1))
  const body = recoverStatement(parser, reading.start)
  if (body !== undefined) enterBody(parser, reading, 'indented', body)
}

function leadingSpaceOf(parser: Parser, token: Token): Span {
  const { lineStarts } = parser.file
  const lineStart = lineStarts[lineAt(lineStarts, token.offsetStart) - 1]
  return { offsetStart: lineStart ?? token.offsetStart, offsetEnd: token.offsetStart }
}
