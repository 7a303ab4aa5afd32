/**
 * Statements one below the other: bodies, blank lines, and the comments between.
 *
 * A blank line stays where one or more stood, but not at the beginning or the end of a body. A comment in lines of its own
 * belongs to the innermost body that it is indented for.
 */

import { lineAt } from '../source/positions.ts'
import { branchesOf } from '../syntax/if-branches.ts'
import type { Block, IfStatement, PolicyStatement, Statement } from '../syntax/tree.ts'
import type { Comment, Comments } from './comments.ts'
import type { Document } from './document.ts'
import { text } from './document.ts'
import type { StatementContext } from './format-list.ts'
import type { SimpleStatement } from './format-statement.ts'
import { printCondition, printHeader, printSimpleStatement } from './format-statement.ts'
import { indentationWidth, printDocument } from './print-document.ts'
import type { SourceFile } from '../source/source-file.ts'

export interface Writer {
  readonly file: SourceFile
  readonly comments: Comments
  readonly lineEnd: string
  /** What is written so far. */
  readonly pieces: string[]
  /** How many bodies are open. */
  level: number
  /** The last line of the source that has been written. */
  sourceLine: number
  /** Whether nothing stands in the innermost body yet. */
  isAtBodyStart: boolean
}

export function writeStatements(writer: Writer, statements: readonly Statement[]): void {
  for (const statement of statements) {
    writeComments(writer, writer.comments.takeBefore(statement.span.offsetStart))
    writeStatement(writer, statement)
  }
}

export function writeComments(writer: Writer, comments: readonly Comment[]): void {
  for (const comment of comments) {
    writeBlankLine(writer, comment.line)
    writeLine(writer, comment.text)
    writer.sourceLine = comment.line
  }
}

function writeStatement(writer: Writer, statement: Statement): void {
  switch (statement.kind) {
    case 'if':
      writeIf(writer, statement)
      return
    case 'policy':
      writePolicy(writer, statement)
      return
    case 'attempt':
      writeHeaderOf(writer, statement)
      writeBody(writer, statement.body)
      writeClause(
        writer,
        text(`failed ${statement.problem.text}:`),
        statement.problem.span.offsetStart,
        statement.failed,
      )
      return
    case 'action-declaration': {
      writeHeaderOf(writer, statement)
      const next = writeBody(writer, statement.body)
      if (statement.rollback !== undefined) writeClause(writer, text('rollback:'), next, statement.rollback)
      return
    }
    case 'while':
    case 'for':
    case 'session':
    case 'test':
    case 'agent-declaration':
    case 'function-declaration':
    case 'tool-declaration':
      writeHeaderOf(writer, statement)
      writeBody(writer, statement.body)
      return
    case 'expression-statement':
    case 'typed-declaration':
    case 'local-declaration':
    case 'model-declaration':
    case 'set':
    case 'memory-declaration':
    case 'return':
    case 'break':
    case 'continue':
    case 'import':
    case 'from-import':
      writeSimple(writer, statement)
  }
}

function writeSimple(writer: Writer, statement: SimpleStatement): void {
  const { offsetStart, offsetEnd } = statement.span
  writeBlankLine(writer, lineOf(writer, offsetStart))
  writeDocument(writer, offsetEnd, (context) => printSimpleStatement(context, statement))
  writer.sourceLine = lineOf(writer, offsetEnd)
}

/** Writes a line that ends in the source at `offsetEnd`: comments from inside it above, the one at its end behind it. */
function writeDocument(writer: Writer, offsetEnd: number, print: (context: StatementContext) => Document): void {
  const { file, comments, level } = writer
  const context: StatementContext = { file, comments, strays: [], depth: level }
  const document = print(context)
  const last = comments.takeAtLineEnd(offsetEnd)
  for (const stray of [...context.strays, ...comments.takeBefore(offsetEnd)]) writeLine(writer, stray.text)
  const printed = printDocument(document, level * indentationWidth, writer.lineEnd)
  writeLine(writer, last === undefined ? printed : `${printed}  ${last.text}`)
}

function writeLine(writer: Writer, line: string): void {
  writer.pieces.push(' '.repeat(writer.level * indentationWidth), line, writer.lineEnd)
  writer.isAtBodyStart = false
}

function writeBlankLine(writer: Writer, nextLine: number): void {
  if (!writer.isAtBodyStart && nextLine > writer.sourceLine + 1) writer.pieces.push(writer.lineEnd)
}

const lineOf = ({ file }: Writer, offset: number): number => lineAt(file.lineStarts, offset)

// ---- Bodies

