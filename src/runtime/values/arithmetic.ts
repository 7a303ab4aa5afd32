/**
 * `+ - * / %` and unary `-` (spec 01 §3).
 *
 * Generated code adds two small Ints on its own and calls these functions for everything else, so each starts with the
 * case of two JavaScript numbers. Int arithmetic never loses precision: what leaves the safe integers is computed again
 * with bigints. An Int is never -0, while a Float may be.
 */

import {
  arrayTooLong,
  divisionByZero,
  intTooLargeForFloat,
  mixedAddition,
  stringTooLong,
  wrongOperandType,
  wrongOperandTypes,
} from '../../compiler/diagnostics/catalogue/values.ts'
import { Float } from './float.ts'
import { intOf, limitedInt, multiplyInts } from './int.ts'
import { divideInts } from './int-division.ts'
import { ARRAY_ELEMENTS_MAX, STRING_UNITS_MAX } from './limits.ts'
import { SenseError, type SiteId } from './sense-error.ts'
import { describeValue } from './types.ts'
import { isArray, isInt, type ArrayValue, type Value } from './value.ts'

export type Numeric = number | bigint | Float

/** `a + b`: two numbers, two Strings, or two Arrays, which give a new Array. */
export function add(a: Value, b: Value, site: SiteId): Value {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    return Number.isSafeInteger(sum) ? sum : BigInt(a) + BigInt(b)
  }
  if (typeof a === 'string' && typeof b === 'string') return joinStrings(a, b, site)
  if (a instanceof Float && b instanceof Float) return new Float(a.double + b.double)
  if (isArray(a) && isArray(b)) return joinArrays(a, b, site)
  if (!isNumeric(a) || !isNumeric(b)) throw new SenseError(mixedAddition(describeValue(a), describeValue(b)), site)
  if (isInt(a) && isInt(b)) return limitedInt(BigInt(a) + BigInt(b), site)
  return new Float(doubleOf(a, site) + doubleOf(b, site))
}

/** `a - b` of two numbers. */
export function subtract(a: Value, b: Value, site: SiteId): Value {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b
    return Number.isSafeInteger(difference) ? difference : BigInt(a) - BigInt(b)
  }
  if (!isNumeric(a) || !isNumeric(b)) throw notTwoNumbers('-', a, b, site)
  if (isInt(a) && isInt(b)) return limitedInt(BigInt(a) - BigInt(b), site)
  return new Float(doubleOf(a, site) - doubleOf(b, site))
}

/** `a * b` of two numbers. */
export function multiply(a: Value, b: Value, site: SiteId): Value {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b
    // Adding 0 turns -0 into 0 and changes nothing else.
    return Number.isSafeInteger(product) ? product + 0 : BigInt(a) * BigInt(b)
  }
  if (!isNumeric(a) || !isNumeric(b)) throw notTwoNumbers('*', a, b, site)
  if (isInt(a) && isInt(b)) return multiplyInts(a, b, site)
  return new Float(doubleOf(a, site) * doubleOf(b, site))
}

/** `a / b` of two numbers: always a Float. Two Ints give the double nearest to the true quotient, whatever their size. */
export function divide(a: Value, b: Value, site: SiteId): Value {
  if (!isNumeric(a) || !isNumeric(b)) throw notTwoNumbers('/', a, b, site)
  if (isZero(b)) throw new SenseError(divisionByZero(), site)
  if (typeof a === 'number' && typeof b === 'number') return new Float(a / b)
  if (isInt(a) && isInt(b)) return new Float(divideInts(BigInt(a), BigInt(b), site))
  return new Float(doubleOf(a, site) / doubleOf(b, site))
}

/** `a % b` of two numbers: what is left when the quotient is rounded down, so it has the sign of `b`. */
export function remainder(a: Value, b: Value, site: SiteId): Value {
  if (!isNumeric(a) || !isNumeric(b)) throw notTwoNumbers('%', a, b, site)
  if (isZero(b)) throw new SenseError(divisionByZero(), site)
  if (typeof a === 'number' && typeof b === 'number') return smallRemainder(a, b)
  if (isInt(a) && isInt(b)) return bigRemainder(BigInt(a), BigInt(b))
  return new Float(doubleRemainder(doubleOf(a, site), doubleOf(b, site)))
}

/** `-a` of a number. */
export function negate(a: Value, site: SiteId): Value {
  if (typeof a === 'number') return 0 - a
  if (typeof a === 'bigint') return -a
  if (a instanceof Float) return new Float(-a.double)
  throw new SenseError(wrongOperandType('-', describeValue(a)), site)
}

/** The double nearest to a number of Sense; an error if it is an Int beyond all doubles. */
export function doubleOf(value: Numeric, site: SiteId): number {
  if (value instanceof Float) return value.double
  const double = Number(value)
  if (!Number.isFinite(double)) throw new SenseError(intTooLargeForFloat(), site)
  return double
}

/** Whether `value` is an Int or a Float. */
export function isNumeric(value: Value): value is Numeric {
  return isInt(value) || value instanceof Float
}

function joinStrings(a: string, b: string, site: SiteId): string {
  if (a.length + b.length > STRING_UNITS_MAX) throw new SenseError(stringTooLong(), site)
  return a + b
}

function joinArrays(a: ArrayValue, b: ArrayValue, site: SiteId): ArrayValue {
  if (a.length + b.length > ARRAY_ELEMENTS_MAX) throw new SenseError(arrayTooLong(), site)
  return a.concat(b)
}

function isZero(value: Numeric): boolean {
  return value instanceof Float ? value.double === 0 : value === 0
}

function smallRemainder(a: number, b: number): number {
  const rest = a % b
  if (rest === 0) return 0
  return rest < 0 === b < 0 ? rest : rest + b
}

function bigRemainder(a: bigint, b: bigint): number | bigint {
  const rest = a % b
  return intOf(rest === 0n || rest < 0n === b < 0n ? rest : rest + b)
}

/** `a % b` of two doubles; `b` is not 0. */
export function doubleRemainder(a: number, b: number): number {
  const rest = a % b
  // A remainder of zero has the divisor's sign as well.
  if (rest === 0) return b < 0 ? -0 : 0
  return rest < 0 === b < 0 ? rest : rest + b
}

function notTwoNumbers(operator: string, a: Value, b: Value, site: SiteId): SenseError {
  return new SenseError(wrongOperandTypes(operator, describeValue(a), describeValue(b)), site)
}
