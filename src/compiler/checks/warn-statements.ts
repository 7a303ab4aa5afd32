/** Statements that do nothing, and those that can never run. */

import * as words from '../diagnostics/catalogue/warnings.ts'
import type { FileAnalysis } from '../analysis/scope-info.ts'
import { hasElse } from '../syntax/if-branches.ts'
import type { Expression, ExpressionStatement, Statement } from '../syntax/tree.ts'
import type { TreeNode } from '../syntax/walk.ts'
import { walk } from '../syntax/walk.ts'
import type { CheckedFile } from './checked-file.ts'
import { bodiesOf, visitProgram } from './visit-statements.ts'
import type { Around } from './visit-statements.ts'

export function warnStatements(checked: CheckedFile): void {
  visitProgram(checked.analysis.program, {
    onStatements(statements, around) {
      statements.forEach((statement, index) => {
        if (statement.kind === 'expression-statement') warnNoEffect(checked, statement, around, index === 0)
      })
      warnUnreachable(checked, statements)
    },
  })
}

// ---- No effect

function warnNoEffect(
  checked: CheckedFile,
  { expression, span }: ExpressionStatement,
  around: Around,
  isFirst: boolean,
): void {
  // The first String of a body describes it, and `nil` is how a body does nothing.
  if (expression.kind === 'nil' || (expression.kind === 'string' && isFirst)) return
  const isIdle = isEffectFree(expression, checked)
  if (isIdle === 'no' || (isIdle === 'may-fail' && around.isGuarded)) return
  checked.warn(words.noEffect(whatItIs(expression), hintFor(expression, checked)), span)
}

/** Whether evaluating does nothing but give a value; `may-fail` if it may raise an error, which may be all that is wanted. */
function isEffectFree(expression: Expression, { analysis }: CheckedFile): 'yes' | 'may-fail' | 'no' {
  let result: 'yes' | 'may-fail' | 'no' = 'yes'
  walk(expression, (node) => {
    if (result === 'no' || hasEffect(node)) result = 'no'
    else if (mayFail(node, analysis)) result = 'may-fail'
    return result !== 'no'
  })
  return result
}

/** Reading a member or an index may do something where the value belongs to another language. */
const hasEffect = ({ kind }: TreeNode): boolean =>
  ['assignment', 'index-assignment', 'call', 'member', 'index'].includes(kind)

function mayFail(node: TreeNode, { resolutionOf }: FileAnalysis): boolean {
  if (node.kind === 'name') return resolutionOf.get(node)?.isCertain !== true
  if (node.kind === 'unary') return node.operator === '-'
  return node.kind === 'binary' && node.operator !== '==' && node.operator !== '!='
}

function whatItIs(expression: Expression): string {
  if (expression.kind === 'name') return `the name \`${expression.name}\` alone`
  if (expression.kind === 'binary') return `the result of \`${expression.operator}\``
  if (expression.kind === 'logical' || expression.kind === 'unary') return `the result of \`${expression.operator}\``
  return expression.kind === 'string' ? 'this String' : 'this value'
}

function hintFor(expression: Expression, { analysis }: CheckedFile): string | undefined {
  if (expression.kind === 'string')
    return 'a comment begins with `#`; a String describes a body only as its first statement'
  if (expression.kind === 'binary' && expression.operator === '==' && expression.left.kind === 'name') {
    return `to change the variable, write \`${expression.left.name} = ...\``
  }
  if (expression.kind !== 'name') return 'print it, keep it in a variable, or remove it'
  const { candidates = [], builtin } = analysis.resolutionOf.get(expression) ?? {}
  const isCallable = builtin !== undefined || candidates.some(({ declared }) => declared.length > 0)
  return isCallable ? `to call it, write \`${expression.name}()\`` : 'print it, use it, or remove it'
}

// ---- Unreachable

function warnUnreachable(checked: CheckedFile, statements: readonly Statement[]): void {
  const index = statements.findIndex(neverGoesOn)
  const leaving = statements[index]
  const next = statements[index + 1]
  if (leaving === undefined || next === undefined) return
  const related = { span: leaving.span, label: leavingLabel(leaving) }
  checked.warn(words.unreachable(), next.span, { related })
}

function leavingLabel(statement: Statement): string {
  if (statement.kind === 'while') return 'this loop has no end'
  return statement.kind === 'return' ? 'the body ends here' : 'nothing goes on behind this'
}

/** Whether what stands behind the statement in its body never runs. */
function neverGoesOn(statement: Statement): boolean {
  const { kind } = statement
  if (kind === 'return' || kind === 'break' || kind === 'continue') return true
  if (kind === 'if') return hasElse(statement) && bodiesOf(statement).every((body) => body.some(neverGoesOn))
  if (kind === 'attempt' || kind === 'session') return bodiesOf(statement).every((body) => body.some(neverGoesOn))
  if (kind !== 'while') return false
  const { condition, body } = statement
  return condition.kind === 'bool' && condition.value && !body.statements.some(mayBreak)
}

/** Whether a `break` of the loop around stands in the statement. */
function mayBreak(statement: Statement): boolean {
  if (statement.kind === 'break') return true
  if (statement.kind === 'while' || statement.kind === 'for' || 'parameters' in statement) return false
  if (statement.kind === 'agent-declaration') return false
  return bodiesOf(statement).some((body) => body.some(mayBreak))
}
