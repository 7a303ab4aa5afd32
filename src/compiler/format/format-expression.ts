/**
 * Expressions, with no more parentheses than they need.
 *
 * Chains of operators and of calls lean to the left and may have thousands of links, so they are walked in loops.
 */

import type {
  BinaryExpression,
  Call,
  Expression,
  IndexAccess,
  LogicalExpression,
  MemberAccess,
  UnaryExpression,
} from '../syntax/tree.ts'
import type { Document } from './document.ts'
import { group, ifBroken, indented, join, maybeBreak, spaceOrBreak, text } from './document.ts'
import type { ListItem, StatementContext } from './format-list.ts'
import { printList } from './format-list.ts'

/** Whether a line may end between any two words: only inside brackets. */
export type Surroundings = 'brackets' | 'open'

/** How tightly the parts of the grammar bind. */
const strength = { assignment: 0, unary: 7, postfix: 8 } as const

const operatorStrengths: Readonly<Record<BinaryExpression['operator'] | LogicalExpression['operator'], number>> = {
  or: 1,
  and: 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
}

// Parentheses that only serve the layout are one more level of nesting, which the text behind must still be allowed.
const depthOfLayoutParenthesesMax = 400

/** Prints an expression that stands alone, such as a condition. */
export function printExpression(context: StatementContext, node: Expression, surroundings: Surroundings): Document {
  return printAtLeast(context, node, strength.assignment, surroundings)
}

/** In parentheses, which the text needs although the tree does not. */
export function printInParentheses(context: StatementContext, node: Expression): Document {
  return parenthesised(printExpression(context, node, 'brackets'))
}

/** Prints `node`, in parentheses if it binds less tightly than `strengthMin`. */
function printAtLeast(
  context: StatementContext,
  node: Expression,
  strengthMin: number,
  surroundings: Surroundings,
): Document {
  context.depth += 1
  const document =
    strengthOf(node) < strengthMin
      ? parenthesised(printNode(context, node, 'brackets'))
      : printNode(context, node, surroundings)
  context.depth -= 1
  return document
}

const parenthesised = (content: Document): Document =>
  group(join([text('('), indented(join([maybeBreak, content])), maybeBreak, text(')')]))

function strengthOf(node: Expression): number {
  switch (node.kind) {
    case 'assignment':
    case 'index-assignment':
      return strength.assignment
    case 'binary':
    case 'logical':
      return operatorStrengths[node.operator]
    case 'unary':
      return strength.unary
    case 'int':
    case 'float':
    case 'string':
    case 'bool':
    case 'nil':
    case 'name':
    case 'array':
    case 'call':
    case 'member':
    case 'index':
      return strength.postfix
  }
}

function printNode(context: StatementContext, node: Expression, surroundings: Surroundings): Document {
  switch (node.kind) {
    case 'int':
    case 'float':
    case 'string':
    case 'bool':
    case 'nil':
    case 'name':
      return text(context.file.text.slice(node.span.offsetStart, node.span.offsetEnd))
    case 'array':
      return printList(context, {
        ...{ opener: '[', closer: ']' },
        openerOffset: node.span.offsetStart,
        closerOffset: node.span.offsetEnd - 1,
        items: node.items.map((item) => expressionItem(context, item)),
      })
    case 'unary':
      return printUnary(context, node, surroundings)
    case 'binary':
    case 'logical':
      return printChain(context, node, surroundings)
    case 'assignment':
      return join([text(`${node.target.text} = `), printExpression(context, node.value, surroundings)])
    case 'index-assignment':
      return join([
        printAtLeast(context, node.object, strength.postfix, surroundings),
        ...indexOf(context, node.index),
        text(' = '),
        printExpression(context, node.value, surroundings),
      ])
    case 'call':
    case 'member':
    case 'index':
      return printPostfix(context, node)
  }
}

