/**
 * Ints: a JavaScript number while it is a safe integer, a bigint beyond, never both for one value.
 *
 * Fast paths elsewhere work on two numbers. Whatever leaves that range comes here as a bigint and gets back its one form.
 */

import { intTooLarge } from '../../compiler/diagnostics/catalogue/values.ts'
import { INT_BITS_MAX } from './limits.ts'
import { SenseError, type SiteId } from './sense-error.ts'

export { INT_BITS_MAX }

const safeMax = BigInt(Number.MAX_SAFE_INTEGER)
const safeMin = -safeMax

/** The least magnitude that an Int can not have. */
const magnitudeEnd = 1n << BigInt(INT_BITS_MAX)

/** Made once: negating a bigint of that size for each comparison would copy 128 kB. */
const negativeEnd = -magnitudeEnd

/** Two Ints below this magnitude have a product that is an Int. */
const halfMagnitudeEnd = 1n << BigInt(INT_BITS_MAX / 2)
const negativeHalfEnd = -halfMagnitudeEnd

/** The most decimal digits, without leading zeros, that an Int can have. */
const digitsMax = Math.floor(INT_BITS_MAX * Math.log10(2)) + 1

/** The Int with the value of `big`, which the caller knows to be within the limit. */
export function intOf(big: bigint): number | bigint {
  return big <= safeMax && big >= safeMin ? Number(big) : big
}

/** The Int with the value of `big`; an error if it is beyond the limit. */
export function limitedInt(big: bigint, site: SiteId): number | bigint {
  if (!isWithinLimit(big)) throw new SenseError(intTooLarge(), site)
  return intOf(big)
}

/** The product of two Ints; a product beyond the limit is refused before it is computed. */
export function multiplyInts(a: number | bigint, b: number | bigint, site: SiteId): number | bigint {
  const [left, right] = [BigInt(a), BigInt(b)]
  const isSurelySmall = isBelowHalf(left) && isBelowHalf(right)
  // The product of an m-bit and an n-bit magnitude has m + n or m + n - 1 bits.
  if (!isSurelySmall && left !== 0n && right !== 0n && bitLengthOf(left) + bitLengthOf(right) - 1 > INT_BITS_MAX) {
    throw new SenseError(intTooLarge(), site)
  }
  return limitedInt(left * right, site)
}

/**
 * The Int that decimal `digits` write, after an optional `-`; leading zeros are allowed. `undefined` if it is beyond the
 * limit, which is seen from the number of digits before anything is computed.
 */
export function intFromDigits(digits: string): number | bigint | undefined {
  const isNegative = digits.startsWith('-')
  let start = isNegative ? 1 : 0
  while (start < digits.length - 1 && digits.charCodeAt(start) === 48) start += 1
  const significant = start === 0 ? digits : digits.slice(start)
  if (significant.length <= 15) return isNegative ? 0 - Number(significant) : Number(significant)
  if (significant.length > digitsMax) return undefined
  const magnitude = BigInt(significant)
  if (!isWithinLimit(magnitude)) return undefined
  return intOf(isNegative ? -magnitude : magnitude)
}

/** The number of bits in the magnitude of `big`; 0 for 0. Linear in them. */
export function bitLengthOf(big: bigint): number {
  if (big === 0n) return 0
  const hexadecimal = (big < 0n ? -big : big).toString(16)
  return (hexadecimal.length - 1) * 4 + 32 - Math.clz32(Number.parseInt(hexadecimal.charAt(0), 16))
}

function isWithinLimit(big: bigint): boolean {
  return big < magnitudeEnd && big > negativeEnd
}

function isBelowHalf(big: bigint): boolean {
  return big < halfMagnitudeEnd && big > negativeHalfEnd
}
