/** The types of results of operators and builtins, from those of their operands (spec 01 §3, §11). */

import type { BinaryOperator } from '../syntax/tree.ts'
import type { TypeSet } from './value-types.ts'
import { anything, array, bool, float, int, isWithin, mayBe, nil, nothing, smallInt, string } from './value-types.ts'

const numbers = int | float

/** A pair of operands that an operator refuses adds nothing: its result is an error and no value. */
export function typeOfBinary(operator: BinaryOperator, left: TypeSet, right: TypeSet): TypeSet {
  switch (operator) {
    case '+':
      return arithmetic(left, right, int) | (left & right & (string | array))
    case '-':
    case '*':
      return arithmetic(left, right, int)
    case '%':
      return arithmetic(left, right, intRemainder(right))
    case '/':
      return mayBe(left, numbers) && mayBe(right, numbers) ? float : nothing
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return bool
  }
}

export function typeOfNegation(operand: TypeSet): TypeSet {
  return operand & numbers
}

/** `and` gives its left operand where that is false, `or` where it is true; a Bool or nil shows which of them it can be. */
export function typeOfLogical(operator: 'and' | 'or', left: TypeSet, right: TypeSet): TypeSet {
  return (operator === 'or' ? left & ~nil : left) | right
}

function arithmetic(left: TypeSet, right: TypeSet, ints: TypeSet): TypeSet {
  const isIntPossible = mayBe(left, int) && mayBe(right, int)
  const isFloatPossible = (mayBe(left, float) && mayBe(right, numbers)) || (mayBe(left, int) && mayBe(right, float))
  return (isIntPossible ? ints : nothing) | (isFloatPossible ? float : nothing)
}

/** A remainder is smaller than its divisor. */
function intRemainder(right: TypeSet): TypeSet {
  return isWithin(right & int, smallInt) ? smallInt : int
}

const builtinResults: Readonly<Record<string, TypeSet>> = {
  print: nil,
  len: smallInt,
  range: array,
  str: string,
  int,
  float,
  type_of: string,
  push: array,
}

/** What a builtin gives, if nothing replaces it. */
export function typeOfBuiltinCall(name: string, args: readonly TypeSet[]): TypeSet {
  const [first = nothing] = args
  // Of an Int, a Bool or a Float that small, `int` gives a small one; the last nobody knows.
  if (name === 'int' && isWithin(first, smallInt | bool)) return smallInt
  return Object.hasOwn(builtinResults, name) ? (builtinResults[name] ?? anything) : anything
}
