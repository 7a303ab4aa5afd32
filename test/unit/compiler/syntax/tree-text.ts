/**
 * The tree in a short text form, so that a test shows what was read at a glance: `(+ 1 (* 2 3))`.
 */

import type { Expression } from '../../../../src/compiler/syntax/tree.ts'

export function expressionText(node: Expression): string {
  switch (node.kind) {
    case 'int':
      return node.digits
    case 'float':
      return String(node.value)
    case 'string':
      return JSON.stringify(node.value)
    case 'bool':
      return String(node.value)
    case 'nil':
      return 'nil'
    case 'name':
      return node.name
    case 'array':
      return `[${node.items.map(expressionText).join(' ')}]`
    case 'unary':
      return `(${node.operator} ${expressionText(node.operand)})`
    case 'binary':
    case 'logical':
      return `(${node.operator} ${expressionText(node.left)} ${expressionText(node.right)})`
    case 'assignment':
      return `(= ${node.target.text} ${expressionText(node.value)})`
    case 'index-assignment':
      return `(= ${expressionText(node.object)}[${expressionText(node.index)}] ${expressionText(node.value)})`
    case 'member':
      return `${expressionText(node.object)}.${node.member.text}`
    case 'index':
      return `${expressionText(node.object)}[${expressionText(node.index)}]`
    case 'call': {
      const labelled = node.labelled.map(({ label, value }) => `${label.text}: ${expressionText(value)}`)
      return `${expressionText(node.callee)}(${[...node.positional.map(expressionText), ...labelled].join(', ')})`
    }
  }
}
