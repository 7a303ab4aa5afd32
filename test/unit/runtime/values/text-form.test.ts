import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toFloat } from '../../../../src/runtime/values/conversions.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { STRING_UNITS_MAX } from '../../../../src/runtime/values/limits.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import { textForm } from '../../../../src/runtime/values/text-form.ts'
import type { ArrayValue, Value } from '../../../../src/runtime/values/value.ts'
import { codeOf } from './problem-of.ts'

const tool = { typeName: 'Tool', textForm: () => '<tool "t">' }

describe('a Float', () => {
  it.each<[number, string]>([
    [2, '2.0'],
    [-0, '-0.0'],
    [0.1 + 0.2, '0.30000000000000004'],
    [999999999999999, '999999999999999.0'],
    [1e15, '1000000000000000.0'],
    [1234567890123456, '1234567890123456.0'],
    [1e16, '1e+16'],
    [1.5e300, '1.5e+300'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-9.5e-5, '-9.5e-05'],
    [5e-324, '5e-324'],
    [Infinity, 'inf'],
    [-Infinity, '-inf'],
    [NaN, 'nan'],
  ])('%d is written %s', (double, text) => {
    expect(textForm(new Float(double))).toBe(text)
  })

  it('reads back equal, and never looks like an Int', () => {
    fc.assert(
      fc.property(fc.double(), (double) => {
        const text = textForm(new Float(double))
        expect(toFloat(text, 1).double).toBe(double)
        expect(text).toMatch(/[.en]/)
      }),
    )
  })
})

describe('text form', () => {
  it.each<[Value, string]>([
    [null, 'nil'],
    [true, 'true'],
    [-5, '-5'],
    [10n ** 30n, `1${'0'.repeat(30)}`],
    ['raw "text"', 'raw "text"'],
    [[], '[]'],
    [[1, 'two', new Float(3), null, [true, 'a b', '']], '[1, two, 3.0, nil, [true, a b, ]]'],
    [[tool], '[<tool "t">]'],
  ])('of %s', (value, text) => {
    expect(textForm(value)).toBe(text)
  })

  it('of a Record is like JSON, also for Arrays inside', () => {
    const record = new SenseRecord([
      ['a', 1],
      ['é"', [new Float(1.5), 'x\n', null, [true]]],
      ['c', null],
      ['__proto__', new SenseRecord()],
    ])
    const text = '{"a": 1, "é\\"": [1.5, "x\\n", null, [true]], "c": null, "__proto__": {}}'
    expect(textForm(record)).toBe(text)
    expect(textForm(['x', record, 'y'])).toBe(`[x, ${text}, y]`)
  })

  it('of a Record shows what JSON lacks', () => {
    const record = new SenseRecord([
      ['n', new Float(NaN)],
      ['i', [new Float(-Infinity)]],
      ['t', tool],
    ])
    expect(textForm(record)).toBe('{"n": nan, "i": [-inf], "t": "<tool \\"t\\">"}')
  })

  it('marks an Array or Record that contains itself', () => {
    const xs: ArrayValue = [1]
    const record = new SenseRecord([['xs', xs]])
    xs.push(xs, record)
    record.entries.set('self', record)
    expect(textForm(xs)).toBe('[1, [...], {"xs": [...], "self": {...}}]')
    expect(textForm(record)).toBe('{"xs": [1, [...], {...}], "self": {...}}')
  })

  it('writes a shared part each time', () => {
    const part = [1]
    expect(textForm([part, part])).toBe('[[1], [1]]')
  })

  it('writes a long shared part each time, as its place asks', () => {
    const part = Array.from({ length: 600 }, (_, index) => `${index}`)
    const plain = `[${part.join(', ')}]`
    const quoted = JSON.stringify(part).replaceAll(',', ', ')
    const record = new SenseRecord([
      ['p', part],
      ['q', part],
    ])
    expect(textForm([part, record, part, record])).toBe(
      `[${plain}, {"p": ${quoted}, "q": ${quoted}}, ${plain}, {"p": ${quoted}, "q": ${quoted}}]`,
    )
  })

  it('writes a long part with a cycle as its place asks', () => {
    const inner: ArrayValue = ['x'.repeat(2_000)]
    const outer: ArrayValue = [inner]
    inner.push(outer)
    const x = 'x'.repeat(2_000)
    expect(textForm([outer, inner])).toBe(`[[[${x}, [...]]], [${x}, [[...]]]]`)
  })

  it('goes 100,000 deep', () => {
    let value: Value = 1
    for (let level = 0; level < 100_000; level += 1) value = [value]
    expect(textForm(value)).toBe(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`)
  })

  it('keeps to the limit of Strings, soon also where parts are shared', () => {
    const text = 'x'.repeat(STRING_UNITS_MAX - 2)
    expect(textForm([text]).length).toBe(STRING_UNITS_MAX)
    expect(codeOf(() => textForm([text, '']))).toBe('string-too-long')
    let doubled: Value = [1]
    for (let level = 0; level < 60; level += 1) doubled = [doubled, doubled]
    expect(codeOf(() => textForm(doubled))).toBe('string-too-long')
  })
})
