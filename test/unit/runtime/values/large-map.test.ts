import { describe, expect, it } from 'vitest'
import { LargeMap } from '../../../../src/runtime/values/large-map.ts'

describe('a map in several parts', () => {
  it('finds, replaces and removes what is in any of them', () => {
    const map = new LargeMap<number, string>(3)
    for (let key = 0; key < 10; key += 1) map.set(key, `first ${key}`)
    for (let key = 0; key < 10; key += 2) map.set(key, `second ${key}`)
    map.delete(1)
    map.delete(9)
    const entries = Array.from({ length: 11 }, (_, key) => map.get(key))
    expect(entries).toEqual([
      ...['second 0', undefined, 'second 2', 'first 3', 'second 4', 'first 5', 'second 6', 'first 7', 'second 8'],
      ...[undefined, undefined],
    ])
  })
})
