/**
 * One statement: which one a line begins, and the simple ones that take one line.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Span } from '../source/source-file.ts'
import { openBody, parseEndOfLine } from './open-body.ts'
import type { Parsed } from './open-body.ts'
import { isAtAttempt, parseAttempt, parseFor, parseIf, parseSession, parseTest, parseWhile } from './parse-control.ts'
import { parseAction, parseAgent, parseAsync, parseFunction, parseMemory, parseTool } from './parse-declarations.ts'
import { parseExpression } from './parse-expressions.ts'
import { parseFromImport, parseImport } from './parse-imports.ts'
import { parsePolicy } from './parse-policy.ts'
import { parseType } from './parse-types.ts'
import {
  advance,
  fail,
  isAt,
  isAtSymbol,
  maybeParseSymbol,
  nameOf,
  parseName,
  parseSymbol,
  peek,
  previous,
  report,
  spanFrom,
  spanOf,
} from './parser.ts'
import type { Parser } from './parser.ts'
import type { Token } from './token.ts'
import type { Expression, Statement } from './tree.ts'

/** One statement with the end of its line, or the first line of one with a body. */
export function parseStatement(parser: Parser): Parsed {
  parser.statementStart = parser.index
  parser.reading = ''
  const token = peek(parser)
  return token.kind === 'keyword' ? parseKeywordStatement(parser, token) : parseOtherStatement(parser)
}

function parseKeywordStatement(parser: Parser, token: Token): Parsed {
  const parse = keywordStatements.get(token.text)
  return parse === undefined ? parseExpressionStatement(parser) : parse(parser)
}

const keywordStatements: ReadonlyMap<string, (parser: Parser) => Parsed> = new Map([
  ['action', (parser: Parser): Parsed => fail(parser, peek(parser), words.actionNeedsKind())],
  ['agent', parseAgent],
  ['allow', failRuleOutside],
  ['async', parseAsync],
  ['break', parseLoopWord],
  ['continue', parseLoopWord],
  ['def', parseFunction],
  ['deny', failRuleOutside],
  ['else', parseStrayElse],
  ['for', parseFor],
  ['from', parseFromImport],
  ['if', parseIf],
  ['import', parseImport],
  ['irreversible', parseAction],
  ['local', parseLocal],
  ['memory', parseMemory],
  ['model', parseModel],
  ['persistent', parseMemory],
  ['policy', parsePolicy],
  ['return', parseReturn],
  ['reversible', parseAction],
  ['session', parseSession],
  ['set', parseSet],
  ['test', parseTest],
  ['tool', parseTool],
  ['while', parseWhile],
])

function parseOtherStatement(parser: Parser): Parsed {
  if (isAtAttempt(parser)) return parseAttempt(parser)
  if (isAt(parser, 'name') && isAtSymbol(parser, ':', 1)) return parseTypedDeclaration(parser)
  return parseExpressionStatement(parser)
}

// ---- Declarations of one line

function parseTypedDeclaration(parser: Parser): Statement {
  const name = nameOf(advance(parser))
  advance(parser)
  parser.reading = `the declaration of \`${name.text}\``
  const type = parseType(parser)
  const value = parseDeclaredValue(parser, name.text)
  const span = spanFrom(parser, name.span.offsetStart)
  parseEndOfLine(parser)
  return { kind: 'typed-declaration', name, type, value, span }
}

function parseLocal(parser: Parser): Statement {
  const keyword = advance(parser)
  const name = parseName(parser, 'a name behind `local`')
  parser.reading = `the declaration of \`${name.text}\``
  const type = maybeParseSymbol(parser, ':') === undefined ? undefined : parseType(parser)
  const value = parseDeclaredValue(parser, name.text)
  const span = spanFrom(parser, keyword.offsetStart)
  parseEndOfLine(parser)
  return { kind: 'local-declaration', keywordSpan: spanOf(keyword), name, type, value, span }
}

