import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Float } from '../../../../src/runtime/values/float.ts'
import {
  codePointsOf,
  lengthOf,
  push,
  readIndex,
  setEntry,
  writeIndex,
} from '../../../../src/runtime/values/indexing.ts'
import { ARRAY_ELEMENTS_MAX, RECORD_ENTRIES_MAX } from '../../../../src/runtime/values/limits.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import type { ObjectValue, Value } from '../../../../src/runtime/values/value.ts'
import { codeOf, problemOf } from './problem-of.ts'

const site = 9

describe('an Array', () => {
  it('is read from either end', () => {
    const xs = ['a', null, 'c']
    expect([readIndex(xs, 0, site), readIndex(xs, -1, site), readIndex(xs, 1, site)]).toEqual(['a', 'c', null])
  })

  it('is written in its bounds, and the value is yielded', () => {
    const xs: Value[] = [1, 2]
    expect(writeIndex(xs, -1, 'x', site)).toBe('x')
    expect(xs).toEqual([1, 'x'])
  })

  it.each<Value>([2, -3, 10n ** 30n, -(10n ** 30n)])('has no index %s', (index) => {
    expect(codeOf(() => readIndex([1, 2], index, site))).toBe('index-out-of-bounds')
    expect(codeOf(() => writeIndex([1, 2], index, 0, site))).toBe('index-out-of-bounds')
  })

  it('says the index and the length', () => {
    expect(problemOf(() => readIndex([1, 2], 5, site))).toMatchObject({
      headline: 'the index 5 is out of bounds: the Array has 2 elements',
      detail: 'Its indices run from 0 to 1, or from -1 back to -2.',
    })
    expect(problemOf(() => readIndex([], 0, site))?.detail).toBeUndefined()
  })

  it.each<Value>([true, new Float(0), '0', null])('takes no %s as an index', (index) => {
    expect(codeOf(() => readIndex([1], index, site))).toBe('index-not-int')
    expect(codeOf(() => writeIndex([1], index, 0, site))).toBe('index-not-int')
  })

  it('grows by push, up to the limit', () => {
    const xs: Value[] = []
    expect(push(xs, 1, site)).toBe(xs)
    expect(xs).toEqual([1])
    xs.length = ARRAY_ELEMENTS_MAX
    expect(codeOf(() => push(xs, 1, site))).toBe('array-too-long')
    expect(problemOf(() => push('x', 1, site))?.headline).toBe('`push` needs an Array, but got a String')
  })
})

describe('a String', () => {
  /** Mixes of long and short text, with pairs, lone halves and none. */
  const anyText = fc
    .array(fc.constantFrom('a', 'é', '日', '😀', '\uD83D', '\uDE00', 'x'.repeat(40), '😀'.repeat(40)))
    .map((parts) => parts.join(''))

  it('is read by code point', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const points = Array.from(text)
        expect(lengthOf(text, site)).toBe(points.length)
        expect(Array.from(codePointsOf(text))).toEqual(points)
        for (const index of points.keys()) {
          expect(readIndex(text, index, site)).toBe(points[index])
          expect(readIndex(text, index - points.length, site)).toBe(points[index])
        }
        for (const index of [points.length, -points.length - 1]) {
          expect(codeOf(() => readIndex(text, index, site))).toBe('index-out-of-bounds')
        }
      }),
    )
  })

  it('has no index beyond the safe integers, and none that is no Int', () => {
    expect(codeOf(() => readIndex('abc', 2n ** 64n, site))).toBe('index-out-of-bounds')
    expect(codeOf(() => readIndex('abc', -(2n ** 64n), site))).toBe('index-out-of-bounds')
    expect(problemOf(() => readIndex('abc', true, site))?.headline).toBe(
      'an index of a String needs an Int, but got a Bool',
    )
  })

  it('cannot be changed', () => {
    expect(codeOf(() => writeIndex('abc', 0, 'z', site))).toBe('string-not-changeable')
  })

  it('is read in linear time in total, two long ones in turn as well', () => {
    const texts = [built('a😀', 'x'), built('a😀', 'y'), built('a😀', 'x'), built('ab', 'x')]
    let count = 0
    for (let index = 0; index < 200_000; index += 1) {
      for (const text of texts) {
        if (index < lengthOf(text, site) && readIndex(text, index, site) === 'a') count += 1
      }
    }
    expect(count).toBe(400_000)
  })
})

describe('a Record', () => {
  it('is read and written by key, in order of first insertion', () => {
    const record = new SenseRecord([
      ['b', 1],
      ['a', null],
    ])
    writeIndex(record, '__proto__', 2, site)
    writeIndex(record, 'b', 3, site)
    expect(readIndex(record, 'a', site)).toBe(null)
    expect(readIndex(record, '__proto__', site)).toBe(2)
    expect([...record.entries]).toEqual([
      ['b', 3],
      ['a', null],
      ['__proto__', 2],
    ])
    expect(lengthOf(record, site)).toBe(3)
  })

  it('names near keys when one is missing', () => {
    const record = new SenseRecord([
      ['name', 1],
      ['zip', 2],
    ])
    expect(problemOf(() => readIndex(record, 'nam', site))).toMatchObject({
      code: 'missing-key',
      headline: 'the Record has no key `nam`',
      hint: 'a key close to it is `name`',
    })
    expect(problemOf(() => readIndex(record, 'something else', site))?.hint).toBeUndefined()
  })

  it('takes only Strings as keys', () => {
    expect(codeOf(() => readIndex(new SenseRecord(), 1, site))).toBe('key-not-string')
    expect(codeOf(() => writeIndex(new SenseRecord(), null, 1, site))).toBe('key-not-string')
  })

  it('keeps to its limit', () => {
    const record = new SenseRecord([['known', 1]])
    Object.defineProperty(record.entries, 'size', { value: RECORD_ENTRIES_MAX })
    expect(codeOf(() => writeIndex(record, 'new', 1, site))).toBe('record-too-large')
    setEntry(record, 'known', 2, site)
    expect(record.entries.get('known')).toBe(2)
  })
})

describe('other values', () => {
  it('have neither parts nor length', () => {
    const tool = { typeName: 'Tool', textForm: () => '<tool t>' }
    for (const value of [null, 1, true, new Float(1), tool]) {
      expect(codeOf(() => readIndex(value, 0, site))).toBe('not-indexable')
      expect(codeOf(() => writeIndex(value, 0, 1, site))).toBe('index-not-assignable')
      expect(codeOf(() => lengthOf(value, site))).toBe('no-length')
    }
  })

  it('may bring their own indexing', () => {
    const held = new Map<Value, Value>()
    const foreign: ObjectValue = {
      typeName: 'Python',
      textForm: () => '{}',
      readIndex: (index) => held.get(index) ?? null,
      writeIndex: (index, value) => {
        held.set(index, value)
      },
    }
    expect(writeIndex(foreign, 'k', 5, site)).toBe(5)
    expect(readIndex(foreign, 'k', site)).toBe(5)
  })
})

function built(piece: string, end: string): string {
  let text = ''
  for (let count = 0; count < 100_000; count += 1) text += piece
  return text + end
}
