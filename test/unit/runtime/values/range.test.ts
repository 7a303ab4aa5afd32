import { describe, expect, it } from 'vitest'
import { Float } from '../../../../src/runtime/values/float.ts'
import { ARRAY_ELEMENTS_MAX } from '../../../../src/runtime/values/limits.ts'
import { range } from '../../../../src/runtime/values/range.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { codeOf } from './problem-of.ts'

const site = 2

describe('range', () => {
  it.each<[Value[], Value[]]>([
    [[4], [0, 1, 2, 3]],
    [
      [1, 4],
      [1, 2, 3],
    ],
    [[4, 1], []],
    [
      [10, 0, -3],
      [10, 7, 4, 1],
    ],
    [[0, 1, 5], [0]],
    [[-3], []],
    [
      [9007199254740990, 9007199254740993n],
      [9007199254740990, 9007199254740991, 9007199254740992n],
    ],
    [
      [0, 10n ** 30n, 6n * 10n ** 29n],
      [0, 6n * 10n ** 29n],
    ],
    [
      [5, -(10n ** 30n), -(10n ** 30n)],
      [5, 5n - 10n ** 30n],
    ],
  ])('of %s', (args, elements) => {
    expect(range(args, site)).toEqual(elements)
  })

  it('refuses a step of 0, and what is no Int', () => {
    expect(codeOf(() => range([0, 5, 0], site))).toBe('range-zero-step')
    for (const value of [true, new Float(3), '3', null])
      expect(codeOf(() => range([value], site))).toBe('range-not-int')
  })

  it('takes one to three arguments', () => {
    expect(codeOf(() => range([], site))).toBe('wrong-argument-count')
    expect(codeOf(() => range([1, 2, 3, 4], site))).toBe('wrong-argument-count')
  })

  it('checks the limit before it allocates', () => {
    expect(codeOf(() => range([ARRAY_ELEMENTS_MAX + 1], site))).toBe('array-too-long')
    expect(codeOf(() => range([10n ** 300n], site))).toBe('array-too-long')
  })
})
