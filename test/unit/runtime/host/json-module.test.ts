import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Float } from '../../../../src/runtime/values/float.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import { textForm } from '../../../../src/runtime/values/text-form.ts'
import { typeName } from '../../../../src/runtime/values/types.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { codeOf, problemOf } from '../values/problem-of.ts'
import { callMember } from './call-member.ts'

it('parse keeps Ints, Floats and the order of keys', () => {
  const parsed = callMember('json.parse', ['{"b": [1.0, 1], "1": 123456789012345678901, "b2": null}'])
  expect(textForm(parsed)).toBe('{"b": [1.0, 1], "1": 123456789012345678901, "b2": null}')
})

it('parse tells line and column in the text', () => {
  expect(problemOf(() => callMember('json.parse', ['[1,\n "😀" 2]']))?.headline).toBe(
    'the text is not JSON: expected `,` or `]` in the array (line 2, column 6 of the text)',
  )
  expect(problemOf(() => callMember('json.parse', ['']))?.code).toBe('json-text-malformed')
})

it('parse refuses nesting that is too deep', () => {
  expect(codeOf(() => callMember('json.parse', ['['.repeat(1_000) + ']'.repeat(1_000)]))).toBe('none')
  expect(codeOf(() => callMember('json.parse', ['['.repeat(100_000)]))).toBe('json-text-malformed')
})

it('text writes any root, on one line or with indentation', () => {
  expect(callMember('json.text', [null])).toBe('null')
  expect(callMember('json.text', ['é"'])).toBe('"é\\""')
  const value = new SenseRecord([['a', [1, new Float(2)]]])
  expect(callMember('json.text', [value])).toBe('{"a": [1, 2.0]}')
  expect(callMember('json.text', [value, 2])).toBe('{\n  "a": [\n    1,\n    2.0\n  ]\n}')
  expect(callMember('json.text', [[1], 0])).toBe('[\n1\n]')
})

it('text refuses what JSON lacks', () => {
  const cycle: Value[] = []
  cycle.push(cycle)
  expect(codeOf(() => callMember('json.text', [cycle]))).toBe('not-in-json')
  expect(codeOf(() => callMember('json.text', [[new Float(NaN)]]))).toBe('not-in-json')
})

it('text refuses an indent below 0 and survives a huge one', () => {
  expect(problemOf(() => callMember('json.text', [[1], -1]))?.headline).toBe(
    '`json.text` needs an Int of at least 0 as `indent`, but got -1',
  )
  expect(codeOf(() => callMember('json.text', [[1], -(10n ** 400n)]))).toBe('wrong-builtin-argument')
  expect(codeOf(() => callMember('json.text', [[1], 10n ** 400n]))).toBe('string-too-long')
  expect(callMember('json.text', [[], 10n ** 400n])).toBe('[]')
})

it('parse reads back what text writes', () => {
  fc.assert(
    fc.property(fc.json(), fc.option(fc.nat(4), { nil: undefined }), (json, indent) => {
      const value = callMember('json.parse', [json])
      const written = callMember('json.text', indent === undefined ? [value] : [value, indent])
      const again = callMember('json.parse', [written])
      expect(typeName(again)).toBe(typeName(value))
      expect(callMember('json.text', [again])).toBe(callMember('json.text', [value]))
    }),
  )
})
