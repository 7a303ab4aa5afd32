/**
 * `int(x)` and `float(x)`, with the rules of Python's conversions (spec 01 §11).
 *
 * Text is read by a scan of our own: its length has no useful bound, and a regular expression needs stack for each digit
 * it may give back.
 */

import {
  cannotConvert,
  floatNotFinite,
  intTooLarge,
  textNotNumber,
} from '../../compiler/diagnostics/catalogue/values.ts'
import { doubleOf, isNumeric } from './arithmetic.ts'
import { asciiDigitsOf, strippedText } from './digits.ts'
import { Float } from './float.ts'
import { floatText } from './float-text.ts'
import { intFromDigits, intOf } from './int.ts'
import { SenseError, type SiteId } from './sense-error.ts'
import { describeValue } from './types.ts'
import { isInt, type Value } from './value.ts'

const underscore = 95

/** `int(value)`: a Float loses its fraction, a Bool gives 0 or 1, a String is read. */
export function toInt(value: Value, site: SiteId): number | bigint {
  if (isInt(value)) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Float) return truncatedInt(value.double, site)
  if (typeof value === 'string') return intFromText(value, site)
  throw new SenseError(cannotConvert(describeValue(value), 'Int'), site)
}

/** `float(value)`: an Int beyond the doubles is an error; text beyond them gives inf, as in Python. */
export function toFloat(value: Value, site: SiteId): Float {
  if (value instanceof Float) return value
  if (isNumeric(value)) return new Float(doubleOf(value, site))
  if (typeof value === 'boolean') return new Float(value ? 1 : 0)
  if (typeof value === 'string') return new Float(doubleFromText(value, site))
  throw new SenseError(cannotConvert(describeValue(value), 'Float'), site)
}

/** The Int that is left of a double without its fraction; an error if it is inf or nan. */
export function truncatedInt(double: number, site: SiteId): number | bigint {
  const whole = Math.trunc(double)
  // Adding 0 turns -0 into 0.
  if (Number.isSafeInteger(whole)) return whole + 0
  if (!Number.isFinite(double)) throw new SenseError(floatNotFinite(floatText(double)), site)
  return intOf(BigInt(Math.trunc(double)))
}

function intFromText(text: string, site: SiteId): number | bigint {
  const number = asciiDigitsOf(strippedText(text))
  const start = endOfSign(number, 0)
  const end = endOfDigits(number, start)
  if (end === start || end !== number.length) throw new SenseError(textNotNumber(text, 'Int'), site)
  const int = intFromDigits(number.replaceAll('_', '').replace('+', ''))
  if (int === undefined) throw new SenseError(intTooLarge(), site)
  return int
}

function doubleFromText(text: string, site: SiteId): number {
  const number = asciiDigitsOf(strippedText(text))
  const start = endOfSign(number, 0)
  const isNegative = number.startsWith('-')
  const magnitude = namedDouble(number.slice(start)) ?? decimalDouble(number, start)
  if (magnitude === undefined) throw new SenseError(textNotNumber(text, 'Float'), site)
  return isNegative ? -magnitude : magnitude
}

/** The double that a word stands for. Only short text can be one. */
function namedDouble(word: string): number | undefined {
  if (word.length > 'infinity'.length) return undefined
  switch (word.toLowerCase()) {
    case 'inf':
    case 'infinity':
      return Infinity
    case 'nan':
      return NaN
    default:
      return undefined
  }
}

/** Reads `digits [. [digits]] [exponent]` or `. digits [exponent]` from `start` up to the end of `text`. */
function decimalDouble(text: string, start: number): number | undefined {
  const endOfWhole = endOfDigits(text, start)
  const hasPoint = text[endOfWhole] === '.'
  const endOfFraction = hasPoint ? endOfDigits(text, endOfWhole + 1) : endOfWhole
  const hasDigits = endOfWhole > start || endOfFraction > endOfWhole + 1
  const end = endOfExponent(text, endOfFraction)
  if (!hasDigits || end !== text.length) return undefined
  return Number(text.slice(start).replaceAll('_', ''))
}

/** The offset after an exponent at `offset`; `offset` itself if there is none. */
function endOfExponent(text: string, offset: number): number {
  if (text[offset] !== 'e' && text[offset] !== 'E') return offset
  const start = endOfSign(text, offset + 1)
  const end = endOfDigits(text, start)
  return end === start ? offset : end
}

function endOfSign(text: string, offset: number): number {
  return text[offset] === '+' || text[offset] === '-' ? offset + 1 : offset
}

/** The offset after the digits at `offset`; a single `_` may stand between two of them. */
function endOfDigits(text: string, offset: number): number {
  let end = offset
  while (isDigitAt(text, end)) {
    end += 1
    if (text.charCodeAt(end) === underscore && isDigitAt(text, end + 1)) end += 1
  }
  return end
}

function isDigitAt(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset)
  return unit >= 48 && unit <= 57
}
