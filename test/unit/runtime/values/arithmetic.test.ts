import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, divide, multiply, negate, remainder, subtract } from '../../../../src/runtime/values/arithmetic.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { intOf, INT_BITS_MAX } from '../../../../src/runtime/values/int.ts'
import { ARRAY_ELEMENTS_MAX, STRING_UNITS_MAX } from '../../../../src/runtime/values/limits.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { codeOf, problemOf, siteOf } from './problem-of.ts'

const site = 7
const edge = BigInt(Number.MAX_SAFE_INTEGER)

/** Ints of every size, with many around the end of the safe integers and around 0. */
const anyBig = fc.oneof(
  fc.bigInt({ min: -20n, max: 20n }),
  fc.bigInt({ min: edge - 5n, max: edge + 5n }),
  fc.bigInt({ min: -edge - 5n, max: -edge + 5n }),
  fc.bigInt({ min: -(1n << 200n), max: 1n << 200n }),
  fc.bigInt({ min: -(1n << 2000n), max: 1n << 2000n }),
)

/** Ints with a quotient that is no larger than the doubles; it may be smaller than the smallest. */
const anyDivisible = fc.oneof(
  fc.bigInt({ min: -20n, max: 20n }),
  fc.bigInt({ min: edge - 5n, max: edge + 5n }),
  fc.bigInt({ min: -(1n << 200n), max: 1n << 200n }),
  fc.bigInt({ min: 1n << 1000n, max: 1n << 1010n }),
)

function floorRemainder(a: bigint, b: bigint): bigint {
  return ((a % b) + b) % b
}

/** The double nearest to a / b, found by comparing exact fractions with its neighbours. */
function isNearest(a: bigint, b: bigint, double: number): boolean {
  const error = distance(a, b, double)
  return [-1, 1].every((step) => {
    const other = neighbour(double, step)
    return !Number.isFinite(other) || error.times(distance(a, b, other)) <= 0
  })
}

/** |a / b - double| as an exact fraction that can be compared. */
function distance(a: bigint, b: bigint, double: number) {
  const [top, bottom] = fractionOf(double)
  const difference = a * bottom - top * b
  const fraction = { top: difference < 0n ? -difference : difference, bottom: bottom * (b < 0n ? -b : b) }
  const times = (other: { top: bigint; bottom: bigint }): number => {
    const [left, right] = [fraction.top * other.bottom, other.top * fraction.bottom]
    if (left === right) return 0
    return left < right ? -1 : 1
  }
  return { ...fraction, times }
}

function fractionOf(double: number): [bigint, bigint] {
  let [scaled, bottom] = [double, 1n]
  while (!Number.isInteger(scaled)) [scaled, bottom] = [scaled * 2, bottom * 2n]
  return [BigInt(scaled), bottom]
}

function neighbour(double: number, step: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, double)
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(step))
  return view.getFloat64(0)
}

describe('Int arithmetic', () => {
  it('agrees with exact arithmetic at any size, in the one form of each Int', () => {
    fc.assert(
      fc.property(anyBig, anyBig, (a, b) => {
        const [left, right] = [intOf(a), intOf(b)]
        expect(add(left, right, site)).toBe(intOf(a + b))
        expect(subtract(left, right, site)).toBe(intOf(a - b))
        expect(multiply(left, right, site)).toBe(intOf(a * b))
        expect(negate(left, site)).toBe(intOf(-a))
        if (b !== 0n) expect(remainder(left, right, site)).toBe(intOf(floorRemainder(a, b)))
      }),
    )
  })

  it('never makes -0', () => {
    for (const zero of [multiply(0, -5, site), negate(0, site), remainder(-4, 2, site), remainder(0, -3, site)]) {
      expect(zero).toBe(0)
    }
  })

  it('refuses a result beyond the limit of bits', () => {
    const largest = (1n << BigInt(INT_BITS_MAX)) - 1n
    const half = 1n << BigInt(INT_BITS_MAX / 2)
    expect(codeOf(() => add(largest, 1, site))).toBe('int-too-large')
    expect(codeOf(() => subtract(-largest, 1, site))).toBe('int-too-large')
    expect(codeOf(() => multiply(half, half, site))).toBe('int-too-large')
    expect(codeOf(() => multiply(largest, largest, site))).toBe('int-too-large')
    expect(add(largest - 1n, 1, site)).toBe(largest)
    expect(multiply(half, half / 2n, site)).toBe((half * half) / 2n)
    expect(multiply(largest, 0, site)).toBe(0)
  })
})

