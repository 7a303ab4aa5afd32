/**
 * The canonical layout of a file (spec 03).
 *
 * The tree is printed anew and the comments are put back where they belong. Literals and the paths of imports are copied as
 * they are written. What comes out is read again and compared with what went in, so that formatting can never change what a
 * program does, nor lose a comment.
 */

import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceFile } from '../source/source-file.ts'
import { sourceFileOf } from '../source/source-file.ts'
import type { TokenList } from '../syntax/lexer.ts'
import { parse } from '../syntax/parse.ts'
import type { Program } from '../syntax/tree.ts'
import { Comments } from './comments.ts'
import { isSameProgram } from './same-program.ts'
import type { Writer } from './write-statements.ts'
import { writeComments, writeStatements } from './write-statements.ts'

export type Formatted =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'syntax-errors'; readonly problems: readonly Diagnostic[] }

/** The text of `file` in the canonical layout; a file with syntax errors has none. */
export function format(file: SourceFile): Formatted {
  const { program, problems, tokens } = parse(file)
  if (problems.length > 0) return { kind: 'syntax-errors', problems }
  const text = layOut(file, program, tokens)
  assertSame(file, program, tokens, text)
  return { kind: 'text', text }
}

function layOut(file: SourceFile, program: Program, tokens: TokenList): string {
  const comments = new Comments(file, tokens)
  const writer: Writer = {
    file,
    comments,
    lineEnd: lineEndOf(file.text),
    pieces: [],
    level: 0,
    sourceLine: 0,
    isAtBodyStart: true,
  }
  writeStatements(writer, program.statements)
  writeComments(writer, comments.takeBefore(Infinity))
  return writer.pieces.join('')
}

/** CRLF if the first line ends so, else LF. */
function lineEndOf(text: string): string {
  return /\r\n|\n/.exec(text)?.[0] ?? '\n'
}

function assertSame(file: SourceFile, program: Program, tokens: TokenList, text: string): void {
  const written = sourceFileOf(file.name, text)
  const again = parse(written)
  const [problem] = again.problems
  if (problem !== undefined) throw new Error(`formatting spoiled \`${file.name}\`: ${problem.headline}`)
  if (!isSameProgram(program, again.program)) throw new Error(`formatting changed the meaning of \`${file.name}\``)
  const before = commentTexts(tokens)
  const after = commentTexts(again.tokens)
  if (before.length !== after.length || before.some((comment, index) => comment !== after[index])) {
    throw new Error(`formatting lost a comment of \`${file.name}\``)
  }
}

/** Sorted, because a comment inside an expression may move above its statement. */
function commentTexts({ trivia }: TokenList): readonly string[] {
  return trivia
    .filter(({ kind }) => kind === 'comment')
    .map(({ text }) => text.trimEnd())
    .sort()
}
