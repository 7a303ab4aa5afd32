import { describe, expect, it } from 'vitest'
import { isEqual } from '../../../../src/runtime/values/equality.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import type { ArrayValue, ObjectValue, Value } from '../../../../src/runtime/values/value.ts'

const nan = new Float(NaN)
const toolOf = (): ObjectValue => ({ typeName: 'Tool', textForm: () => '<tool t>' })
const foreignOf = (held: Value): ObjectValue => ({
  typeName: 'Python',
  textForm: () => 'held',
  isEqualTo: (other) => isEqual(held, other),
})

describe('equal', () => {
  it.each<[Value, Value]>([
    [null, null],
    [1, new Float(1)],
    [new Float(0), new Float(-0)],
    [0, new Float(-0)],
    [2n ** 60n, new Float(2 ** 60)],
    [2n ** 60n, 2n ** 60n],
    [
      [1, ['x']],
      [new Float(1), ['x']],
    ],
    [[], []],
  ])('%s and %s', (a, b) => {
    expect(isEqual(a, b)).toBe(true)
    expect(isEqual(b, a)).toBe(true)
  })

  it('Records with the same entries in any order', () => {
    const a = new SenseRecord([
      ['x', 1],
      ['y', [2]],
    ])
    const b = new SenseRecord([
      ['y', [new Float(2)]],
      ['x', 1],
    ])
    expect(isEqual(a, b)).toBe(true)
  })

  it('an object of another kind and itself', () => {
    const tool = toolOf()
    expect(isEqual([tool], [tool])).toBe(true)
  })

  it('what an object calls equal, on either side', () => {
    expect(isEqual(foreignOf(3), 3)).toBe(true)
    expect(isEqual([3], [foreignOf(3)])).toBe(true)
    expect(isEqual(foreignOf(3), 4)).toBe(false)
  })
})

describe('unequal', () => {
  it.each<[Value, Value]>([
    [true, 1],
    [false, 0],
    [[true], [1]],
    [[[false]], [[0]]],
    [true, new Float(1)],
    ['1', 1],
    [null, false],
    [[], ''],
    [[1, 2], [1]],
    [nan, nan],
    [2n ** 60n + 1n, new Float(2 ** 60)],
    [10n ** 400n, new Float(Infinity)],
    [new SenseRecord(), []],
  ])('%s and %s', (a, b) => {
    expect(isEqual(a, b)).toBe(false)
    expect(isEqual(b, a)).toBe(false)
  })

  it('an Array that holds nan and itself', () => {
    const xs = [nan]
    expect(isEqual(xs, xs)).toBe(false)
  })

  it('Records that differ in a key, a value or the number of entries', () => {
    const record = new SenseRecord([['x', 1]])
    expect(isEqual(record, new SenseRecord([['y', 1]]))).toBe(false)
    expect(isEqual(record, new SenseRecord([['x', true]]))).toBe(false)
    expect(isEqual(record, new SenseRecord())).toBe(false)
  })

  it('two objects of another kind', () => {
    expect(isEqual(toolOf(), toolOf())).toBe(false)
  })
})

describe('a comparison ends', () => {
  it('for Arrays and Records that contain themselves', () => {
    const cycleOf = (last: Value): ArrayValue => {
      const xs: ArrayValue = [1]
      xs.push(xs, new SenseRecord([['xs', xs]]), last)
      return xs
    }
    expect(isEqual(cycleOf(1), cycleOf(1))).toBe(true)
    expect(isEqual(cycleOf(1), cycleOf(2))).toBe(false)
  })

  it('for nesting 100,000 deep', () => {
    expect(isEqual(nested(100_000, 1), nested(100_000, 1))).toBe(true)
    expect(isEqual(nested(100_000, 1), nested(100_000, 2))).toBe(false)
  })

  it('for Arrays that share parts, sixty times over', () => {
    expect(isEqual(doubled(60), doubled(60))).toBe(true)
  })

  it('for two rings whose sizes have no common divisor, after about as many pairs as they have Arrays', () => {
    expect(isEqual(ring(100_007, 1), ring(100_009, 1))).toBe(true)
    expect(isEqual(ring(100_007, 1), ring(100_009, 2))).toBe(false)
  })

  it('for a large value beside itself, which equals itself only without nan', () => {
    const large = Array.from({ length: 5_000 }, (): Value => [1])
    expect(isEqual(large, large)).toBe(true)
    expect(isEqual([...large, [nan]], [...large, [nan]])).toBe(false)
    const last = [nan]
    expect(isEqual([...large, last], [...large, last])).toBe(false)
  })
})

/** Arrays that each hold the next, the last one the first; one of them also holds `odd`, all others 1. */
function ring(length: number, odd: Value): Value {
  const arrays = Array.from({ length }, (_, index): ArrayValue => [index === length - 1 ? odd : 1])
  arrays.forEach((array, index) => array.push(arrays[(index + 1) % length] ?? null))
  return arrays[0] ?? null
}

function nested(depth: number, core: Value): Value {
  let value = core
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

function doubled(times: number): Value {
  let value: Value = [1]
  for (let level = 0; level < times; level += 1) value = [value, value]
  return value
}