describe('division', () => {
  it('gives the double nearest to the quotient of two Ints', () => {
    fc.assert(
      fc.property(anyDivisible, anyDivisible, (a, b) => {
        fc.pre(b !== 0n)
        expect(isNearest(a, b, doubleIn(divide(intOf(a), intOf(b), site)))).toBe(true)
      }),
    )
  })

  it('divides Ints that are beyond the doubles', () => {
    const huge = 10n ** 400n
    expect(divide(huge * 3n, huge, site)).toEqual(new Float(3))
    expect(divide(-huge, huge * 2n, site)).toEqual(new Float(-0.5))
    expect(divide(1, huge, site)).toEqual(new Float(0))
    expect(divide(10n ** 30n, 10n ** 350n, site)).toEqual(new Float(1e-320))
    expect(codeOf(() => divide(huge, 3, site))).toBe('quotient-too-large')
  })

  it('always gives a Float', () => {
    expect(divide(6, 3, site)).toEqual(new Float(2))
    expect(divide(1, 3, site)).toEqual(new Float(1 / 3))
  })

  it('by zero is an error, whatever the kinds', () => {
    for (const zero of [0, new Float(0), new Float(-0)]) {
      for (const a of [1, new Float(1), 10n ** 30n]) {
        expect(codeOf(() => divide(a, zero, site))).toBe('division-by-zero')
        expect(codeOf(() => remainder(a, zero, site))).toBe('division-by-zero')
      }
    }
  })
})

describe('Float arithmetic', () => {
  const float = (double: number): Float => new Float(double)

  it('overflows to inf and nan', () => {
    expect(multiply(float(1e308), 10, site)).toEqual(float(Infinity))
    expect(subtract(float(Infinity), float(Infinity), site)).toEqual(float(NaN))
    expect(add(float(1e308), float(1e308), site)).toEqual(float(Infinity))
  })

  it('mixes with Ints and stays Float', () => {
    expect(add(1, float(0.5), site)).toEqual(float(1.5))
    expect(subtract(float(1), 1, site)).toEqual(float(0))
    expect(multiply(2, float(3), site)).toEqual(float(6))
    expect(multiply(0, float(-1), site)).toEqual(float(-0))
    expect(negate(float(0), site)).toEqual(float(-0))
  })

  it('refuses an Int that no double comes near', () => {
    const huge = 10n ** 400n
    for (const operation of [add, subtract, multiply, divide, remainder]) {
      expect(codeOf(() => operation(huge, float(1), site))).toBe('int-too-large-for-float')
      expect(codeOf(() => operation(float(1), huge, site))).toBe('int-too-large-for-float')
    }
  })

  it('gives a remainder the sign of the divisor', () => {
    expect(remainder(float(-7.5), 2, site)).toEqual(float(0.5))
    expect(remainder(float(7.5), float(-2.5), site)).toEqual(float(-0))
    expect(remainder(float(-6), float(3), site)).toEqual(float(0))
    expect(remainder(-1, float(Infinity), site)).toEqual(float(Infinity))
  })
})

describe('`+`', () => {
  it('joins Strings', () => {
    expect(add('a', 'b', site)).toBe('ab')
  })

  it('makes a new Array', () => {
    const xs = [1]
    const sum = add(xs, [], site)
    expect(sum).toEqual([1])
    expect(sum).not.toBe(xs)
  })

  it('keeps to the limits of Strings and Arrays', () => {
    const text = 'x'.repeat(STRING_UNITS_MAX)
    expect(codeOf(() => add(text, 'x', site))).toBe('string-too-long')
    expect(add(text, '', site)).toBe(text)
    const elements: Value[] = []
    elements.length = ARRAY_ELEMENTS_MAX
    expect(codeOf(() => add(elements, [1], site))).toBe('array-too-long')
  })

  it.each<[Value, Value, string, string]>([
    ['x', 1, '`+` cannot add a String and an Int', 'str()'],
    [1, null, '`+` cannot add an Int and nil', 'the right one is nil'],
    [null, 'x', '`+` cannot add nil and a String', 'the left one is nil'],
    [[1], 3, '`+` cannot add an Array and an Int', 'str()'],
    [true, true, '`+` cannot add a Bool and a Bool', 'str()'],
  ])('refuses to mix %j and %j, and says what to do', (a, b, headline, hint) => {
    const problem = problemOf(() => add(a, b, site))
    expect(problem?.headline).toBe(headline)
    expect(problem?.class).toBe('SenseRuntimeError')
    expect(problem?.hint).toContain(hint)
  })
})

describe('other operands', () => {
  it('are named together with the operator', () => {
    expect(problemOf(() => multiply('-', 20, site))?.headline).toBe(
      '`*` needs two numbers, but got a String and an Int',
    )
    expect(problemOf(() => subtract(1, true, site))?.headline).toBe('`-` needs two numbers, but got an Int and a Bool')
    expect(problemOf(() => negate(true, site))?.headline).toBe('`-` in front of a value needs a number, but got a Bool')
    expect(codeOf(() => divide([], 1, site))).toBe('wrong-operand-types')
    expect(codeOf(() => remainder(1, 'a', site))).toBe('wrong-operand-types')
  })

  it('are reported at the site', () => {
    expect(siteOf(() => add(1, null, site))).toBe(site)
  })
})

function doubleIn(value: Value): number {
  return value instanceof Float ? value.double : NaN
}
