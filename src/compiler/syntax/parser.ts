/**
 * The state of one parse and the small steps all parts of the parser are made of.
 *
 * A statement that cannot be read is given up by throwing `statementGivenUp`, which never leaves this folder: the loop over
 * statements catches it and goes on behind the statement. The problem is reported before, once. Three prefixes have a fixed
 * meaning: `parse…` insists, `maybeParse…` may return nothing, `skip…` discards.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Diagnostic, Problem } from '../diagnostics/diagnostic.ts'
import { quotedExcerpt } from '../diagnostics/visible-text.ts'
import type { SourceFile, Span } from '../source/source-file.ts'
import type { TokenList } from './lexer.ts'
import { nestingDepthMax } from './limits.ts'
import { reportFailure } from './report-failure.ts'
import type { Token, TokenKind } from './token.ts'
import type { Name } from './tree.ts'

/** What the statements of a body may do (spec 01 §2). */
export interface BodyRules {
  readonly mayReturn: boolean
  readonly mayBreak: boolean
}

export interface Parser {
  readonly file: SourceFile
  /** The parser's own list: `>=` behind a type is split in it. */
  readonly tokens: Token[]
  readonly list: TokenList
  readonly problems: Diagnostic[]
  /** Text that was passed over behind a problem; problems of its pieces are not reported. Ascending. */
  readonly skipped: Span[]
  /** The brackets that the parser is inside of, outermost first. */
  readonly openBrackets: Token[]
  index: number
  depth: number
  rules: BodyRules
  /** The index of the first token of the innermost statement being read. */
  statementStart: number
  /** What is being read, in plain words such as "the parameters of `bill`". */
  reading: string
  /** Which family of statements the statement before belongs to, if it could not be read; see `recovery.ts`. */
  brokenHeader: string | undefined
  /** Whether a `{` was reported; lines that begin with `}` are then passed over. */
  hasReportedBrace: boolean
  /** The index of the first token behind a header without a body: that statement was meant to be the body. */
  bodyMissingAt: number
}

/** Thrown to give up a statement; carries nothing because the problem is reported before. */
export class StatementGivenUp extends Error {}

// One object for all throws: making one takes a stack trace, which is slow when every line of a file is wrong.
const statementGivenUp = new StatementGivenUp('a statement could not be read')

const endToken: Token = { kind: 'end', text: '', offsetStart: 0, offsetEnd: 0 }

/** The token that is read next, or the one `ahead` tokens behind it. */
export function peek(parser: Parser, ahead = 0): Token {
  return parser.tokens[parser.index + ahead] ?? parser.tokens.at(-1) ?? endToken
}

/** The token read last. */
export function previous(parser: Parser): Token {
  return parser.tokens[parser.index - 1] ?? endToken
}

/** Reads the next token, whatever it is. */
export function advance(parser: Parser): Token {
  const token = peek(parser)
  if (parser.index < parser.tokens.length - 1) parser.index += 1
  return token
}

export function isAt(parser: Parser, kind: TokenKind, text?: string, ahead = 0): boolean {
  const token = peek(parser, ahead)
  return token.kind === kind && (text === undefined || token.text === text)
}

export function isAtSymbol(parser: Parser, text: string, ahead = 0): boolean {
  return isAt(parser, 'symbol', text, ahead)
}

export function isAtKeyword(parser: Parser, text: string, ahead = 0): boolean {
  return isAt(parser, 'keyword', text, ahead)
}

/** Whether the next token is an identifier or any keyword. */
export function isAtWord(parser: Parser, ahead = 0): boolean {
  return isAt(parser, 'name', undefined, ahead) || isAt(parser, 'keyword', undefined, ahead)
}

/** Reads the symbol if it is next. */
export function maybeParseSymbol(parser: Parser, text: string): Token | undefined {
  return isAtSymbol(parser, text) ? advance(parser) : undefined
}

export function maybeParseKeyword(parser: Parser, text: string): Token | undefined {
  return isAtKeyword(parser, text) ? advance(parser) : undefined
}

/** Reads the symbol or gives up the statement. */
export function parseSymbol(parser: Parser, text: string): Token {
  return maybeParseSymbol(parser, text) ?? failExpecting(parser, `\`${text}\``)
}

/** Reads a name; a keyword in its place gets a report of its own. `what` says whose name: "a parameter". */
export function parseName(parser: Parser, what: string): Name {
  const token = peek(parser)
  if (token.kind === 'name') return nameOf(advance(parser))
  const before = previous(parser)
  if (token.kind === 'keyword') return fail(parser, token, words.keywordAsName(token.text))
  const isBareKeyword = parser.index === parser.statementStart + 1 && before.kind === 'keyword'
  if (isBareKeyword && /^(?:=|\.|,|\)|\+=|-=)$/.test(token.text))
    return fail(parser, before, words.keywordAsName(before.text))
  return failExpecting(parser, what)
}

/** A name in the tree, from the token that is it. */
export function nameOf(token: Token): Name {
  return { text: token.text, span: spanOf(token) }
}

export function spanOf(token: Span): Span {
  return { offsetStart: token.offsetStart, offsetEnd: token.offsetEnd }
}

/** The span from `offsetStart` to the end of the token read last. */
export function spanFrom(parser: Parser, offsetStart: number): Span {
  return { offsetStart, offsetEnd: Math.max(offsetStart, previous(parser).offsetEnd) }
}

// ---- Problems

/** Reports a problem and goes on. */
export function report(parser: Parser, problem: Problem, span: Span, related?: { span: Span; label: string }): void {
  const place = { file: parser.file, span: spanOf(span) }
  const places =
    related === undefined ? [] : [{ place: { file: parser.file, span: spanOf(related.span) }, label: related.label }]
  parser.problems.push({ ...problem, place, ...(places.length > 0 && { related: places }) })
}

/** Reports that the next token is not what must stand there, and gives up the statement. */
export function failExpecting(parser: Parser, expected: string): never {
  const found = peek(parser)
  return fail(parser, found, words.unexpected(expected, parser.reading, foundText(found)))
}

/** Reports a problem at `token`, or a better explanation of it (`report-failure.ts`), and gives up the statement. */
export function fail(parser: Parser, token: Token, problem: Problem): never {
  reportFailure(parser, token, problem)
  return giveUp()
}

/** Gives up the statement; its problem must have been reported. */
export function giveUp(): never {
  throw statementGivenUp
}

/** What stands at a token, in plain words. */
function foundText(token: Token): string {
  switch (token.kind) {
    case 'newline':
      return 'the end of the line'
    case 'indent':
      return 'a deeper indentation'
    case 'dedent':
      return 'the end of the block'
    case 'end':
      return 'the end of the file'
    case 'string':
      return 'a String'
    case 'keyword':
      return `the keyword \`${token.text}\``
    case 'name':
    case 'int':
    case 'float':
    case 'symbol':
    case 'foreign':
      return quotedExcerpt(token.text, 40)
  }
}

// ---- Nesting

/** Reads something nested one level deeper. Nesting beyond the limit gives up the statement. */
export function nested<Node>(parser: Parser, parseInner: () => Node): Node {
  enterNesting(parser, 1)
  const node = parseInner()
  parser.depth -= 1
  return node
}

/** Counts `levels` more of nesting; whoever counts takes them back. A statement given up resets the count. */
export function enterNesting(parser: Parser, levels: number): void {
  parser.depth += levels
  if (parser.depth > nestingDepthMax) fail(parser, peek(parser), words.nestingTooDeep(nestingDepthMax))
}
