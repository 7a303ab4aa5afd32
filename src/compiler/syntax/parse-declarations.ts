/**
 * Declarations with a body: functions, tools, actions, agents; and memories, which have none.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Span } from '../source/source-file.ts'
import { openBody, parseEndOfLine } from './open-body.ts'
import type { Parsed } from './open-body.ts'
import { parseString } from './parse-expressions.ts'
import { parseCapability, parseParameters, parseType } from './parse-types.ts'
import {
  advance,
  fail,
  failExpecting,
  isAt,
  isAtKeyword,
  isAtSymbol,
  maybeParseKeyword,
  maybeParseSymbol,
  parseName,
  peek,
  report,
  spanFrom,
  spanOf,
} from './parser.ts'
import type { BodyRules, Parser } from './parser.ts'
import type { Token } from './token.ts'
import type { Block, CapabilityNode, Name, Statement, StringLiteral } from './tree.ts'

const ownBody: BodyRules = { mayReturn: true, mayBreak: false }

export function parseFunction(parser: Parser): Parsed {
  const keyword = advance(parser)
  const name = parseName(parser, 'the name of the function')
  const parameters = parseParameters(parser, name.text)
  parser.reading = `the first line of \`${name.text}\``
  if (isAtKeyword(parser, 'returns')) fail(parser, peek(parser), words.defWithReturns(name.text))
  const resultType = maybeParseSymbol(parser, '->') === undefined ? undefined : parseType(parser)
  const keywordSpan = spanOf(keyword)
  return openBody(`\`${name.text}\``, ownBody, (body) => {
    const span = spanToBody(keyword, body)
    return { kind: 'function-declaration', keywordSpan, name, parameters, resultType, body, span }
  })
}

/** `async` stands before `tool` and `agent` only. */
export function parseAsync(parser: Parser): Parsed {
  if (isAtKeyword(parser, 'tool', 1)) return parseTool(parser)
  if (isAtKeyword(parser, 'agent', 1)) return parseAgent(parser)
  const keyword = peek(parser)
  if (isAtSymbol(parser, '=', 1)) return fail(parser, keyword, words.keywordAsName('async'))
  return fail(parser, keyword, words.asyncDef(peek(parser, 1).text))
}

export function parseAgent(parser: Parser): Parsed {
  const asyncKeyword = maybeParseKeyword(parser, 'async')
  const keyword = advance(parser)
  const name = parseName(parser, 'the name of the agent')
  parser.reading = `the first line of agent \`${name.text}\``
  const isAsync = asyncKeyword !== undefined
  return openBody(`agent \`${name.text}\``, ownBody, (body) => {
    const span = spanToBody(asyncKeyword ?? keyword, body)
    return { kind: 'agent-declaration', isAsync, keywordSpan: spanOf(keyword), name, body, span }
  })
}

export function parseMemory(parser: Parser): Statement {
  const first = peek(parser)
  const isPersistent = maybeParseKeyword(parser, 'persistent') !== undefined
  if (isPersistent && !isAtKeyword(parser, 'memory')) {
    if (isAtSymbol(parser, '=')) fail(parser, first, words.keywordAsName('persistent'))
    failExpecting(parser, '`memory`')
  }
  const keyword = advance(parser)
  const name = parseName(parser, 'the name of the memory')
  parser.reading = `the declaration of memory \`${name.text}\``
  const text = maybeParseSymbol(parser, ':') === undefined ? undefined : parseMemoryText(parser)
  const span = spanFrom(parser, first.offsetStart)
  parseEndOfLine(parser)
  return { kind: 'memory-declaration', isPersistent, keywordSpan: spanOf(keyword), name, text, span }
}

function parseMemoryText(parser: Parser): StringLiteral {
  return isAt(parser, 'string') ? parseString(parser) : failExpecting(parser, 'a String')
}

// ---- Tools

export function parseTool(parser: Parser): Parsed {
  const asyncKeyword = maybeParseKeyword(parser, 'async')
  const keyword = advance(parser)
  const name = parseName(parser, 'the name of the tool')
  const parameters = parseParameters(parser, name.text)
  parser.reading = `the first line of tool \`${name.text}\``
  if (isAtSymbol(parser, '->')) fail(parser, peek(parser), words.toolWithArrow())
  const resultType = maybeParseKeyword(parser, 'returns') === undefined ? undefined : parseType(parser)
  const capability = maybeParseKeyword(parser, 'requires') === undefined ? undefined : parseCapability(parser)
  const description = isAt(parser, 'string') ? parseString(parser) : undefined
  checkToolHeaderEnd(parser, capability)
  const isAsync = asyncKeyword !== undefined
  const header = { isAsync, keywordSpan: spanOf(keyword), name, parameters, resultType, capability, description }
  return openBody(`tool \`${name.text}\``, ownBody, (body) => {
    return { kind: 'tool-declaration', ...header, body, span: spanToBody(asyncKeyword ?? keyword, body) }
  })
}

