/** The functions of `arrays`, against simple versions of them, and with as many elements as programs have. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isEqual } from '../../../../src/runtime/values/equality.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { isLess } from '../../../../src/runtime/values/order.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import { textForm } from '../../../../src/runtime/values/text-form.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { isArray } from '../../../../src/runtime/values/value.ts'
import { codeOf } from '../values/problem-of.ts'
import { callMember, memberNamed } from './call-member.ts'

const call = (name: string, ...args: readonly Value[]): Value => callMember(`arrays.${name}`, args)

function elementsOf(value: Value): readonly Value[] {
  if (!isArray(value)) throw new Error('this must be an Array')
  return value
}

const ints = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.constantFrom(2 ** 53 - 1, 2n ** 53n, -(2n ** 70n)))
const floats = fc.constantFrom(0.5, -0, 1, 2, 2 ** 53, -Infinity, Infinity).map((double) => new Float(double))
const numbers: fc.Arbitrary<Value> = fc.oneof(ints, floats)
const texts = fc.constantFrom('', 'a', 'B', 'ab', 'é', '\uffff', '😀', '\ud83d', 'a😀')
const { value: values } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Value>(null, true, false, new Float(NaN), 'a', '1'),
    numbers,
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', '1'), tie('value')), { maxLength: 3 })
      .map((entries) => new SenseRecord(entries)),
  ),
}))

it('sort is stable and in the order of `<`', () => {
  const sortsWell = (elements: readonly Value[]): void => {
    const sorted = elementsOf(call('sort', elements))
    const expected = elements.reduce<readonly Value[]>((before, element) => {
      const place = before.findIndex((other) => isLess(element, other, 0))
      return place === -1 ? [...before, element] : before.toSpliced(place, 0, element)
    }, [])
    expect(sorted.map((each) => textForm(each))).toEqual(expected.map((each) => textForm(each)))
  }
  fc.assert(fc.property(fc.array(numbers, { maxLength: 30 }), sortsWell))
  fc.assert(fc.property(fc.array(texts, { maxLength: 30 }), sortsWell))
})

it('min and max are the first of those that a sort puts first and last', () => {
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 12 }), (elements) => {
      const sorted = elementsOf(call('sort', elements))
      const last = sorted.at(-1) ?? null
      expect(call('min', elements)).toBe(sorted[0])
      expect(call('max', elements)).toBe(elements.find((element) => isEqual(element, last)))
    }),
  )
})

it('unique keeps what equals nothing before it', () => {
  fc.assert(
    fc.property(fc.array(values, { maxLength: 12 }), (elements) => {
      const kept: Value[] = []
      for (const element of elements) if (!kept.some((other) => isEqual(other, element))) kept.push(element)
      expect(elementsOf(call('unique', elements)).map((each) => textForm(each))).toEqual(
        kept.map((each) => textForm(each)),
      )
    }),
    { numRuns: 1_000 },
  )
})

it('unique ends for Arrays that hold themselves and for deep ones', () => {
  const cyclic = (): Value => {
    const array: Value[] = [1]
    array.push(array)
    return array
  }
  const deep = (depth: number): Value => {
    let value: Value = 0
    for (let level = 0; level < depth; level += 1) value = [value]
    return value
  }
  expect(elementsOf(call('unique', [cyclic(), cyclic(), [cyclic()], 1, 1]))).toHaveLength(3)
  expect(elementsOf(call('unique', [deep(50_000), deep(50_000), deep(49_999), deep(3), deep(3)]))).toHaveLength(3)
  const shared = Array.from({ length: 60 }).reduce<Value>((value) => [value, value], new Float(NaN))
  expect(elementsOf(call('unique', [shared, shared]))).toHaveLength(2)
})

it('unique asks values with an equality of their own', () => {
  const foreign = (is: Value): Value => ({
    typeName: 'Python',
    textForm: () => 'foreign',
    isEqualTo: (other: Value) => other === is,
  })
  expect(elementsOf(call('unique', [1, foreign(1), foreign(2), 2, [2], [foreign(2)], 3]))).toHaveLength(4)
})

it('index_of and contains ask `==`', () => {
  fc.assert(
    fc.property(fc.array(values, { maxLength: 8 }), values, (elements, wanted) => {
      const index = elements.findIndex((element) => isEqual(element, wanted))
      expect(call('index_of', elements, wanted)).toBe(index === -1 ? null : index)
      expect(call('contains', elements, wanted)).toBe(index !== -1)
    }),
  )
})

it('nothing is changed in place, and what comes back is new', () => {
  const elements: Value[] = [3, 1, 2]
  for (const name of ['sort', 'reverse', 'unique', 'flatten']) {
    expect(call(name, elements)).not.toBe(elements)
  }
  expect(call('slice', elements, 0)).not.toBe(elements)
  expect(elements).toEqual([3, 1, 2])
})

it('many elements are no trouble: nothing is compared with all others', () => {
  const many = Array.from({ length: 200_000 }, (_, index) => (index * 7_919) % 200_003)
  const str = memberNamed('json.text')
  expect(elementsOf(call('sort', many))[199_999]).toBe(200_002)
  expect(elementsOf(call('sort', many, memberNamed('math.abs')))[0]).toBe(0)
  expect(elementsOf(call('unique', [...many, ...many]))).toHaveLength(200_000)
  expect(
    elementsOf(
      call(
        'unique',
        many.map((each) => [each % 1_000, 'a']),
      ),
    ),
  ).toHaveLength(1_000)
  expect(elementsOf(call('sort', elementsOf(call('map', many, str))))[0]).toBe('0')
  expect(elementsOf(call('flatten', call('zip', many, many)))).toHaveLength(400_000)
  expect(call('sum', many)).toBe(many.reduce((sum, each) => sum + each, 0))
  expect(call('index_of', many, -1)).toBeNull()
})

it('flatten refuses what would be too long before it is made', () => {
  const long = Array<Value>(2 ** 20).fill(0)
  expect(codeOf(() => call('flatten', Array<Value>(65).fill(long)))).toBe('array-too-long')
})
