/**
 * `== != < <= > >=` as JavaScript, always a JavaScript boolean.
 *
 * JavaScript compares numbers and bigints exactly, so two operands that are Ints or bare doubles are compared as they are;
 * what else there is goes to `runtime/values`.
 */

import { bool, float, int, isWithin, nil, smallInt, string } from '../analysis/value-types.ts'
import type { BinaryExpression } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import type { Operand, WriteOperand } from './forms.ts'
import { asValue, typesOf } from './forms.ts'
import { withOperands } from './operands.ts'
import { writeCases } from './write-arithmetic.ts'

type OrderOperator = '<' | '<=' | '>' | '>='
type EqualityOperator = '==' | '!='

export type ComparisonOperator = OrderOperator | EqualityOperator

const slowOrders: Readonly<Record<OrderOperator, string>> = {
  '<': 'isLess',
  '<=': 'isLessOrEqual',
  '>': 'isGreater',
  '>=': 'isGreaterOrEqual',
}

/** Values that `===` compares as `==` of Sense does. */
const primitives = int | string | bool | nil

export function isComparisonOperator(operator: BinaryExpression['operator']): operator is ComparisonOperator {
  return operator === '==' || operator === '!=' || Object.hasOwn(slowOrders, operator)
}

/** `left` is the text of the left operand, which is evaluated first. */
export function writeComparison(
  body: BodyWriter,
  node: BinaryExpression,
  operator: ComparisonOperator,
  left: string,
  write: WriteOperand,
): string {
  return operator === '==' || operator === '!='
    ? writeEquality(body, node, operator, left, write)
    : writeOrder(body, node, operator, left, write)
}

function writeOrder(
  body: BodyWriter,
  node: BinaryExpression,
  operator: OrderOperator,
  left: string,
  write: WriteOperand,
): string {
  const { module } = body
  const [leftTypes, rightTypes] = [typesOf(module, node.left), typesOf(module, node.right)]
  if (isComparable(leftTypes) && isComparable(rightTypes)) return `(${left} ${operator} ${write(node.right)})`
  return withOperands(body, [node.left, node.right], left, write, ([l = '', r = '']) => {
    const [leftOperand, rightOperand] = [
      { text: l, types: leftTypes, node: node.left },
      { text: r, types: rightTypes, node: node.right },
    ]
    const values = `${asValue(module, node.left, l)}, ${asValue(module, node.right, r)}`
    const slow = `$.${slowOrders[operator]}(${values}, ${module.site(node.operatorSpan)})`
    const numberTests = [leftOperand, rightOperand].flatMap(({ text, types }) =>
      isWithin(types, smallInt) || types === float ? [] : [`typeof ${text} === 'number'`],
    )
    const floatCases = [leftOperand, rightOperand].some(({ types }) => types === float)
      ? [
          {
            tests: unboxTests(leftOperand, rightOperand),
            result: `${unboxed(leftOperand)} ${operator} ${unboxed(rightOperand)}`,
          },
        ]
      : []
    return writeCases([...floatCases, { tests: numberTests, result: `${l} ${operator} ${r}` }], slow)
  })
}

function writeEquality(
  body: BodyWriter,
  node: BinaryExpression,
  operator: EqualityOperator,
  left: string,
  write: WriteOperand,
): string {
  const { module } = body
  const [equal, not] = operator === '==' ? ['===', ''] : ['!==', '!']
  const [leftTypes, rightTypes] = [typesOf(module, node.left), typesOf(module, node.right)]
  if (node.left.kind === 'nil' || node.right.kind === 'nil') return `(${left} ${equal} ${write(node.right)})`
  if (isWithin(leftTypes | rightTypes, primitives)) return `(${left} ${equal} ${write(node.right)})`
  if (isComparable(leftTypes) && isComparable(rightTypes)) {
    // A double equals a bigint only by JavaScript's looser operator, which is exact for two numbers.
    return `(${left} ${operator} ${write(node.right)})`
  }
  return withOperands(body, [node.left, node.right], left, write, ([l = '', r = '']) => {
    const [leftOperand, rightOperand] = [
      { text: l, types: leftTypes, node: node.left },
      { text: r, types: rightTypes, node: node.right },
    ]
    const values = `${asValue(module, node.left, l)}, ${asValue(module, node.right, r)}`
    const slow = `${not}$.isEqual(${values}, ${module.site(node.operatorSpan)})`
    const isEitherFloat = leftTypes === float || rightTypes === float
    const fast = isEitherFloat
      ? {
          tests: unboxTests(leftOperand, rightOperand),
          result: `${unboxed(leftOperand)} ${equal} ${unboxed(rightOperand)}`,
        }
      : { tests: sameKindTests(leftOperand, rightOperand), result: `${l} ${equal} ${r}` }
    return writeCases([fast], slow)
  })
}

/** Whether an operand in its own form is a JavaScript number or bigint. */
function isComparable(types: number): boolean {
  return types === float || isWithin(types, int)
}

function unboxTests(...operands: readonly Operand[]): readonly string[] {
  return operands.flatMap(({ text, types }) => (types === float ? [] : [`${text} instanceof $D`]))
}

function unboxed({ text, types }: Operand): string {
  return types === float ? text : `${text}.double`
}

/** The tests that both operands are primitive values of one kind: of numbers, if nothing else is known. */
function sameKindTests(...operands: readonly Operand[]): readonly string[] {
  const kinds = [
    { types: string, name: 'string' },
    { types: bool, name: 'boolean' },
  ]
  const kind = kinds.find(({ types }) => operands.some((operand) => isWithin(operand.types, types)))
  const { types, name } = kind ?? { types: smallInt, name: 'number' }
  return operands.flatMap((operand) => (isWithin(operand.types, types) ? [] : [`typeof ${operand.text} === '${name}'`]))
}
