/**
 * `math.pow`.
 *
 * Two Ints give an exact Int while the exponent is not negative; how long it would be is known before it is computed. A
 * negative exponent gives the double nearest to the true quotient. Everything with a Float is left to JavaScript, where its
 * rules for 1 and infinite exponents differ from all other languages.
 */

import { outsideDomain, resultTooLarge } from '../../compiler/diagnostics/catalogue/host.ts'
import { intTooLarge } from '../../compiler/diagnostics/catalogue/values.ts'
import { doubleOf } from '../values/arithmetic.ts'
import { Float } from '../values/float.ts'
import { bitLengthOf, INT_BITS_MAX, limitedInt } from '../values/int.ts'
import { divideInts } from '../values/int-division.ts'
import { SenseError } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import type { Value } from '../values/value.ts'
import { numberArgument, type ModuleCall } from './module-call.ts'

/** A quotient of 1 by an Int with more bits than this is below every double. */
const divisorBitsMax = 1_100

export function pow(call: ModuleCall): Value {
  const base = numberArgument(call, 0)
  const exponent = numberArgument(call, 1)
  const { site } = call.context
  if (isZero(base) && isNegativeFinite(exponent)) throw outside(call, '0 has no negative powers.')
  if (!(base instanceof Float) && !(exponent instanceof Float)) {
    return exponent < 0 ? powerBelowOne(BigInt(base), -BigInt(exponent), call) : powerOfInts(base, exponent, call)
  }
  const [x, y] = [doubleOf(base, site), doubleOf(exponent, site)]
  if (x < 0 && Number.isFinite(x) && Number.isFinite(y) && !Number.isInteger(y)) {
    throw outside(call, 'A negative number has whole powers only.')
  }
  const result = doublePower(x, y)
  const isOverflow = !Number.isFinite(result) && Number.isFinite(x) && Number.isFinite(y)
  if (isOverflow) throw new SenseError(resultTooLarge(call.functionName, argumentTexts(call)), site)
  return new Float(result)
}

/** As IEEE and C have it: 1 to any power is 1, and -1 to an infinite one too. */
function doublePower(x: number, y: number): number {
  if (x === 1 || (x === -1 && (y === Infinity || y === -Infinity))) return 1
  return x ** y
}

/** `base` to a power of at least 0. */
function powerOfInts(base: number | bigint, exponent: number | bigint, call: ModuleCall): Value {
  const trivial = trivialPower(BigInt(base), BigInt(exponent))
  if (trivial !== undefined) return Number(trivial)
  const { site } = call.context
  if (bitsOfPower(BigInt(base), BigInt(exponent)) > INT_BITS_MAX) throw new SenseError(intTooLarge(), site)
  return limitedInt(BigInt(base) ** BigInt(exponent), site)
}

/** 1 by `base` to the power `exponent`, which is above 0. */
function powerBelowOne(base: bigint, exponent: bigint, call: ModuleCall): Float {
  const trivial = trivialPower(base, exponent)
  if (trivial !== undefined) return new Float(Number(trivial))
  if (bitsOfPower(base, exponent) > divisorBitsMax) return new Float(base < 0n && exponent % 2n === 1n ? -0 : 0)
  return new Float(divideInts(1n, base ** exponent, call.context.site))
}

/** A power that needs no computing, whatever its exponent. */
function trivialPower(base: bigint, exponent: bigint): bigint | undefined {
  if (exponent === 0n || base === 1n) return 1n
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n
  return base === 0n ? 0n : undefined
}

/** The least number of bits that the power can have. */
function bitsOfPower(base: bigint, exponent: bigint): number {
  return (bitLengthOf(base) - 1) * Number(exponent) + 1
}

function isZero(value: Value): boolean {
  return value instanceof Float ? value.double === 0 : value === 0
}

function isNegativeFinite(value: number | bigint | Float): boolean {
  return value instanceof Float ? value.double < 0 && value.double !== -Infinity : value < 0
}

function argumentTexts(call: ModuleCall): readonly string[] {
  return call.args.map((value) => textForm(value))
}

function outside(call: ModuleCall, rule: string): SenseError {
  return new SenseError(outsideDomain(call.functionName, argumentTexts(call), rule), call.context.site)
}
