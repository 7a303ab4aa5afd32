/**
 * Going on after a statement that could not be read.
 *
 * The rest of its line is passed over. If the line looks like the first line of a block, the body below is read all the
 * same, for its own problems, and thrown away; any other deeper text is passed over too. Clauses that belong to the broken
 * statement (`else` behind a broken `if`, `except` behind `try`) are not reported again: one mistake, one report.
 */

import { openBody } from './open-body.ts'
import type { OpenBody } from './open-body.ts'
import { advance, isAt, isAtSymbol, peek } from './parser.ts'
import type { Parser } from './parser.ts'
import type { Token } from './token.ts'

/**
 * Passes over the line of the statement that began at token `start` and was given up at the current token. If the body below
 * it is to be read, the indentation is read and the body returned; it makes no statement.
 */
export function recoverStatement(parser: Parser, start: number): OpenBody | undefined {
  const first = parser.tokens[start] ?? peek(parser)
  const last = skipLine(parser, start)
  parser.brokenHeader = families.get(first.text) ?? first.text
  // Deeper lines behind a bracket that is not closed are its inside rather than a body.
  const isInBracket = parser.openBrackets.length > 0 && last.text !== ':'
  parser.openBrackets.length = 0
  return maybeOpenBody(parser, !isInBracket && isHeader(first, last))
}

/** Passes over the statement that began at token `start`, with everything that is indented deeper. */
export function skipStatement(parser: Parser, start: number): void {
  skipLine(parser, start)
  maybeOpenBody(parser, false)
}

/** Behind a broken statement: passes over a line that is a further clause of it, and gives the clause's body to be read. */
export function maybeSkipContinuation(parser: Parser): { readonly body: OpenBody | undefined } | undefined {
  const token = peek(parser)
  const isCloser = token.kind === 'foreign' && token.text === '}' && parser.hasReportedBrace
  const clauses = parser.brokenHeader === undefined ? undefined : continuations.get(parser.brokenHeader)
  const isClause = clauses?.has(token.text) === true && !isAtSymbol(parser, '=', 1)
  if (!isCloser && !isClause) return undefined
  const last = skipLine(parser, parser.index)
  if (isCloser) parser.brokenHeader = 'if'
  return { body: maybeOpenBody(parser, isHeader(token, last)) }
}

// Which words begin a statement of which family.
const families: ReadonlyMap<string, string> = new Map([
  ...['if', 'else', 'elif', 'elsif', 'elseif', 'unless'].map((word) => [word, 'if'] as const),
  ...['reversible', 'irreversible', 'action', 'compensate', 'rollback'].map((word) => [word, 'action'] as const),
  ...['attempt', 'failed'].map((word) => [word, 'attempt'] as const),
  ...['try', 'except', 'catch', 'finally'].map((word) => [word, 'try'] as const),
  ...['switch', 'match', 'case'].map((word) => [word, 'switch'] as const),
])

// Which words begin a further clause of a broken statement of that family.
const continuations: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['if', new Set(['else', 'elif', 'elsif', 'elseif'])],
  ['action', new Set(['rollback', 'compensate'])],
  ['attempt', new Set(['failed'])],
  ['try', new Set(['except', 'catch', 'finally', 'else'])],
  ['switch', new Set(['case', 'default'])],
  ['do', new Set(['while'])],
  ['repeat', new Set(['until'])],
])

/** Passes over the rest of the line; gives the last token of it that is not its end. */
function skipLine(parser: Parser, start: number): Token {
  const from = peek(parser)
  const layout = new Set(['newline', 'indent', 'dedent', 'end'])
  while (!layout.has(peek(parser).kind)) {
    const token = advance(parser)
    if (token.kind === 'foreign' && token.text === '{') parser.hasReportedBrace = true
  }
  const last = parser.tokens[Math.max(start, parser.index - 1)] ?? from
  if (isAt(parser, 'newline')) advance(parser)
  else if (parser.index === start) advance(parser)
  parser.skipped.push({ offsetStart: from.offsetEnd, offsetEnd: last.offsetEnd })
  return last
}

const headerWords: ReadonlySet<string> = new Set(
  (
    'if else elif while for def tool async agent session test action reversible irreversible attempt failed rollback ' +
    'compensate try except finally catch with class function fn func unless until loop'
  ).split(' '),
)

const wordsWithOddBody: ReadonlySet<string> = new Set('switch match case enum interface struct policy'.split(' '))

/** Whether a broken line looks like the first line of a block of statements. */
function isHeader(first: Token, last: Token): boolean {
  if (wordsWithOddBody.has(first.text)) return false
  return last.text === ':' || last.text === '{' || headerWords.has(first.text)
}

// Bodies of broken statements are read only where the nesting limit is still far off: beyond it every line would report it.
const bodyDepthMax = 900

/** At a body of a broken statement: gives it to be read, or passes over it. */
function maybeOpenBody(parser: Parser, isRead: boolean): OpenBody | undefined {
  if (!isAt(parser, 'indent')) return undefined
  const from = advance(parser)
  const { brokenHeader } = parser
  if (isRead && parser.depth < bodyDepthMax) {
    parser.brokenHeader = undefined
    return openBody('', { mayReturn: true, mayBreak: true }, () => {
      parser.brokenHeader = brokenHeader
      return undefined
    })
  }
  let depth = 1
  while (depth > 0 && !isAt(parser, 'end')) {
    const token = advance(parser)
    if (token.kind === 'indent') depth += 1
    if (token.kind === 'dedent') depth -= 1
  }
  parser.skipped.push({ offsetStart: from.offsetStart, offsetEnd: peek(parser).offsetStart })
  return undefined
}
