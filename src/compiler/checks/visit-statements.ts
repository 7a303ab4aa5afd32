/**
 * Visits all statements of a file with what stands around them.
 */

import type { BodyDeclaration } from '../analysis/scope-info.ts'
import { branchesOf } from '../syntax/if-branches.ts'
import type { Expression, Program, Statement } from '../syntax/tree.ts'
import { childrenOf, walk } from '../syntax/walk.ts'

/** Where a statement stands. */
export interface Around {
  /** The innermost declaration whose body it is in. */
  readonly owner: BodyDeclaration | undefined
  /** Whether an error in it is caught: it may be meant to fail. */
  readonly isGuarded: boolean
}

export interface Visitor {
  readonly onStatements?: (statements: readonly Statement[], around: Around) => void
  readonly onStatement?: (statement: Statement, around: Around) => void
  /** Every expression, an outer one before its parts. */
  readonly onExpression?: (expression: Expression, around: Around) => void
}

export function visitProgram({ statements }: Program, visitor: Visitor): void {
  visitStatements(statements, { owner: undefined, isGuarded: false }, visitor)
}

function visitStatements(statements: readonly Statement[], around: Around, visitor: Visitor): void {
  visitor.onStatements?.(statements, around)
  for (const statement of statements) {
    visitor.onStatement?.(statement, around)
    visitExpressions(statement, around, visitor)
    for (const body of bodiesOf(statement)) visitStatements(body, aroundBody(statement, around), visitor)
  }
}

function visitExpressions(statement: Statement, around: Around, { onExpression }: Visitor): void {
  if (onExpression === undefined) return
  for (const expression of conditionsOf(statement)) {
    walk(expression, (node) => {
      if (isExpression(node)) onExpression(node, around)
      return true
    })
  }
}

/** The expressions of a statement itself, not those of its bodies. */
function conditionsOf(statement: Statement): readonly Expression[] {
  if (statement.kind !== 'if') return childrenOf(statement).filter(isExpression)
  return branchesOf(statement).flatMap(({ condition }) => condition ?? [])
}

const expressionKinds: ReadonlySet<string> = new Set<Expression['kind']>([
  ...(['int', 'float', 'string', 'bool', 'nil', 'name', 'array', 'unary', 'binary', 'logical'] as const),
  ...(['assignment', 'index-assignment', 'call', 'member', 'index'] as const),
])

function isExpression(node: Statement | Expression): node is Expression {
  return expressionKinds.has(node.kind)
}

/** The bodies of a statement, in the order of the text; of `if` those of all its branches. */
export function bodiesOf(statement: Statement): readonly (readonly Statement[])[] {
  if (statement.kind === 'if') return branchesOf(statement).map(({ block }) => block.statements)
  if (!('body' in statement)) return []
  const bodies = [statement.body.statements]
  if (statement.kind === 'attempt') bodies.push(statement.failed.statements)
  if (statement.kind === 'action-declaration' && statement.rollback) bodies.push(statement.rollback.statements)
  return bodies
}

function aroundBody(statement: Statement, around: Around): Around {
  if ('parameters' in statement || statement.kind === 'agent-declaration') return { owner: statement, isGuarded: false }
  return statement.kind === 'attempt' || statement.kind === 'test' ? { ...around, isGuarded: true } : around
}
