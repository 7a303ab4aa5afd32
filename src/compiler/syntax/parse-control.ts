/**
 * Statements with bodies that steer: `if`, `while`, `for`, `attempt`, `session`, `test`.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Span } from '../source/source-file.ts'
import { chainLinksMax } from './limits.ts'
import { isAtIndentedBody, openBody } from './open-body.ts'
import type { Parsed } from './open-body.ts'
import { parseExpression, parseString } from './parse-expressions.ts'
import { advance, fail, isAt, isAtKeyword, isAtSymbol, parseName, peek, report, spanOf } from './parser.ts'
import type { Parser } from './parser.ts'
import type { Token } from './token.ts'
import type { Block, Expression, IfStatement, Name } from './tree.ts'

/** `if`, any number of `else if`, maybe `else`. The chain is collected in a list and put together from its end. */
export function parseIf(parser: Parser): Parsed {
  return parseIfLink(parser, [])
}

interface IfLink {
  readonly keyword: Token
  readonly condition: Expression
  readonly then: Block
}

function parseIfLink(parser: Parser, links: IfLink[]): Parsed {
  const keyword = advance(parser)
  parser.reading = 'the condition of `if`'
  const condition = parseExpression(parser)
  return openBody('`if`', parser.rules, (then) => {
    links.push({ keyword, condition, then })
    return isAtKeyword(parser, 'else') ? parseElse(parser, links) : joinLinks(links, undefined)
  })
}

function parseElse(parser: Parser, links: IfLink[]): Parsed {
  parser.statementStart = parser.index
  const isFull = links.length > chainLinksMax
  const isFurtherLink = isAtKeyword(parser, 'if', 1)
  if (isFull && isFurtherLink) fail(parser, peek(parser), words.chainTooLong('`else if`', chainLinksMax))
  advance(parser)
  if (isFurtherLink) return parseIfLink(parser, links)
  return openBody('`else`', parser.rules, (block) => joinLinks(links, block))
}

function joinLinks(links: readonly IfLink[], last: Block | IfStatement | undefined): IfStatement {
  let otherwise = last
  let joined: IfStatement | undefined
  for (const { keyword, condition, then } of links.toReversed()) {
    const offsetEnd = Math.max(then.span.offsetEnd, otherwise?.span.offsetEnd ?? 0)
    const span = { offsetStart: keyword.offsetStart, offsetEnd }
    joined = { kind: 'if', keywordSpan: spanOf(keyword), condition, then, otherwise, span }
    otherwise = joined
  }
  if (joined === undefined) throw new Error('an `if` has at least one condition')
  return joined
}

export function parseWhile(parser: Parser): Parsed {
  const keyword = advance(parser)
  parser.reading = 'the condition of `while`'
  const condition = parseExpression(parser)
  return openBody('`while`', { ...parser.rules, mayBreak: true }, (body) => {
    return { kind: 'while', keywordSpan: spanOf(keyword), condition, body, span: spanToBody(keyword, body) }
  })
}

export function parseFor(parser: Parser): Parsed {
  const keyword = advance(parser)
  parser.reading = 'a `for` statement'
  const variable = parseName(parser, 'the name of the loop variable')
  if (!isAtKeyword(parser, 'in')) failForNeedsIn(parser)
  advance(parser)
  const iterable = parseExpression(parser)
  return openBody('`for`', { ...parser.rules, mayBreak: true }, (body) => {
    return { kind: 'for', keywordSpan: spanOf(keyword), variable, iterable, body, span: spanToBody(keyword, body) }
  })
}

function failForNeedsIn(parser: Parser): never {
  if (isAtSymbol(parser, ',')) fail(parser, peek(parser), words.severalTargets())
  return fail(parser, peek(parser), words.forNeedsIn())
}

export function parseSession(parser: Parser): Parsed {
  const keyword = advance(parser)
  const name = parseName(parser, 'the name of the session')
  return openBody(`session \`${name.text}\``, parser.rules, (body) => {
    return { kind: 'session', keywordSpan: spanOf(keyword), name, body, span: spanToBody(keyword, body) }
  })
}

export function parseTest(parser: Parser): Parsed {
  const keyword = advance(parser)
  if (!isAt(parser, 'string')) failTestTitle(parser, keyword)
  const title = parseString(parser)
  return openBody('`test`', parser.rules, (body) => {
    return { kind: 'test', keywordSpan: spanOf(keyword), title, body, span: spanToBody(keyword, body) }
  })
}

function failTestTitle(parser: Parser, keyword: Token): never {
  const isUsedAsName = isAtSymbol(parser, '=') || isAtSymbol(parser, '(') || isAtSymbol(parser, '.')
  if (isUsedAsName) return fail(parser, keyword, words.keywordAsName('test'))
  return fail(parser, peek(parser), words.testNeedsTitle())
}

// ---- attempt

/** `attempt` is the statement only before `:` and the end of the line; `attempt: f()` is meant to be one. */
export function isAtAttempt(parser: Parser): boolean {
  if (!isAt(parser, 'name', 'attempt')) return false
  const lacksColon = isAt(parser, 'newline', undefined, 1) && isAt(parser, 'indent', undefined, 2)
  return lacksColon || (isAtSymbol(parser, ':', 1) && isAt(parser, 'newline', undefined, 2))
}

export function parseAttempt(parser: Parser): Parsed {
  const keyword = advance(parser)
  return openBody('`attempt`', parser.rules, (body) => {
    const problem = parseFailedHeader(parser, keyword)
    if (problem === undefined) return undefined
    if (isAtSymbol(parser, ':') && !isAtIndentedBody(parser))
      fail(parser, peek(parser, 1), words.attemptOneLine('failed'))
    return openBody('`failed`', parser.rules, (failed) => {
      return { kind: 'attempt', keywordSpan: spanOf(keyword), body, problem, failed, span: spanToBody(keyword, failed) }
    })
  })
}

/** `failed name`; a missing name is reported and made up, a missing header is reported. */
function parseFailedHeader(parser: Parser, keyword: Token): Name | undefined {
  const token = peek(parser)
  if (!isAtFailed(parser)) {
    report(parser, words.attemptNeedsFailed(), keyword)
    return undefined
  }
  parser.statementStart = parser.index
  advance(parser)
  if (isAt(parser, 'name') || isAt(parser, 'keyword')) return parseName(parser, 'a name for the problem')
  report(parser, words.failedNeedsName(), token)
  return { text: 'problem', span: { offsetStart: token.offsetEnd, offsetEnd: token.offsetEnd } }
}

/** Whether the line begins with `failed` as the header of a block, not as a name. */
function isAtFailed(parser: Parser): boolean {
  if (!isAt(parser, 'name', 'failed')) return false
  if (isAt(parser, 'name', undefined, 1) || isAt(parser, 'newline', undefined, 1)) return true
  return isAt(parser, 'keyword', undefined, 1) || (isAtSymbol(parser, ':', 1) && isAt(parser, 'newline', undefined, 2))
}

function spanToBody(keyword: Token, body: Block): Span {
  return { offsetStart: keyword.offsetStart, offsetEnd: Math.max(keyword.offsetEnd, body.span.offsetEnd) }
}