const expressionItem = (context: StatementContext, node: Expression): ListItem => ({
  ...node.span,
  isHuggable: node.kind === 'string' || node.kind === 'array',
  print: () => printExpression(context, node, 'brackets'),
})

function printUnary(
  context: StatementContext,
  { operator, operand }: UnaryExpression,
  surroundings: Surroundings,
): Document {
  const isDoubleMinus = operator === '-' && operand.kind === 'unary' && operand.operator === '-'
  const printed = isDoubleMinus
    ? printInParentheses(context, operand)
    : printAtLeast(context, operand, strength.unary, surroundings)
  return join([text(operator === 'not' ? 'not ' : '-'), printed])
}

// ---- Operators

type Chainable = BinaryExpression | LogicalExpression

/** Operators of one strength side by side: all break, or none does. */
function printChain(context: StatementContext, node: Chainable, surroundings: Surroundings): Document {
  const own = operatorStrengths[node.operator]
  const links: Chainable[] = []
  let first: Expression = node
  while ((first.kind === 'binary' || first.kind === 'logical') && operatorStrengths[first.operator] === own) {
    links.push(first)
    first = first.left
  }
  links.reverse()
  const mayBreak = surroundings === 'brackets' || context.depth < depthOfLayoutParenthesesMax
  const gap = mayBreak ? spaceOrBreak : text(' ')
  const inner: Surroundings = mayBreak ? 'brackets' : 'open'
  const chain = join([
    printLeftmost(context, first, links[0] ?? node, inner),
    ...links.flatMap(({ operator, right }) => [
      gap,
      text(`${operator} `),
      printAtLeast(context, right, own + 1, inner),
    ]),
  ])
  if (surroundings === 'brackets' || !mayBreak) return group(chain)
  return group(join([ifBroken('('), indented(join([maybeBreak, chain])), maybeBreak, ifBroken(')')]))
}

/**
 * `(not a) == b` means the same without its parentheses, but hardly anybody reads it so; there they stay where somebody wrote
 * them.
 */
function printLeftmost(
  context: StatementContext,
  node: Expression,
  around: Chainable,
  surroundings: Surroundings,
): Document {
  const isNegation = node.kind === 'unary' && node.operator === 'not' && around.kind === 'binary'
  if (isNegation && around.span.offsetStart < node.span.offsetStart) return printInParentheses(context, node)
  return printAtLeast(context, node, operatorStrengths[around.operator], surroundings)
}

// ---- Calls, members, indices

type Postfix = Call | MemberAccess | IndexAccess

function printPostfix(context: StatementContext, node: Postfix): Document {
  const links: Postfix[] = []
  let first: Expression = node
  while (first.kind === 'call' || first.kind === 'member' || first.kind === 'index') {
    links.push(first)
    first = first.kind === 'call' ? first.callee : first.object
  }
  const parts = [printAtLeast(context, first, strength.postfix, 'open')]
  for (const link of links.toReversed()) {
    if (link.kind === 'member') parts.push(text(`.${link.member.text}`))
    else if (link.kind === 'index') parts.push(...indexOf(context, link.index))
    else parts.push(printArguments(context, link))
  }
  return join(parts)
}

function indexOf(context: StatementContext, index: Expression): readonly Document[] {
  return [text('['), printExpression(context, index, 'brackets'), text(']')]
}

function printArguments(context: StatementContext, call: Call): Document {
  const labelled = call.labelled.map(({ label, value }): ListItem => ({
    offsetStart: label.span.offsetStart,
    offsetEnd: value.span.offsetEnd,
    isHuggable: false,
    print: () => join([text(`${label.text}: `), printExpression(context, value, 'brackets')]),
  }))
  return printList(context, {
    ...{ opener: '(', closer: ')' },
    openerOffset: call.parenSpan.offsetStart,
    closerOffset: call.span.offsetEnd - 1,
    items: [...call.positional.map((argument) => expressionItem(context, argument)), ...labelled],
  })
}
