import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEqual } from '../../../../src/runtime/values/equality.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { intOf } from '../../../../src/runtime/values/int.ts'
import {
  compareText,
  isGreater,
  isGreaterOrEqual,
  isLess,
  isLessOrEqual,
} from '../../../../src/runtime/values/order.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { problemOf } from './problem-of.ts'

const site = 3

/** Ints and Floats that lie close together, also where a double cannot tell neighbouring Ints apart. */
const anyNumber: fc.Arbitrary<Value> = fc.oneof(
  fc.bigInt({ min: 2n ** 53n - 4n, max: 2n ** 53n + 4n }).map(intOf),
  fc.integer({ min: -4, max: 4 }).map((offset) => new Float(2 ** 53 + offset)),
  fc.bigInt().map(intOf),
  fc.double({ noNaN: true }).map((double) => new Float(double)),
  fc.constantFrom<Value>(0, new Float(-0), new Float(0.5), new Float(Infinity), 10n ** 400n, -(10n ** 400n)),
)

/** Text in which units and code points are ordered differently, with lone halves of pairs. */
const anyText = fc
  .array(fc.constantFrom('a', '\uD7FF', '\uE000', '\uFFFF', '😀', '😁', '\uD83D', '\uDE00'))
  .map((parts) => parts.join(''))

describe('the order of numbers', () => {
  it('is total: one of less, equal, greater', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (a, b) => {
        const claims = [isLess(a, b, site), isEqual(a, b), isGreater(a, b, site)]
        expect(claims.filter(Boolean)).toHaveLength(1)
        expect(isLessOrEqual(a, b, site)).toBe(!isGreater(a, b, site))
        expect(isGreaterOrEqual(a, b, site)).toBe(!isLess(a, b, site))
        expect(isLess(b, a, site)).toBe(isGreater(a, b, site))
      }),
    )
  })

  it('is transitive', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, anyNumber, (a, b, c) => {
        fc.pre(isLessOrEqual(a, b, site) && isLessOrEqual(b, c, site))
        expect(isLessOrEqual(a, c, site)).toBe(true)
      }),
    )
  })

  it('is exact where a double is not', () => {
    expect(isGreater(9007199254740993n, new Float(9007199254740992), site)).toBe(true)
    expect(isLess(10n ** 400n, new Float(Infinity), site)).toBe(true)
  })

  it('leaves nan out', () => {
    for (const compare of [isLess, isLessOrEqual, isGreater, isGreaterOrEqual]) {
      expect(compare(new Float(NaN), new Float(NaN), site)).toBe(false)
      expect(compare(1, new Float(NaN), site)).toBe(false)
    }
  })
})

describe('the order of Strings', () => {
  it('is that of their code points', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(compareCodePoints(a, b))
        expect(isLess(a, b, site)).toBe(compareCodePoints(a, b) < 0)
        expect(isGreaterOrEqual(a, b, site)).toBe(compareCodePoints(a, b) >= 0)
      }),
    )
  })
})

describe('other values have no order', () => {
  it.each<[Value, Value, string]>([
    [1, '2', '`<` cannot compare an Int and a String'],
    [true, false, '`<` cannot compare a Bool and a Bool'],
    [[1], [2], '`<` cannot compare an Array and an Array'],
    [null, 1, '`<` cannot compare nil and an Int'],
  ])('%j and %j', (a, b, headline) => {
    expect(problemOf(() => isLess(a, b, site))?.headline).toBe(headline)
  })

  it('and the error names the operator', () => {
    expect(problemOf(() => isLessOrEqual(1, '', site))?.headline).toContain('`<=`')
    expect(problemOf(() => isGreater(1, '', site))?.headline).toContain('`>`')
    expect(problemOf(() => isGreaterOrEqual(1, '', site))?.headline).toContain('`>=`')
  })
})

function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a, codePoint), Array.from(b, codePoint)]
  for (const [index, point] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    if (point !== other) return Math.sign(point - other)
  }
  return left.length === right.length ? 0 : -1
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0
}
