/**
 * Walks a tree without recursion: a chain of ten thousand operators is a tree ten thousand levels deep.
 */

import type { Block, Expression, Program, Statement } from './tree.ts'

export type TreeNode = Statement | Expression

/** The statements and expressions directly inside `node`, in the order of the text; bodies give their statements. */
export function childrenOf(node: TreeNode): readonly TreeNode[] {
  switch (node.kind) {
    case 'int':
    case 'float':
    case 'string':
    case 'bool':
    case 'nil':
    case 'name':
    case 'memory-declaration':
    case 'policy':
    case 'break':
    case 'continue':
    case 'import':
    case 'from-import':
      return []
    case 'array':
    case 'unary':
    case 'binary':
    case 'logical':
    case 'assignment':
    case 'index-assignment':
    case 'call':
    case 'member':
    case 'index':
      return operandsOf(node)
    case 'expression-statement':
      return [node.expression]
    case 'typed-declaration':
    case 'local-declaration':
    case 'model-declaration':
    case 'set':
      return [node.value]
    case 'return':
      return node.value === undefined ? [] : [node.value]
    case 'if':
    case 'while':
    case 'for':
    case 'attempt':
    case 'action-declaration':
    case 'function-declaration':
    case 'tool-declaration':
    case 'agent-declaration':
    case 'session':
    case 'test':
      return partsOf(node)
  }
}

/** Calls `visit` for every statement and expression of `root`, a node before its children. `false` leaves the children out. */
export function walk(root: Program | Block | TreeNode, visit: (node: TreeNode) => boolean | undefined): void {
  const pending: TreeNode[] = 'kind' in root ? [root] : root.statements.toReversed()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (visit(node) === false) continue
    const children = childrenOf(node)
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index]
      if (child !== undefined) pending.push(child)
    }
  }
}

type Leaf = 'int' | 'float' | 'string' | 'bool' | 'nil' | 'name'

function operandsOf(node: Exclude<Expression, { kind: Leaf }>): readonly Expression[] {
  switch (node.kind) {
    case 'array':
      return node.items
    case 'unary':
      return [node.operand]
    case 'binary':
    case 'logical':
      return [node.left, node.right]
    case 'assignment':
      return [node.value]
    case 'index-assignment':
      return [node.object, node.index, node.value]
    case 'call':
      return [node.callee, ...node.positional, ...node.labelled.map((argument) => argument.value)]
    case 'member':
      return [node.object]
    case 'index':
      return [node.object, node.index]
  }
}

type Compound = Extract<Statement, { body: Block }> | Extract<Statement, { kind: 'if' }>

/** The conditions and bodies of a statement that has a block. */
function partsOf(node: Compound): readonly TreeNode[] {
  switch (node.kind) {
    case 'if':
      return [node.condition, ...node.then.statements, ...otherwiseOf(node.otherwise)]
    case 'while':
      return [node.condition, ...node.body.statements]
    case 'for':
      return [node.iterable, ...node.body.statements]
    case 'attempt':
      return [...node.body.statements, ...node.failed.statements]
    case 'action-declaration':
      return [...node.body.statements, ...(node.rollback?.statements ?? [])]
    case 'function-declaration':
    case 'tool-declaration':
    case 'agent-declaration':
    case 'session':
    case 'test':
      return node.body.statements
  }
}

function otherwiseOf(otherwise: Extract<Statement, { kind: 'if' }>['otherwise']): readonly Statement[] {
  if (otherwise === undefined) return []
  return 'kind' in otherwise ? [otherwise] : otherwise.statements
}
