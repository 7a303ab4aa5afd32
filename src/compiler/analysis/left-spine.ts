/**
 * Taking an expression apart without recursion along its left side.
 *
 * Chains of operators, calls, members and indices lean to the left and may have thousands of links; walked by recursion
 * they would overflow the stack. What nests to the right is bounded by the nesting limit of the parser.
 */

import type { Expression } from '../syntax/tree.ts'

/**
 * The expression and the left part of each of its links, in the order of evaluation: the innermost left part first,
 * `expression` itself last.
 */
export function leftSpineOf(expression: Expression): readonly Expression[] {
  const spine: Expression[] = []
  for (let node: Expression | undefined = expression; node !== undefined; node = leftPartOf(node)) spine.push(node)
  return spine.reverse()
}

/** The part of an expression that is evaluated first and leans to the left, if it has one. */
function leftPartOf(node: Expression): Expression | undefined {
  switch (node.kind) {
    case 'binary':
    case 'logical':
      return node.left
    case 'call':
      return node.callee
    case 'member':
    case 'index':
    case 'index-assignment':
      return node.object
    case 'int':
    case 'float':
    case 'string':
    case 'bool':
    case 'nil':
    case 'name':
    case 'array':
    case 'unary':
    case 'assignment':
      return undefined
  }
}
