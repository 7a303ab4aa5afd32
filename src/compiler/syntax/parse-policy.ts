/**
 * `policy: allow files.read`, or a block of rules.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import { parseEndOfLine, reportMissingBody } from './open-body.ts'
import { parseRuleCapability } from './parse-types.ts'
import {
  StatementGivenUp,
  advance,
  enterNesting,
  fail,
  failExpecting,
  isAt,
  isAtKeyword,
  isAtSymbol,
  peek,
  report,
  spanFrom,
  spanOf,
} from './parser.ts'
import type { Parser } from './parser.ts'
import { skipStatement } from './recovery.ts'
import type { Token } from './token.ts'
import type { PolicyRule, Statement } from './tree.ts'

export function parsePolicy(parser: Parser): Statement {
  const keyword = advance(parser)
  const colon = parseColon(parser, keyword)
  parser.reading = 'the rules of `policy`'
  const rules = isAt(parser, 'newline') ? parseRuleBlock(parser, colon) : [parseRule(parser)]
  const offsetEnd = rules.at(-1)?.span.offsetEnd ?? colon.offsetEnd
  const span = { offsetStart: keyword.offsetStart, offsetEnd }
  return { kind: 'policy', keywordSpan: spanOf(keyword), rules, span }
}

/** Reads the `:`. One that is missing before an indented block is reported and passed over: then the keyword is given. */
function parseColon(parser: Parser, keyword: Token): Token {
  if (isAtSymbol(parser, ':')) return advance(parser)
  const isBlock = isAt(parser, 'newline') && isAt(parser, 'indent', undefined, 1)
  if (!isBlock) return failPolicyHeader(parser, keyword)
  const { offsetEnd } = keyword
  report(parser, words.missingColon('`policy`'), { offsetStart: offsetEnd, offsetEnd })
  return keyword
}

function failPolicyHeader(parser: Parser, keyword: Token): never {
  if (isAtSymbol(parser, '=')) fail(parser, keyword, words.keywordAsName('policy'))
  return failExpecting(parser, '`:`')
}

function parseRuleBlock(parser: Parser, colon: Token): readonly PolicyRule[] {
  advance(parser)
  if (!isAt(parser, 'indent')) {
    reportMissingBody(parser, '`policy`', colon)
    return []
  }
  advance(parser)
  enterNesting(parser, 1)
  const rules: PolicyRule[] = []
  while (!isAt(parser, 'dedent') && !isAt(parser, 'end')) {
    const rule = parseRuleOrRecover(parser)
    if (rule !== undefined) rules.push(rule)
  }
  parser.depth -= 1
  if (isAt(parser, 'dedent')) advance(parser)
  return rules
}

/** A wrong rule is reported and left out; the rules behind it are read. */
function parseRuleOrRecover(parser: Parser): PolicyRule | undefined {
  const { index, depth, reading } = parser
  parser.statementStart = index
  try {
    return parseRule(parser)
  } catch (error) {
    if (!(error instanceof StatementGivenUp)) throw error
    Object.assign(parser, { depth, reading })
    skipStatement(parser, index)
    return undefined
  }
}

function parseRule(parser: Parser): PolicyRule {
  if (!isAtKeyword(parser, 'allow') && !isAtKeyword(parser, 'deny')) fail(parser, peek(parser), words.policyRule())
  const word = advance(parser)
  const effect = word.text === 'allow' ? 'allow' : 'deny'
  const capability = parseRuleCapability(parser)
  if (isAtSymbol(parser, ',')) fail(parser, peek(parser), words.severalCapabilities('rule'))
  const span = spanFrom(parser, word.offsetStart)
  parseEndOfLine(parser)
  return { effect, capability, span }
}
