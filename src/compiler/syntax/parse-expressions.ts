/**
 * Expressions.
 *
 * One loop, no recursion: it alternates between looking for a value and looking for what may follow one, and keeps a level
 * for each open bracket (`expression-level.ts`). Chains (operators side by side, calls and members one after another) may be
 * long; real nesting (brackets, prefix operators, assignments in assignments) is counted against the limit.
 * Parentheses leave no node; a node around a parenthesised one includes the parentheses in its span.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import { addAssignee, addOperand, addOperator, levelOf, strengthOf, takeExpression } from './expression-level.ts'
import type { Level, Operand } from './expression-level.ts'
import { chainLinksMax } from './limits.ts'
import { continueBracket, maybeOpenPostfixBracket, openBracket } from './parse-brackets.ts'
import {
  advance,
  enterNesting,
  fail,
  failExpecting,
  isAtSymbol,
  isAtWord,
  nameOf,
  peek,
  spanFrom,
  spanOf,
} from './parser.ts'
import type { Parser } from './parser.ts'
import { stringValue } from './scan-strings.ts'
import type { Token } from './token.ts'
import type { Expression, StringLiteral } from './tree.ts'

/** An assignment or an `or` expression: the whole of the grammar's `expr`. */
export function parseExpression(parser: Parser): Expression {
  const levels = [levelOf(undefined, undefined, parser.reading)]
  let value: Operand | undefined
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (value === undefined) {
      value = parseValue(parser, levels, level)
      continue
    }
    const token = peek(parser)
    if (token.kind === 'symbol' && (token.text === '.' || token.text === '(' || token.text === '[')) {
      value = parsePostfix(parser, levels, level, value)
      continue
    }
    addOperand(parser, level, value)
    value = undefined
    if (strengthOf(token) > 0) {
      addOperator(parser, level, token)
      advance(parser)
    } else if (isAtSymbol(parser, '=')) {
      addAssignee(parser, level)
      advance(parser)
      enterNesting(parser, 1)
    } else {
      const whole = takeExpression(parser, level)
      if (level.bracket === undefined) return whole.node
      value = continueBracket(parser, levels, whole)
    }
  }
  return failExpecting(parser, 'a value')
}

/** A string literal, which must be next. */
export function parseString(parser: Parser): StringLiteral {
  const token = advance(parser)
  return { kind: 'string', value: stringValue(token.text), span: spanOf(token) }
}

// ---- Single values

/** Reads prefix operators and a single value; a bracket opens a level instead, unless it is closed at once. */
function parseValue(parser: Parser, levels: Level[], level: Level): Operand | undefined {
  for (let token = peek(parser); isPrefix(token); token = peek(parser)) {
    enterNesting(parser, 1)
    level.prefixes.push(advance(parser))
  }
  const token = peek(parser)
  if (isAtSymbol(parser, '(')) return openBracket(parser, levels, { kind: 'group' })
  if (isAtSymbol(parser, '[')) return openBracket(parser, levels, { kind: 'array', items: [] })
  const node = maybeParseLiteral(parser, token) ?? failExpecting(parser, 'a value')
  return { node, offsetStart: token.offsetStart, offsetEnd: token.offsetEnd }
}

function isPrefix(token: Token): boolean {
  return (token.kind === 'symbol' && token.text === '-') || (token.kind === 'keyword' && token.text === 'not')
}

function maybeParseLiteral(parser: Parser, token: Token): Expression | undefined {
  if (token.kind === 'string') return parseString(parser)
  const literal = literalOf(token)
  if (literal !== undefined) advance(parser)
  return literal
}

function literalOf(token: Token): Expression | undefined {
  const span = spanOf(token)
  const { kind, text } = token
  if (kind === 'name') return { kind: 'name', name: text, span }
  if (kind === 'int') return { kind: 'int', digits: text, span }
  if (kind === 'float') return { kind: 'float', value: Number.parseFloat(text), span }
  if (kind !== 'keyword') return undefined
  if (text === 'nil') return { kind: 'nil', span }
  return text === 'true' || text === 'false' ? { kind: 'bool', value: text === 'true', span } : undefined
}

// ---- What follows a value

/** Reads a member, or opens a call or an index; nothing if the bracket is open now. */
function parsePostfix(parser: Parser, levels: Level[], level: Level, value: Operand): Operand | undefined {
  const { postfixLinks } = level
  if (postfixLinks >= chainLinksMax) {
    fail(parser, peek(parser), words.chainTooLong('calls, members and indices', chainLinksMax))
  }
  level.postfixLinks += 1
  return isAtSymbol(parser, '.') ? parseMember(parser, value) : maybeOpenPostfixBracket(parser, levels, value)
}

function parseMember(parser: Parser, object: Operand): Operand {
  const { offsetStart } = object
  advance(parser)
  if (!isAtWord(parser)) failExpecting(parser, 'the name of a member')
  const member = nameOf(advance(parser))
  const span = spanFrom(parser, offsetStart)
  return { node: { kind: 'member', object: object.node, member, span }, offsetStart, offsetEnd: span.offsetEnd }
}
