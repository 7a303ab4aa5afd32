import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEqual } from '../../../../src/runtime/values/equality.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { intOf, INT_BITS_MAX } from '../../../../src/runtime/values/int.ts'
import { JsonTextError, jsonText, parseJson } from '../../../../src/runtime/values/json.ts'
import { JSON_DEPTH_MAX, STRING_UNITS_MAX } from '../../../../src/runtime/values/limits.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import { textForm } from '../../../../src/runtime/values/text-form.ts'
import type { ArrayValue, Value } from '../../../../src/runtime/values/value.ts'
import { codeOf, problemOf } from './problem-of.ts'

const site = 4
const tool = { typeName: 'Tool', textForm: () => '<tool t>' }

const { value: anyJsonValue } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Value>(null, true, false),
    fc.bigInt().map(intOf),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => new Float(double)),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.constantFrom('__proto__', '1')), tie('value')), { maxLength: 4 })
      .map((entries) => new SenseRecord(entries)),
  ),
}))

describe('parseJson', () => {
  it('reads back what jsonText writes, with or without indentation', () => {
    fc.assert(
      fc.property(anyJsonValue, fc.constantFrom(undefined, 0, 2), (value, indent) => {
        const back = parseJson(jsonText(value, site, indent))
        expect(isEqual(back, value)).toBe(true)
        expect(jsonText(back, site)).toBe(jsonText(value, site))
      }),
    )
  })

  it('agrees with JavaScript on what is JSON', () => {
    const anyText = fc
      .array(fc.constantFrom(...Array.from('{}[],:"\\u0e1-+.tn \n'), 'true', 'null', '"a"', '1', '\\u00e9'), {
        maxLength: 8,
      })
      .map((parts) => parts.join(''))
    const agrees = fc.property(anyText, (text) => isRead(parseJson, text) === isRead(JSON.parse, text))
    fc.assert(agrees, { numRuns: 2_000 })
  })

  it('keeps Int and Float apart', () => {
    expect(parseJson('[1, 1.0, 1e2, -0, -0.0, 123456789012345678901234567890]')).toEqual([
      ...[1, new Float(1), new Float(100), 0, new Float(-0), 123456789012345678901234567890n],
    ])
  })

  it('takes the last of a double key, at the place of the first', () => {
    expect(textForm(parseJson('{"a": 1, "b": 2, "a": 3}'))).toBe('{"a": 3, "b": 2}')
  })

  it('takes any text as a key', () => {
    expect(textForm(parseJson('{"__proto__": 1, "2": 2, "1": 1}'))).toBe('{"__proto__": 1, "2": 2, "1": 1}')
  })

  it('reads escapes', () => {
    expect(parseJson(String.raw`"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"`)).toBe('"\\/\b\f\n\r\té😀')
  })

  it.each<[string, string, number, number]>([
    ['', 'it ends where a value is expected', 1, 1],
    ['[1, 2', 'the array is not closed', 1, 1],
    ['[1,\n 2 3]', 'expected `,` or `]` in the array', 2, 4],
    ['{"a": 1,\r\n "b" 2}', 'expected a `:` after the key', 2, 6],
    ['{a: 1}', 'expected a key in double quotes', 1, 2],
    ['["😀", x]', 'no value begins like this', 1, 7],
    ['[1] 2', 'there is more text after the value', 1, 5],
    ['"abc', 'the string is not closed', 1, 1],
    ['"a\nb"', 'a control character in a string must be escaped', 1, 3],
    [String.raw`"\x"`, 'the string has an escape that JSON does not know', 1, 2],
    [String.raw`"\u12g4"`, 'expected four hexadecimal digits after `\\u`', 1, 2],
    ['[01]', 'a number cannot begin with an extra 0', 1, 2],
    ['[1.]', 'expected a digit after the point', 1, 4],
    ['-', 'expected a digit in the number', 1, 2],
    ['1e', 'expected a digit in the exponent', 1, 3],
    ['[1e400]', 'the number is too large for a Float', 1, 2],
    ['[1,]', 'no value begins like this', 1, 4],
    ['NaN', 'no value begins like this', 1, 1],
  ])('says what is wrong in %j, and where', (text, message, line, column) => {
    expect(faultOf(text)).toMatchObject({ message, line, column })
  })

  it('reads what Python writes for inf and nan, if asked to', () => {
    const dialect = { hasNonFiniteNumbers: true }
    expect(parseJson('[Infinity, -Infinity, NaN, -1]', dialect)).toEqual([
      ...[new Float(Infinity), new Float(-Infinity), new Float(NaN), -1],
    ])
  })

  it('reads nesting up to its limit', () => {
    expect(textForm(parseJson(nestedJson(JSON_DEPTH_MAX)))).toBe(nestedJson(JSON_DEPTH_MAX))
    expect(faultOf(nestedJson(JSON_DEPTH_MAX + 1))).toMatchObject({ message: 'values are nested more than 1,000 deep' })
    expect(faultOf('[{"a":'.repeat(1_000_000))).toMatchObject({ line: 1 })
  })

  it('reads Ints up to their limit', () => {
    const largest = (1n << BigInt(INT_BITS_MAX)) - 1n
    expect(parseJson(String(largest)) === largest).toBe(true)
    expect(faultOf('9'.repeat(400_000))).toMatchObject({ message: 'the number is too large for an Int' })
  })
})

describe('jsonText', () => {
  it('writes values like the text form of a Record', () => {
    const value = [
      1,
      'x',
      null,
      [new Float(1), new Float(2.5), true, 'é'],
      new SenseRecord([['a', 1]]),
      [],
      new SenseRecord(),
    ]
    expect(jsonText(value, site)).toBe('[1, "x", null, [1.0, 2.5, true, "é"], {"a": 1}, [], {}]')
    expect([jsonText('"', site), jsonText(null, site), jsonText(new Float(2), site)]).toEqual(['"\\""', 'null', '2.0'])
  })

  it('indents', () => {
    const value = new SenseRecord([
      ['a', [1, new SenseRecord()]],
      ['b', []],
    ])
    expect(jsonText(value, site, 2)).toBe('{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}')
  })

  it('keeps to the limit of Strings with any indentation', () => {
    expect(codeOf(() => jsonText([1], site, 2 ** 40))).toBe('string-too-long')
  })

  it('refuses what JSON lacks', () => {
    const cycle: ArrayValue = []
    cycle.push(new SenseRecord([['a', cycle]]))
    expect(problemOf(() => jsonText(new Float(NaN), site))?.headline).toBe('JSON cannot express the Float nan')
    expect(problemOf(() => jsonText([tool], site))?.headline).toBe('JSON cannot express a Tool')
    expect(problemOf(() => jsonText(cycle, site))?.headline).toBe('JSON cannot express an Array that contains itself')
  })

  it('goes 100,000 deep and keeps to the limit of Strings', () => {
    let value: Value = []
    for (let level = 1; level < 100_000; level += 1) value = [value]
    expect(jsonText(value, site)).toBe(nestedJson(100_000))
    expect(codeOf(() => jsonText('x'.repeat(STRING_UNITS_MAX), site))).toBe('string-too-long')
  })

  it('quotes a long String in pieces without parting a pair', () => {
    const text = `x${'😀'.repeat(600_000)}`
    expect(jsonText(text, site)).toBe(JSON.stringify(text))
  })
})

function nestedJson(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

function faultOf(text: string): unknown {
  try {
    parseJson(text)
  } catch (error) {
    expect(error).toBeInstanceOf(JsonTextError)
    return error
  }
  return undefined
}

function isRead(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text)
    return true
  } catch {
    return false
  }
}
