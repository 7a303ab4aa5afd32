/**
 * Brackets in expressions: parentheses, Arrays, calls, indices.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Span } from '../source/source-file.ts'
import type { Bracket, Level, Operand } from './expression-level.ts'
import { levelOf } from './expression-level.ts'
import {
  advance,
  enterNesting,
  fail,
  failExpecting,
  giveUp,
  isAtSymbol,
  isAtWord,
  maybeParseSymbol,
  nameOf,
  peek,
  report,
  spanOf,
} from './parser.ts'
import type { Parser } from './parser.ts'
import type { Expression } from './tree.ts'

/** Opens a bracket, which is next; gives its value if it is closed at once. */
export function openBracket(parser: Parser, levels: Level[], bracket: Bracket): Operand | undefined {
  enterNesting(parser, 1)
  const opener = advance(parser)
  parser.openBrackets.push(opener)
  levels.push(levelOf(bracket, opener, parser.reading))
  parser.reading = readingOf(bracket, parser.reading)
  if (bracket.kind === 'index' && isAtSymbol(parser, ':')) fail(parser, peek(parser), words.slice())
  const mayBeEmpty = bracket.kind === 'array' || bracket.kind === 'call'
  if (mayBeEmpty && isAtSymbol(parser, closerOf(bracket))) return closeBracket(parser, levels, bracket, undefined)
  if (bracket.kind === 'call') parseLabel(parser, bracket)
  return undefined
}

/** Opens a call or an index of `value`. */
export function maybeOpenPostfixBracket(parser: Parser, levels: Level[], value: Operand): Operand | undefined {
  if (isAtSymbol(parser, '[')) return openBracket(parser, levels, { kind: 'index', object: value })
  const bracket: Bracket = {
    kind: 'call',
    callee: value,
    positional: [],
    labelled: [],
    labels: new Map(),
    label: undefined,
  }
  return openBracket(parser, levels, bracket)
}

/** Takes one expression inside the innermost bracket; gives the bracket's value when it is closed behind it. */
export function continueBracket(parser: Parser, levels: Level[], inner: Operand): Operand | undefined {
  const bracket = levels.at(-1)?.bracket
  if (bracket === undefined) return undefined
  if (bracket.kind === 'array') bracket.items.push(inner.node)
  if (bracket.kind === 'call') addArgument(parser, bracket, inner)
  const isList = bracket.kind === 'array' || bracket.kind === 'call'
  if (isList && maybeParseSymbol(parser, ',') !== undefined && !isAtSymbol(parser, closerOf(bracket))) {
    if (bracket.kind === 'call') parseLabel(parser, bracket)
    return undefined
  }
  if (bracket.kind === 'index' && isAtSymbol(parser, ':')) fail(parser, peek(parser), words.slice())
  return closeBracket(parser, levels, bracket, inner)
}

const closerOf = (bracket: Bracket): string => (bracket.kind === 'group' || bracket.kind === 'call' ? ')' : ']')

function readingOf(bracket: Bracket, around: string): string {
  switch (bracket.kind) {
    case 'group':
      return around
    case 'array':
      return 'an Array'
    case 'index':
      return 'an index'
    case 'call':
      return `the arguments of ${calleeWords(bracket.callee.node)}`
  }
}

function calleeWords(callee: Expression): string {
  if (callee.kind === 'name') return `\`${callee.name}\``
  return callee.kind === 'member' ? `\`${callee.member.text}\`` : 'a call'
}

function closeBracket(parser: Parser, levels: Level[], bracket: Bracket, inner: Operand | undefined): Operand {
  const closer = closerOf(bracket)
  const isList = bracket.kind === 'array' || bracket.kind === 'call'
  if (!isAtSymbol(parser, closer)) failExpecting(parser, isList ? `\`,\` or \`${closer}\`` : `\`${closer}\``)
  const { offsetEnd } = advance(parser)
  parser.openBrackets.pop()
  parser.depth -= 1
  const level = levels.pop()
  const opener = level?.opener ?? peek(parser)
  parser.reading = level?.readingAround ?? ''
  return bracketValue(bracket, spanOf(opener), offsetEnd, inner)
}

/** The value of a bracket that is closed: `inner` is what was read last in it, nothing if it is empty. */
function bracketValue(bracket: Bracket, openerSpan: Span, offsetEnd: number, inner: Operand | undefined): Operand {
  const offsetStart = offsetStartOf(bracket, openerSpan)
  const span = { offsetStart, offsetEnd }
  switch (bracket.kind) {
    case 'group':
      return { node: inner?.node ?? giveUp(), offsetStart, offsetEnd }
    case 'array':
      return { node: { kind: 'array', items: bracket.items, span }, offsetStart, offsetEnd }
    case 'index': {
      const index = inner?.node ?? giveUp()
      const node: Expression = { kind: 'index', object: bracket.object.node, index, bracketSpan: openerSpan, span }
      return { node, offsetStart, offsetEnd }
    }
    case 'call': {
      const { callee, positional, labelled } = bracket
      const node: Expression = { kind: 'call', callee: callee.node, positional, labelled, parenSpan: openerSpan, span }
      return { node, offsetStart, offsetEnd }
    }
  }
}

/** A call and an index begin with what they are applied to. */
function offsetStartOf(bracket: Bracket, openerSpan: Span): number {
  if (bracket.kind === 'call') return bracket.callee.offsetStart
  return bracket.kind === 'index' ? bracket.object.offsetStart : openerSpan.offsetStart
}

// ---- Arguments

/** Reads `label:` before an argument; a label may be any word. */
function parseLabel(parser: Parser, call: Extract<Bracket, { kind: 'call' }>): void {
  call.label = undefined
  if (!isAtWord(parser) || !isAtSymbol(parser, ':', 1)) return
  const label = nameOf(advance(parser))
  advance(parser)
  const earlier = call.labels.get(label.text)
  if (earlier !== undefined) {
    report(parser, words.duplicateLabel(label.text), label.span, { span: earlier.span, label: 'first given here' })
  }
  call.labels.set(label.text, label)
  call.label = label
}

function addArgument(parser: Parser, call: Extract<Bracket, { kind: 'call' }>, argument: Operand): void {
  if (call.label !== undefined) {
    call.labelled.push({ label: call.label, value: argument.node })
    return
  }
  const first = call.labelled[0]
  if (first !== undefined) {
    report(parser, words.positionalAfterLabel(), argument, { span: first.label.span, label: 'the labels begin here' })
  }
  call.positional.push(argument.node)
}