type Compound = Exclude<Statement, SimpleStatement | { kind: 'if' } | { kind: 'policy' }>

function writeHeaderOf(writer: Writer, statement: Compound): void {
  writeBlankLine(writer, lineOf(writer, statement.span.offsetStart))
  writeHeader(writer, statement.body, (context) => printHeader(context, statement))
}

function writeHeader(writer: Writer, body: Block, print: (context: StatementContext) => Document): void {
  // The header ends with the token before the body, its colon.
  const colon = writer.comments.tokenBefore(body.span.offsetStart)
  const offsetEnd = colon?.kind === 'newline' ? colon.offsetStart - 1 : (colon?.offsetStart ?? body.span.offsetStart)
  writeDocument(writer, offsetEnd, print)
}

/** Writes a body with all comments that are indented for it; gives the offset of what follows it. */
function writeBody(writer: Writer, body: Block): number {
  const first = body.span.offsetStart
  const next = writer.comments.tokenFrom(body.span.offsetEnd).offsetStart
  const lineStart = writer.file.lineStarts[lineOf(writer, first) - 1] ?? 0
  const columnMin = body.isOneLine ? Infinity : first - lineStart
  enterBody(writer)
  writeStatements(writer, body.statements)
  writeComments(
    writer,
    writer.comments.takeBefore(next, ({ column }) => column >= columnMin),
  )
  writer.level -= 1
  return next
}

function enterBody(writer: Writer): void {
  writer.level += 1
  writer.isAtBodyStart = true
}

/** `else`, `failed` or `rollback`, which begins at `offset`, with the comments before it. */
function writeClause(writer: Writer, header: Document, offset: number, body: Block): number {
  writeClauseHeader(writer, offset, body, () => header)
  return writeBody(writer, body)
}

function writeClauseHeader(
  writer: Writer,
  offset: number,
  body: Block,
  print: (context: StatementContext) => Document,
): void {
  for (const comment of writer.comments.takeBefore(offset)) writeLine(writer, comment.text)
  writeHeader(writer, body, print)
}

function writeIf(writer: Writer, statement: IfStatement): void {
  writeBlankLine(writer, lineOf(writer, statement.span.offsetStart))
  writeHeader(writer, statement.then, (context) => printHeader(context, statement))
  let next = writeBody(writer, statement.then)
  for (const { condition, block } of branchesOf(statement).slice(1)) {
    if (condition === undefined) writeClause(writer, text('else:'), next, block)
    else {
      writeClauseHeader(writer, next, block, (context) => printCondition(context, 'else if', condition))
      next = writeBody(writer, block)
    }
  }
}

// ---- Policy

/** One rule stands in the line of `policy`, several in a block. */
function writePolicy(writer: Writer, { rules, keywordSpan, span }: PolicyStatement): void {
  writeBlankLine(writer, lineOf(writer, span.offsetStart))
  const [only, ...others] = rules
  if (only === undefined) throw new Error('a policy has a rule')
  const { comments } = writer
  if (others.length === 0) {
    const header = isOnOneLine(writer, keywordSpan.offsetStart, only.span.offsetStart)
      ? undefined
      : comments.takeAtLineEnd(keywordSpan.offsetEnd)
    const above = [...(header === undefined ? [] : [header]), ...comments.takeBefore(only.span.offsetStart)]
    for (const comment of above) writeLine(writer, comment.text)
    writeDocument(writer, span.offsetEnd, () => text(`policy: ${only.effect} ${only.capability.text}`))
    writer.sourceLine = lineOf(writer, span.offsetEnd)
    return
  }
  writeDocument(writer, keywordSpan.offsetEnd, () => text('policy:'))
  const lineStart = writer.file.lineStarts[lineOf(writer, only.span.offsetStart) - 1] ?? 0
  enterBody(writer)
  for (const rule of rules) {
    writeComments(writer, comments.takeBefore(rule.span.offsetStart))
    writeBlankLine(writer, lineOf(writer, rule.span.offsetStart))
    writeDocument(writer, rule.span.offsetEnd, () => text(`${rule.effect} ${rule.capability.text}`))
    writer.sourceLine = lineOf(writer, rule.span.offsetEnd)
  }
  const next = comments.tokenFrom(span.offsetEnd).offsetStart
  const columnMin = only.span.offsetStart - lineStart
  writeComments(
    writer,
    comments.takeBefore(next, ({ column }) => column >= columnMin),
  )
  writer.level -= 1
}

const isOnOneLine = (writer: Writer, left: number, right: number): boolean =>
  lineOf(writer, left) === lineOf(writer, right)
