/**
 * What is known of an expression while it is read.
 *
 * Expressions nest a thousand levels deep, and a function that calls itself for each bracket would need more stack than
 * Node gives by default. So the parser keeps one `Level` for each open bracket in a list of its own.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import { chainLinksMax } from './limits.ts'
import { fail, giveUp, peek, report, spanOf } from './parser.ts'
import type { Parser } from './parser.ts'
import type { Token } from './token.ts'
import type { BinaryOperator, Expression, LabelledArgument, Name, UnaryExpression } from './tree.ts'

/** An expression and the place it takes up, parentheses included. */
export interface Operand {
  readonly node: Expression
  readonly offsetStart: number
  readonly offsetEnd: number
}

/** A bracket that is open, with what has been read inside it. */
export type Bracket =
  | { readonly kind: 'group' }
  | { readonly kind: 'array'; readonly items: Expression[] }
  | { readonly kind: 'index'; readonly object: Operand }
  | {
      readonly kind: 'call'
      readonly callee: Operand
      readonly positional: Expression[]
      readonly labelled: LabelledArgument[]
      readonly labels: Map<string, Name>
      /** The label of the argument being read. */
      label: Name | undefined
    }

/** One expression being read: operands and operators that are not joined yet, targets left of `=`, prefix operators. */
export interface Level {
  readonly operands: Operand[]
  readonly operators: Token[]
  readonly targets: Assignee[]
  readonly prefixes: Token[]
  /** How many binary operators the expression has, and how many calls, members and indices its last operand. */
  operatorLinks: number
  postfixLinks: number
  readonly bracket: Bracket | undefined
  readonly opener: Token | undefined
  /** `parser.reading` outside the bracket. */
  readonly readingAround: string
}

/** What stands left of an `=`. */
export type Assignee = {
  readonly offsetStart: number
  readonly equals: Token
} & (
  | { readonly kind: 'name'; readonly name: Name }
  | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
)

export function levelOf(bracket: Bracket | undefined, opener: Token | undefined, readingAround: string): Level {
  return {
    operands: [],
    operators: [],
    targets: [],
    prefixes: [],
    operatorLinks: 0,
    postfixLinks: 0,
    bracket,
    opener,
    readingAround,
  }
}

// ---- Prefix operators

/** Puts an operand that is complete, with the prefix operators before it, on the level. */
export function addOperand(parser: Parser, level: Level, operand: Operand): void {
  const { prefixes } = level
  parser.depth -= prefixes.length
  let { node, offsetStart } = operand
  for (let prefix = prefixes.pop(); prefix !== undefined; prefix = prefixes.pop()) {
    node = unaryOf(prefix, node, operand.offsetEnd)
    offsetStart = prefix.offsetStart
  }
  level.operands.push({ node, offsetStart, offsetEnd: operand.offsetEnd })
  level.postfixLinks = 0
}

function unaryOf(prefix: Token, operand: Expression, offsetEnd: number): UnaryExpression {
  const operator = prefix.text === '-' ? '-' : 'not'
  const span = { offsetStart: prefix.offsetStart, offsetEnd }
  return { kind: 'unary', operator, operatorSpan: spanOf(prefix), operand, span }
}

// ---- Binary operators

const strengths: ReadonlyMap<string, number> = new Map([
  ['or', 1],
  ['and', 2],
  ['==', 3],
  ['!=', 3],
  ['<', 4],
  ['<=', 4],
  ['>', 4],
  ['>=', 4],
  ['+', 5],
  ['-', 5],
  ['*', 6],
  ['/', 6],
  ['%', 6],
])

/** How tightly the binary operator at a token binds; 0 if it is none. All bind to the left. */
export function strengthOf(token: Token): number {
  return token.kind === 'symbol' || token.kind === 'keyword' ? (strengths.get(token.text) ?? 0) : 0
}

/** Adds the binary operator that is next, after joining what binds at least as tightly. */
export function addOperator(parser: Parser, level: Level, operator: Token): void {
  joinOperands(level, strengthOf(operator))
  level.operatorLinks += 1
  if (level.operatorLinks > chainLinksMax) fail(parser, operator, words.chainTooLong('operators', chainLinksMax))
  level.operators.push(operator)
}

/** Joins operands whose operators bind at least as tightly as `strength`. */
function joinOperands(level: Level, strength: number): void {
  const { operands, operators } = level
  for (let last = operators.at(-1); last !== undefined && strengthOf(last) >= strength; last = operators.at(-1)) {
    operators.pop()
    const right = operands.pop()
    const left = operands.pop()
    if (left !== undefined && right !== undefined) operands.push(joined(left, last, right))
  }
}

function joined(left: Operand, operator: Token, right: Operand): Operand {
  const { offsetStart } = left
  const { offsetEnd } = right
  const span = { offsetStart, offsetEnd }
  const sides = { left: left.node, right: right.node, span }
  const { text } = operator
  const node: Expression =
    text === 'and' || text === 'or'
      ? { kind: 'logical', operator: text, ...sides }
      : { kind: 'binary', operator: binaryOperatorOf(text), operatorSpan: spanOf(operator), ...sides }
  return { node, offsetStart, offsetEnd }
}

// `strengths` holds these, `and` and `or`.
const binaryOperatorOf = (text: string): BinaryOperator => text as BinaryOperator

// ---- Assignments

/** Makes what has been read the target of the `=` that is next; anything but a name or an index is reported. */
export function addAssignee(parser: Parser, level: Level): void {
  const operand = takeJoined(level)
  const equals = peek(parser)
  const { node, offsetStart } = operand
  if (node.kind === 'name') {
    const name = { text: node.name, span: node.span }
    level.targets.push({ kind: 'name', name, offsetStart, equals })
  } else if (node.kind === 'index') {
    level.targets.push({ kind: 'index', object: node.object, index: node.index, offsetStart, equals })
  } else {
    if (node.kind === 'member') report(parser, words.assignToMember(node.member.text), operand)
    else report(parser, words.assignToValue(valueWords(node)), operand)
    giveUp()
  }
}

/** The whole expression of the level, which is then empty again. */
export function takeExpression(parser: Parser, level: Level): Operand {
  const last = takeJoined(level)
  const { offsetEnd } = last
  let { node, offsetStart } = last
  parser.depth -= level.targets.length
  for (let target = level.targets.pop(); target !== undefined; target = level.targets.pop()) {
    offsetStart = target.offsetStart
    const span = { offsetStart, offsetEnd }
    node =
      target.kind === 'name'
        ? { kind: 'assignment', target: target.name, value: node, span }
        : {
            kind: 'index-assignment',
            object: target.object,
            index: target.index,
            value: node,
            equalsSpan: spanOf(target.equals),
            span,
          }
  }
  return { node, offsetStart, offsetEnd }
}

function takeJoined(level: Level): Operand {
  joinOperands(level, 0)
  level.operatorLinks = 0
  return level.operands.pop() ?? giveUp()
}

function valueWords(node: Expression): string {
  switch (node.kind) {
    case 'call':
      return 'the result of a call'
    case 'array':
      return 'an Array'
    case 'int':
    case 'float':
      return 'a number'
    case 'string':
      return 'a String'
    case 'bool':
    case 'nil':
      return 'a fixed value'
    case 'name':
    case 'member':
    case 'index':
      return 'this'
    case 'assignment':
    case 'index-assignment':
      return 'an assignment'
    case 'unary':
    case 'binary':
    case 'logical':
      return 'the result of an operator'
  }
}
