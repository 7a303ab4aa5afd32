/**
 * `+ - * / %` as JavaScript: the frequent cases written out, everything else a call of the runtime.
 *
 * Each case is a test and a result. There JavaScript's own operator does what `runtime/values` says, so nothing is decided
 * here: whatever no test lets through goes to the function of `runtime/values`. A test that the known types of the operands
 * answer is left out, and with it, often, the call. An operand that is more than a variable or a literal is put into a
 * temporary first, because the text names it more than once.
 */

import { typeOfBinary } from '../analysis/operation-types.ts'
import { float, isWithin, mayBe, smallInt, string } from '../analysis/value-types.ts'
import type { BinaryExpression, Expression } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import { asValue, boxed, isBare, typesOf } from './forms.ts'
import type { Operand, WriteOperand } from './forms.ts'
import { isSafeInt, withOperands } from './operands.ts'

/** The largest magnitude of an Int that is a JavaScript number. */
const safeMax = '9007199254740991'

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'

const slowOperations: Readonly<Record<ArithmeticOperator, string>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'remainder',
}

interface Operation {
  readonly operator: ArithmeticOperator
  readonly left: Operand
  readonly right: Operand
  /** Whether the program has Floats at all. */
  readonly mentionsFloats: boolean
}

/** One way in which an operation may go, and all that must hold for it. */
interface Case {
  readonly tests: readonly string[]
  readonly result: string
}

/** `left` is the text of the left operand, which is evaluated first. */
export function writeArithmetic(
  body: BodyWriter,
  node: BinaryExpression,
  operator: ArithmeticOperator,
  left: string,
  write: WriteOperand,
): string {
  const { module } = body
  const types = [typesOf(module, node.left), typesOf(module, node.right)] as const
  const isDouble = typeOfBinary(operator, ...types) === float
  const isPlain = isDouble && types.every(isNumber) && !mayDivideByZero(operator, node.right)
  const text = isPlain
    ? `(${left} ${operator} ${write(node.right)})`
    : withOperands(body, [node.left, node.right], left, write, ([l = '', r = '']) => {
        const operation = {
          operator,
          left: { text: l, types: types[0], node: node.left },
          right: { text: r, types: types[1], node: node.right },
          mentionsFloats: module.mentionsFloats,
        }
        const values = `${asValue(module, node.left, l)}, ${asValue(module, node.right, r)}`
        const slow = `$.${slowOperations[operator]}(${values}, ${module.site(node.operatorSpan)})`
        return isDouble ? writeCases(doubleCases(operation), `${slow}.double`) : writeCases(valueCases(operation), slow)
      })
  // Where analysis says that there never is a result, the form is that of a value.
  return isDouble && !isBare(module, node) ? boxed(text) : text
}

/** The first case whose tests hold, and else `slow`. */
export function writeCases(cases: readonly Case[], slow: string): string {
  let text = ''
  for (const { tests, result } of cases) {
    if (tests.length === 0) return `(${text}${result})`
    text += `${tests.join(' && ')} ? ${result} : `
  }
  return `(${text}${slow})`
}

/** Whether an operand is a JavaScript number in its own form. */
function isNumber(types: number): boolean {
  return types === float || isWithin(types, smallInt)
}

function mayDivideByZero(operator: ArithmeticOperator, divisor: Expression): boolean {
  if (operator === '%') return true
  return operator === '/' && !(divisor.kind === 'float' ? divisor.value !== 0 : isPositiveInt(divisor))
}

function isPositiveInt(node: Expression): boolean {
  return node.kind === 'int' && isSafeInt(node) && Number(node.digits) > 0
}

// ---- Results that are Floats

/** An operand as a double: how to get at it, and when. */
interface DoubleView {
  readonly kind: 'number' | 'float'
  readonly tests: readonly string[]
  readonly double: string
}