function parseModel(parser: Parser): Statement {
  const keyword = advance(parser)
  const name = parseName(parser, 'the name of the model')
  parser.reading = `the declaration of \`${name.text}\``
  const value = parseDeclaredValue(parser, name.text)
  const span = spanFrom(parser, keyword.offsetStart)
  parseEndOfLine(parser)
  return { kind: 'model-declaration', keywordSpan: spanOf(keyword), name, value, span }
}

function parseDeclaredValue(parser: Parser, name: string): Expression {
  if (isAt(parser, 'newline')) fail(parser, previous(parser), words.declarationNeedsValue(name))
  parseSymbol(parser, '=')
  return parseExpression(parser)
}

function parseSet(parser: Parser): Statement {
  const keyword = advance(parser)
  const name = parseName(parser, 'the name of a setting')
  parser.reading = 'a `set` statement'
  parseSymbol(parser, '=')
  const value = parseExpression(parser)
  const span = spanFrom(parser, keyword.offsetStart)
  parseEndOfLine(parser)
  return { kind: 'set', keywordSpan: spanOf(keyword), name, value, span }
}

// ---- Leaving a body

function parseReturn(parser: Parser): Statement {
  const keyword = advance(parser)
  parser.reading = 'a `return` statement'
  if (!parser.rules.mayReturn && !isMissingBody(parser)) report(parser, words.returnOutside(), keyword)
  const value = isAt(parser, 'newline') || isAt(parser, 'end') ? undefined : parseExpression(parser)
  const span = spanFrom(parser, keyword.offsetStart)
  parseEndOfLine(parser)
  return { kind: 'return', value, span }
}

function parseLoopWord(parser: Parser): Statement {
  const keyword = advance(parser)
  if (!parser.rules.mayBreak && !isMissingBody(parser)) report(parser, words.loopWordOutside(keyword.text), keyword)
  parseEndOfLine(parser)
  return { kind: keyword.text === 'break' ? 'break' : 'continue', span: spanOf(keyword) }
}

/** Whether the statement was meant to be the body of the header above, which is reported already. */
const isMissingBody = (parser: Parser): boolean => parser.bodyMissingAt === parser.statementStart

// ---- Expressions

function parseExpressionStatement(parser: Parser): Statement {
  const { offsetStart } = peek(parser)
  const expression = parseExpression(parser)
  const span = spanFrom(parser, offsetStart)
  parseEndOfLine(parser)
  if (isBareInference(expression, span)) report(parser, words.inferenceNeedsModel(expression.target.text), span)
  return { kind: 'expression-statement', expression, span }
}

/** `name = inference(...)` and nothing around or behind it: the only form that is refused (spec 01 §1). */
function isBareInference(expression: Expression, span: Span): expression is Expression & { kind: 'assignment' } {
  if (expression.kind !== 'assignment' || expression.value.kind !== 'call') return false
  const { callee } = expression.value
  const isParenthesised = expression.value.span.offsetEnd !== span.offsetEnd
  return callee.kind === 'name' && callee.name === 'inference' && !isParenthesised
}

// ---- Statements that cannot stand here

function failRuleOutside(parser: Parser): Statement {
  return isAtSymbol(parser, '=', 1)
    ? fail(parser, peek(parser), words.keywordAsName(peek(parser).text))
    : fail(parser, peek(parser), words.ruleOutsidePolicy(peek(parser).text))
}

/** An `else` without its `if`: reported once, its body is read all the same. */
function parseStrayElse(parser: Parser): Parsed {
  const keyword = peek(parser)
  if (isAtSymbol(parser, '=', 1)) fail(parser, keyword, words.keywordAsName('else'))
  report(parser, words.elseWithoutIf(), keyword)
  advance(parser)
  if (isAt(parser, 'keyword', 'if')) return parseIf(parser)
  return openBody('`else`', parser.rules, () => undefined)
}
