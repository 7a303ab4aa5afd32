/**
 * The double nearest to the quotient of two Ints of any size.
 *
 * Converting both to doubles first would round three times, and fail for Ints beyond the doubles whose quotient is
 * small. Instead the quotient is computed as an integer with more bits than a double holds and rounded once, half to even.
 */

import { quotientTooLarge } from '../../compiler/diagnostics/catalogue/values.ts'
import { bitLengthOf } from './int.ts'
import { SenseError, type SiteId } from './sense-error.ts'

/** Bits in the significand of a double. */
const significandBits = 53

/** The exponent of the smallest double, 2^-1074. */
const exponentMin = -1074

/** Bits computed beyond the significand, so that one rounding is all that is needed. */
const extraBits = 3

/** `a / b` for a `b` other than 0. An error if it is beyond the doubles; below the smallest one it is 0. */
export function divideInts(a: bigint, b: bigint, site: SiteId): number {
  const isNegative = a < 0n !== b < 0n
  const magnitude = divideMagnitudes(a < 0n ? -a : a, b < 0n ? -b : b)
  if (!Number.isFinite(magnitude)) throw new SenseError(quotientTooLarge(), site)
  return isNegative ? -magnitude : magnitude
}

function divideMagnitudes(a: bigint, b: bigint): number {
  if (a === 0n) return 0
  // The quotient lies between 2^(bits - 1) and 2^(bits + 1).
  const bits = bitLengthOf(a) - bitLengthOf(b)
  const exponent = Math.max(bits - 1 - significandBits - extraBits, exponentMin - extraBits)
  const dividend = exponent < 0 ? a << BigInt(-exponent) : a
  const divisor = exponent > 0 ? b << BigInt(exponent) : b
  const quotient = dividend / divisor
  // The lowest bit stands for everything that the integer quotient cuts off.
  const sticky = quotient * divisor === dividend ? 0n : 1n
  return roundedDouble(quotient | sticky, exponent)
}

/** The double nearest to `integer * 2^exponent`, ties to even. */
function roundedDouble(integer: bigint, exponent: number): number {
  const dropped = Math.max(bitLengthOf(integer) - significandBits, exponentMin - exponent)
  const kept = integer >> BigInt(dropped)
  const rest = integer - (kept << BigInt(dropped))
  const half = 1n << BigInt(dropped - 1)
  const roundsUp = rest > half || (rest === half && (kept & 1n) === 1n)
  return Number(roundsUp ? kept + 1n : kept) * 2 ** (exponent + dropped)
}