function doubleCases({ operator, left, right, mentionsFloats }: Operation): readonly Case[] {
  const [lefts, rights] = [doubleViews(left), doubleViews(right)]
  const isEitherKnown = lefts.length === 1 || rights.length === 1
  return lefts.flatMap((l) =>
    rights.flatMap((r) => {
      // Of two operands that may be anything, mixtures are rare.
      const isFrequent = isEitherKnown || (l.kind === r.kind && (l.kind === 'number' || mentionsFloats))
      if (!isFrequent) return []
      const zeroTest = mayDivideByZero(operator, right.node) ? [`${r.double} !== 0`] : []
      return [{ tests: [...l.tests, ...r.tests, ...zeroTest], result: doubleResult(operator, l.double, r.double) }]
    }),
  )
}

function doubleResult(operator: ArithmeticOperator, left: string, right: string): string {
  return operator === '%' ? `$.doubleRemainder(${left}, ${right})` : `${left} ${operator} ${right}`
}

function doubleViews({ text, types }: Operand): readonly DoubleView[] {
  if (types === float) return [{ kind: 'float', tests: [], double: text }]
  if (isWithin(types, smallInt)) return [{ kind: 'number', tests: [], double: text }]
  const number: DoubleView = { kind: 'number', tests: [`typeof ${text} === 'number'`], double: text }
  const box: DoubleView = { kind: 'float', tests: [`${text} instanceof $D`], double: `${text}.double` }
  return [...(mayBe(types, smallInt) ? [number] : []), ...(mayBe(types, float) ? [box] : [])]
}

// ---- All other results

function valueCases(operation: Operation): readonly Case[] {
  const { operator, left, right, mentionsFloats } = operation
  const cases: Case[] = []
  const both = left.types & right.types
  if (mayBe(left.types, smallInt) && mayBe(right.types, smallInt)) {
    const { tests, result } = intCase(operation)
    cases.push({
      tests: [...typeTest(left, smallInt, 'number'), ...typeTest(right, smallInt, 'number'), ...tests],
      result,
    })
  }
  if (operator === '+' && mayBe(both, string) && (isWithin(left.types, string) || isWithin(right.types, string))) {
    const tests = [...typeTest(left, string, 'string'), ...typeTest(right, string, 'string')]
    const lengthTest = `${left.text}.length + ${right.text}.length <= $.stringUnitsMax`
    cases.push({ tests: [...tests, lengthTest], result: `${left.text} + ${right.text}` })
  }
  if (mentionsFloats && mayBe(both, float) && operator !== '%') {
    const tests = [left, right].map(({ text }) => `${text} instanceof $D`)
    cases.push({ tests, result: boxed(`(${left.text}.double ${operator} ${right.text}.double)`) })
  }
  return cases
}

function typeTest({ text, types }: Operand, known: number, name: string): readonly string[] {
  return isWithin(types, known) ? [] : [`typeof ${text} === '${name}'`]
}

/** What is left to test when both operands are numbers, and the result. */
function intCase({ operator, left, right }: Operation): Case {
  const [l, r] = [left.text, right.text]
  switch (operator) {
    case '+': {
      // Literals are never negative, so a sum with one can only be too large.
      const tests = isSafeInt(left.node) || isSafeInt(right.node) ? [] : [`$t >= -${safeMax}`]
      return { tests: [`($t = ${l} + ${r}) <= ${safeMax}`, ...tests], result: '$t' }
    }
    case '-': {
      const tests = isSafeInt(right.node) ? [] : [`$t <= ${safeMax}`]
      return { tests: [`($t = ${l} - ${r}) >= -${safeMax}`, ...tests], result: '$t' }
    }
    case '*':
      // A product of 0 may be JavaScript's -0, which an Int is not.
      return { tests: [`($t = ${l} * ${r}) <= ${safeMax}`, `$t >= -${safeMax}`, '$t !== 0'], result: '$t' }
    case '%': {
      const tests = isPositiveInt(right.node) ? [] : [`${r} > 0`]
      return { tests: [`${l} >= 0`, ...tests], result: `${l} % ${r}` }
    }
    case '/':
      return { tests: [`${r} !== 0`], result: boxed(`(${l} / ${r})`) }
  }
}
