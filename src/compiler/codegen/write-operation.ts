/**
 * Operators as JavaScript: the frequent case written out, everything else a call of the runtime.
 *
 * The frequent case is two Ints that are JavaScript numbers and whose result is a safe integer. There JavaScript's own
 * operator does what `runtime/values` says, so nothing is decided here: whatever the test in front does not let through
 * goes to the function of `runtime/values`. An operand that is more than a variable or a literal is put into a temporary
 * first, because the text names it twice.
 */

import type { ScopeInfo } from '../analysis/scope-info.ts'
import type { BinaryExpression, BinaryOperator, Expression, IndexAccess, IndexAssignment } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import { withOperands } from './operands.ts'

type WriteOperand = (expression: Expression) => string

/** The largest magnitude of an Int that is a JavaScript number. */
const safeMax = '9007199254740991'

const slowOperations: Readonly<Record<Exclude<BinaryOperator, '==' | '!='>, string>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'remainder',
  '<': 'isLess',
  '<=': 'isLessOrEqual',
  '>': 'isGreater',
  '>=': 'isGreaterOrEqual',
}

/** `left` is the text of the left operand, which is evaluated first. */
export function writeBinary(
  body: BodyWriter,
  scope: ScopeInfo,
  node: BinaryExpression,
  left: string,
  write: WriteOperand,
): string {
  const { operator } = node
  if (operator === '/') return `$.divide(${left}, ${write(node.right)}, ${body.module.site(node.operatorSpan)})`
  return withOperands(body, [node.left, node.right], left, write, ([l = '', r = '']) => {
    if (operator === '==' || operator === '!=') return writeEquality(node, l, r)
    const slow = `$.${slowOperations[operator]}(${l}, ${r}, ${body.module.site(node.operatorSpan)})`
    const tests = numberTests(node, l, r)
    const fast = fastOperation(node, l, r)
    return `(${[...tests, ...fast.tests].join(' && ')} ? ${fast.result} : ${slow})`
  })
}

/** `xs[i]` of an Array and an Int within bounds; what is not there is `undefined`, which is no value. */
export function writeIndexAccess(body: BodyWriter, node: IndexAccess, left: string, write: WriteOperand): string {
  return withOperands(body, [node.object, node.index], left, write, ([object = '', index = '']) => {
    const tests = [...numberTest(node.index, index), `Array.isArray(${object})`]
    const slow = `$.readIndex(${object}, ${index}, ${body.module.site(node.bracketSpan)})`
    return `(${tests.join(' && ')} && ($t = ${object}[${index}]) !== undefined ? $t : ${slow})`
  })
}

/** `xs[i] = v` of an Array and an Int within bounds. */
export function writeIndexAssignment(
  body: BodyWriter,
  node: IndexAssignment,
  left: string,
  write: WriteOperand,
): string {
  const parts = [node.object, node.index, node.value]
  return withOperands(body, parts, left, write, ([object = '', index = '', value = '']) => {
    const tests = [...numberTest(node.index, index), `Array.isArray(${object})`, `${index} >= 0`]
    const slow = `$.writeIndex(${object}, ${index}, ${value}, ${body.module.site(node.equalsSpan)})`
    return `(${tests.join(' && ')} && ${index} < ${object}.length ? ${object}[${index}] = ${value} : ${slow})`
  })
}

/** Whether the value of an expression is a Bool whatever its operands are. */
export function isSurelyBool(node: Expression): boolean {
  if (node.kind === 'bool') return true
  if (node.kind === 'unary') return node.operator === 'not'
  return node.kind === 'binary' && ['==', '!=', '<', '<=', '>', '>='].includes(node.operator)
}

/** The tests that both operands are numbers; of literals nothing need be asked. */
function numberTests(node: BinaryExpression, left: string, right: string): readonly string[] {
  return [...numberTest(node.left, left), ...numberTest(node.right, right)]
}

function numberTest(node: Expression, name: string): readonly string[] {
  return isSafeInt(node) ? [] : [`typeof ${name} === 'number'`]
}

function isSafeInt(node: Expression): boolean {
  return node.kind === 'int' && Number.isSafeInteger(Number(node.digits))
}

/** What is left to test when both operands are numbers, and the result. */
function fastOperation(
  { operator, left, right }: BinaryExpression,
  l: string,
  r: string,
): { readonly tests: readonly string[]; readonly result: string } {
  switch (operator) {
    case '+': {
      // Literals are never negative, so a sum with one can only be too large.
      const tests = isSafeInt(left) || isSafeInt(right) ? [] : [`$t >= -${safeMax}`]
      return { tests: [`($t = ${l} + ${r}) <= ${safeMax}`, ...tests], result: '$t' }
    }
    case '-': {
      const tests = isSafeInt(right) ? [] : [`$t <= ${safeMax}`]
      return { tests: [`($t = ${l} - ${r}) >= -${safeMax}`, ...tests], result: '$t' }
    }
    case '*':
      // A product of 0 may be JavaScript's -0, which an Int is not.
      return { tests: [`($t = ${l} * ${r}) <= ${safeMax}`, `$t >= -${safeMax}`, '$t !== 0'], result: '$t' }
    case '%':
      return { tests: [`${l} >= 0`, `${r} > 0`], result: `${l} % ${r}` }
    case '==':
    case '!=':
    case '/':
      return { tests: ['false'], result: 'null' }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { tests: ['true'], result: `${l} ${operator} ${r}` }
  }
}

function writeEquality({ operator, left, right }: BinaryExpression, l: string, r: string): string {
  const [equal, not] = operator === '==' ? ['===', ''] : ['!==', '!']
  if (left.kind === 'nil' || right.kind === 'nil') return `(${l} ${equal} ${r})`
  const type = left.kind === 'string' || right.kind === 'string' ? 'string' : 'number'
  const tests = [left, right].flatMap((node, index) => {
    const isOfType = type === 'string' ? node.kind === 'string' : isSafeInt(node)
    return isOfType ? [] : [`typeof ${index === 0 ? l : r} === '${type}'`]
  })
  const test = tests.length === 0 ? 'true' : tests.join(' && ')
  return `(${test} ? ${l} ${equal} ${r} : ${not}$.isEqual(${l}, ${r}))`
}
