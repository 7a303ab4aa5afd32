import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfJsonString, exactJsonOf, isExactNumber, plainNumbers } from '../../../../src/runtime/ports/exact-json.ts'

const throughIt = (text: string): string => JSON.stringify(exactJsonOf(text))

describe('numbers keep their digits', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '123456789012345678901234567890',
    '1e400',
    '-1E+400',
    '0.12345678901234567890123',
    '{"a":[9007199254740993,1],"__proto__":{"b":9223372036854775807}}',
    '{"digits in a text":"9007199254740993 1e400"}',
    '{"escaped \\\\\\" 1":9007199254740993}',
  ])('%s', (text) => {
    expect(throughIt(text)).toBe(text)
  })

  it.each(['1', '-0.5', '1e3', '9007199254740991', '0.1', '3.141592653589793', '1.7976931348623157e+308'])(
    'those that JavaScript holds are plain: %s',
    (text) => {
      expect(exactJsonOf(text)).toBe(Number(text))
    },
  )

  it('whatever stands around them', () => {
    const number = fc.bigInt().map(String)
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.oneof(number, fc.string())), (fields) => {
        const isNumber = (text: string): boolean => /^-?\d+$/.test(text)
        const parts = Object.entries(fields).map(
          ([key, value]) => `${JSON.stringify(key)}:${isNumber(value) ? value : JSON.stringify(value)}`,
        )
        const text = `{${parts.join(',')}}`
        // Keys that look like indices come first in JavaScript.
        fc.pre(Object.keys(fields).every((key) => !/^\d+$/.test(key) && key !== '__proto__'))
        expect(throughIt(text)).toBe(text)
      }),
    )
  })
})

it('JSON deeper than the stack is read, without its digits', () => {
  const text = `[9007199254740993,${'['.repeat(100_000)}${']'.repeat(100_000)}]`
  expect(exactJsonOf(text)).toHaveLength(2)
})

it('what is no JSON throws', () => {
  expect(() => exactJsonOf('{"a":9007199254740993')).toThrow(SyntaxError)
})

it('text full of digits costs linear time', () => {
  const text = JSON.stringify({ text: '1234567890123 '.repeat(1_000_000), list: Array(500_000).fill(1_234_567) })
  const begun = performance.now()
  exactJsonOf(text)
  expect(performance.now() - begun).toBeLessThan(4_000)
})

it('plain numbers are the nearest ones', () => {
  const exact = exactJsonOf('{"a":[9223372036854775807,1e400,-1e400,"1e400",null]}')
  expect(plainNumbers(exact)).toEqual({ a: [2 ** 63, Number.MAX_VALUE, -Number.MAX_VALUE, '1e400', null] })
  expect(isExactNumber(exact)).toBe(false)
})

it('a string ends at its first quote that is not escaped', () => {
  expect(endOfJsonString('"a\\"b\\\\" c"', 0)).toBe(7)
  expect(endOfJsonString('"open\\"', 0)).toBe(7)
})
