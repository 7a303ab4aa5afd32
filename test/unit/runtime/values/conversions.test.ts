import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toFloat, toInt } from '../../../../src/runtime/values/conversions.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { bitLengthOf, intFromDigits, intOf, INT_BITS_MAX } from '../../../../src/runtime/values/int.ts'
import { textForm } from '../../../../src/runtime/values/text-form.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { codeOf, problemOf } from './problem-of.ts'

const site = 5

describe('int', () => {
  it.each<[Value, number | bigint]>([
    [7, 7],
    [new Float(3.9), 3],
    [new Float(-3.9), -3],
    [new Float(-0.5), 0],
    [new Float(1e20), 100000000000000000000n],
    [true, 1],
    [false, 0],
    ['42', 42],
    ['\t +0012\n', 12],
    ['-0', 0],
    ['1_000', 1000],
    ['9007199254740993', 9007199254740993n],
    ['\u0663\u0664', 34],
    ['\u00A0\u{1D7DC}\u3000', 4],
  ])('of %s', (value, int) => {
    expect(toInt(value, site)).toBe(int)
  })

  it.each(['', ' ', '3.5', '12a', '1__0', '_1', '1_', '+ 5', '--5', '0x10', '1e3', 'inf', '\uFEFF1', '²', '+'])(
    'refuses the String %j',
    (text) => {
      expect(codeOf(() => toInt(text, site))).toBe('text-not-number')
    },
  )

  it('refuses what is no number', () => {
    expect(problemOf(() => toInt(null, site))?.headline).toBe('nil cannot become an Int')
    expect(codeOf(() => toInt([1], site))).toBe('cannot-convert')
    expect(codeOf(() => toInt(new Float(Infinity), site))).toBe('float-not-finite')
    expect(codeOf(() => toInt(new Float(NaN), site))).toBe('float-not-finite')
  })

  it('shows the String in its message, shortened and visible', () => {
    expect(problemOf(() => toInt('1\u001b[2J', site))?.headline).toBe('the String `1\\u{1b}[2J` does not hold an Int')
    expect(problemOf(() => toFloat('', site))?.headline).toBe('the empty String does not hold a Float')
  })

  it('shortens a long String in its message', () => {
    expect(problemOf(() => toInt('x'.repeat(1_000_000), site))?.headline.length).toBeLessThan(120)
  })

  it('reads every Int back', () => {
    fc.assert(fc.property(fc.bigInt(), (big) => toInt(textForm(intOf(big)), site) === intOf(big)))
  })

  it('ends at the limit of bits, before it computes', () => {
    const largest = (1n << BigInt(INT_BITS_MAX)) - 1n
    expect(toInt(String(largest), site) === largest).toBe(true)
    expect(toInt(`-${'0'.repeat(500_000)}${largest}`, site) === -largest).toBe(true)
    expect(codeOf(() => toInt(String(largest + 1n), site))).toBe('int-too-large')
    expect(codeOf(() => toInt('9'.repeat(1_000_000), site))).toBe('int-too-large')
  })
})

describe('float', () => {
  it.each<[Value, number]>([
    [3, 3],
    [true, 1],
    [new Float(2.5), 2.5],
    ['2.5', 2.5],
    [' .5 ', 0.5],
    ['5.', 5],
    ['-1.5E-2', -0.015],
    ['1_0.2_5e0_1', 102.5],
    ['1e400', Infinity],
    ['inf', Infinity],
    ['-INFINITY', -Infinity],
    ['+NaN', NaN],
    ['-0', -0],
    ['\u0661.\u0665', 1.5],
    [12345678901234567890n, 12345678901234567890],
  ])('of %s', (value, double) => {
    expect(toFloat(value, site).double).toBe(double)
  })

  it.each(['', '.', 'one', '1_.5', '1._5', '1e', '1e_5', 'e5', '.e5', '1e5.', '0x1', 'infinit', 'in f', '1 2', '+'])(
    'refuses the String %j',
    (text) => {
      expect(codeOf(() => toFloat(text, site))).toBe('text-not-number')
    },
  )

  it('refuses an Int beyond the doubles, and what is no number', () => {
    expect(codeOf(() => toFloat(10n ** 400n, site))).toBe('int-too-large-for-float')
    expect(problemOf(() => toFloat([], site))?.headline).toBe('an Array cannot become a Float')
  })
})

describe('intFromDigits', () => {
  it('makes the one form of an Int', () => {
    expect(intFromDigits('00042')).toBe(42)
    expect(intFromDigits('0')).toBe(0)
    expect(intFromDigits('-0')).toBe(0)
    expect(intFromDigits('9007199254740991')).toBe(9007199254740991)
    expect(intFromDigits('9007199254740992')).toBe(9007199254740992n)
  })
})

it('bitLengthOf counts the bits of the magnitude', () => {
  fc.assert(
    fc.property(fc.bigInt(), (big) => {
      const magnitude = big < 0n ? -big : big
      expect(bitLengthOf(big)).toBe(magnitude === 0n ? 0 : magnitude.toString(2).length)
    }),
  )
})
