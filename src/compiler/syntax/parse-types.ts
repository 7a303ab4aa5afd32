/**
 * Types (`Array<Int>`), parameters and capabilities.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import { parametersMax } from './limits.ts'
import {
  advance,
  fail,
  failExpecting,
  isAtSymbol,
  isAtWord,
  maybeParseSymbol,
  nameOf,
  nested,
  parseName,
  parseSymbol,
  peek,
  report,
  spanFrom,
} from './parser.ts'
import type { Parser } from './parser.ts'
import type { CapabilityNode, Parameter, TypeNode } from './tree.ts'

/** A type. `>` closes it even where `=` follows at once (spec 01 §2), as in `xs: Array<Int>= []`. */
export function parseType(parser: Parser): TypeNode {
  const token = peek(parser)
  if (token.kind !== 'name') {
    if (token.kind === 'keyword') return fail(parser, token, words.keywordAsType(token.text))
    return failExpecting(parser, 'a type, such as `Int` or `Array<String>`')
  }
  const name = nameOf(advance(parser))
  const inner = isAtSymbol(parser, '<') ? nested(parser, () => parseTypeArguments(parser)) : undefined
  const offsetEnd = inner?.offsetEnd ?? name.span.offsetEnd
  if (isAtSymbol(parser, '[') && peek(parser).offsetStart === offsetEnd) {
    fail(parser, peek(parser), words.typeBrackets(name.text))
  }
  const span = { offsetStart: token.offsetStart, offsetEnd }
  return { name: name.text, nameSpan: name.span, typeArguments: inner?.types ?? [], span }
}

function parseTypeArguments(parser: Parser): { types: readonly TypeNode[]; offsetEnd: number } {
  parseSymbol(parser, '<')
  const types = [parseType(parser)]
  while (maybeParseSymbol(parser, ',') !== undefined) types.push(parseType(parser))
  const closer = peek(parser)
  if (isAtSymbol(parser, '>=')) splitCloser(parser)
  else if (maybeParseSymbol(parser, '>') === undefined) failExpecting(parser, '`,` or `>`')
  return { types, offsetEnd: closer.offsetStart + 1 }
}

/** Reads the first half of `>=`: leaves `=` in its place. */
function splitCloser(parser: Parser): void {
  const { offsetStart, offsetEnd } = peek(parser)
  parser.tokens[parser.index] = { kind: 'symbol', text: '=', offsetStart: offsetStart + 1, offsetEnd }
}

/** `(a, b: Type,)` behind the name of a declaration. */
export function parseParameters(parser: Parser, owner: string): readonly Parameter[] {
  const around = parser.reading
  parser.reading = `the parameters of \`${owner}\``
  if (!isAtSymbol(parser, '(')) fail(parser, peek(parser), words.missingParentheses(owner))
  parser.openBrackets.push(advance(parser))
  const parameters: Parameter[] = []
  const places = new Map<string, Parameter>()
  while (!isAtSymbol(parser, ')')) {
    if (parameters.length === parametersMax) {
      fail(parser, peek(parser), words.tooManyParameters(owner, parametersMax))
    }
    const parameter = parseParameter(parser)
    const earlier = places.get(parameter.name.text)
    if (earlier !== undefined) {
      const related = { span: earlier.name.span, label: 'first parameter of this name' }
      report(parser, words.duplicateParameter(parameter.name.text, owner), parameter.name.span, related)
    }
    places.set(parameter.name.text, parameter)
    parameters.push(parameter)
    if (maybeParseSymbol(parser, ',') === undefined) break
  }
  if (!isAtSymbol(parser, ')')) failExpecting(parser, '`,` or `)`')
  advance(parser)
  parser.openBrackets.pop()
  parser.reading = around
  return parameters
}

function parseParameter(parser: Parser): Parameter {
  const start = peek(parser).offsetStart
  const name = parseName(parser, 'the name of a parameter')
  const type = maybeParseSymbol(parser, ':') === undefined ? undefined : parseType(parser)
  if (isAtSymbol(parser, '=')) fail(parser, peek(parser), words.defaultParameter(name.text))
  return { name, type, span: spanFrom(parser, start) }
}

/** Words joined by dots; each may be a keyword. */
export function parseCapability(parser: Parser): CapabilityNode {
  const start = peek(parser).offsetStart
  const parts = [parseCapabilityWord(parser)]
  while (maybeParseSymbol(parser, '.') !== undefined) parts.push(parseCapabilityWord(parser))
  return { text: parts.join('.'), span: spanFrom(parser, start) }
}

/** The same in a rule, where `.*` may stand at the end. */
export function parseRuleCapability(parser: Parser): CapabilityNode {
  const start = peek(parser).offsetStart
  const parts = [parseCapabilityWord(parser)]
  while (maybeParseSymbol(parser, '.') !== undefined) {
    const star = maybeParseSymbol(parser, '*')
    parts.push(star === undefined ? parseCapabilityWord(parser) : '*')
    if (star !== undefined) break
  }
  if (isAtSymbol(parser, '.') || isAtSymbol(parser, '*')) fail(parser, peek(parser), words.patternCapability())
  return { text: parts.join('.'), span: spanFrom(parser, start) }
}

function parseCapabilityWord(parser: Parser): string {
  if (isAtSymbol(parser, '*')) fail(parser, peek(parser), words.patternCapability())
  if (!isAtWord(parser)) failExpecting(parser, 'a capability, such as `files.read`')
  return advance(parser).text
}
