import { expect, it } from 'vitest'
import { Float } from '../../../../src/runtime/values/float.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import { isTruthy } from '../../../../src/runtime/values/truth.ts'

it('nil, false, zeros and what is empty are falsy', () => {
  for (const value of [null, false, 0, new Float(0), new Float(-0), '', [], new SenseRecord()]) {
    expect(isTruthy(value)).toBe(false)
  }
})

it('everything else is truthy', () => {
  const tool = { typeName: 'Tool', textForm: () => '<tool t>' }
  const record = new SenseRecord([['a', null]])
  for (const value of [true, 1, -1, 2n ** 70n, new Float(0.5), new Float(NaN), ' ', '0', [0], [[]], record, tool]) {
    expect(isTruthy(value)).toBe(true)
  }
})