function checkToolHeaderEnd(parser: Parser, capability: CapabilityNode | undefined): void {
  const token = peek(parser)
  if (capability !== undefined && isAtSymbol(parser, ',')) fail(parser, token, words.severalCapabilities('tool'))
  if (isAtKeyword(parser, 'returns') || isAtKeyword(parser, 'requires'))
    fail(parser, token, words.toolClauseOrder(token.text))
}

// ---- Actions

interface Needs {
  capability: CapabilityNode | undefined
  approvalSpan: Span | undefined
}

export function parseAction(parser: Parser): Parsed {
  const kind = advance(parser)
  const isReversible = kind.text === 'reversible'
  if (!isAtKeyword(parser, 'action')) {
    if (isAtSymbol(parser, '=')) fail(parser, kind, words.keywordAsName(kind.text))
    failExpecting(parser, '`action`')
  }
  const keywordSpan = spanOf(advance(parser))
  const name = parseName(parser, 'the name of the action')
  const parameters = parseParameters(parser, name.text)
  parser.reading = `the first line of action \`${name.text}\``
  if (isAtKeyword(parser, 'returns') || isAtSymbol(parser, '->')) fail(parser, peek(parser), words.actionWithResult())
  const header = { isReversible, keywordSpan, name, parameters, ...parseNeeds(parser) }
  const headerSpan = spanFrom(parser, kind.offsetStart)
  return openBody(`action \`${name.text}\``, ownBody, (body) => {
    const declare = (rollback: Block | undefined): Statement => {
      const span = spanToBody(kind, rollback ?? body)
      return { kind: 'action-declaration', ...header, body, rollback, span }
    }
    if (isAtRollback(parser, isReversible)) return parseRollback(parser, name, isReversible, declare)
    if (isReversible) report(parser, words.needsRollback(name.text), headerSpan)
    return declare(undefined)
  })
}

/** `requires approval`, `requires x.y`, `requires approval, x.y`: at most one of each. */
function parseNeeds(parser: Parser): Needs {
  const needs: Needs = { capability: undefined, approvalSpan: undefined }
  if (maybeParseKeyword(parser, 'requires') === undefined) return needs
  do {
    const token = peek(parser)
    if (isAtKeyword(parser, 'approval')) {
      if (isAtSymbol(parser, '.', 1)) fail(parser, token, words.approvalWithDot())
      if (needs.approvalSpan !== undefined) fail(parser, token, words.repeatedApproval())
      needs.approvalSpan = spanOf(advance(parser))
    } else {
      if (needs.capability !== undefined) fail(parser, token, words.severalCapabilities('action'))
      needs.capability = parseCapability(parser)
    }
  } while (maybeParseSymbol(parser, ',') !== undefined)
  return needs
}

/** Whether `rollback:` or its old name `compensate:` follows right behind the body, and not as a plain declaration. */
function isAtRollback(parser: Parser, isReversible: boolean): boolean {
  const isRollback = isAt(parser, 'name', 'rollback')
  if (!isRollback && !isAt(parser, 'name', 'compensate')) return false
  if (!isAtSymbol(parser, ':', 1)) return false
  return (isRollback && isReversible) || !isAtDeclaration(parser)
}

function parseRollback(
  parser: Parser,
  name: Name,
  isReversible: boolean,
  declare: (rollback: Block | undefined) => Statement,
): Parsed {
  parser.statementStart = parser.index
  const token = advance(parser)
  if (token.text === 'compensate') report(parser, words.compensate(), token)
  else if (!isReversible) report(parser, words.forbidsRollback(name.text), token)
  return openBody('`rollback`', ownBody, (rollback) => declare(isReversible ? rollback : undefined))
}

/** Whether the line is `name: Type = value`, where `rollback` is just a name. */
function isAtDeclaration(parser: Parser): boolean {
  let ahead = 2
  if (!isAt(parser, 'name', undefined, ahead)) return false
  ahead += 1
  if (!isAtSymbol(parser, '<', ahead)) return isAtSymbol(parser, '=', ahead)
  while (isAt(parser, 'name', undefined, ahead) || /^[<>,]$/.test(peek(parser, ahead).text)) ahead += 1
  return isAtSymbol(parser, '=', ahead) || isAtSymbol(parser, '>=', ahead)
}

function spanToBody(first: Token, body: Block): Span {
  return { offsetStart: first.offsetStart, offsetEnd: Math.max(first.offsetEnd, body.span.offsetEnd) }
}
