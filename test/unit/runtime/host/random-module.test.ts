/** `random`, with words that are known beforehand: which of them are drawn again, and what each becomes. */

import { expect, it } from 'vitest'
import { createNodeRandom } from '../../../../src/adapters/node/random.ts'
import { isCallable, noLabels } from '../../../../src/runtime/execution/callable.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { textForm } from '../../../../src/runtime/values/text-form.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { createSeededRandom } from '../../../support/seeded-random.ts'
import { context, memberNamed } from './call-member.ts'

/** Calls with a port that gives `words` in turn; all of them must be used. */
function callWith(words: readonly number[], name: string, ...args: readonly Value[]): Value {
  const left = [...words]
  const random = { bits32: () => left.shift() ?? expect.fail('it drew too many words') }
  const member = memberNamed(`random.${name}`)
  if (!isCallable(member)) throw new Error('a function is called')
  const result = member.call({ ...context, run: { ...context.run, random } }, args, noLabels) as Value
  expect(left).toEqual([])
  return result
}

const top = 2 ** 32 - 1

it('int takes the highest bits, and draws again what is too high', () => {
  expect(callWith([0], 'int', 1, 6)).toBe(1)
  expect(callWith([top, 0xbfffffff], 'int', 1, 6)).toBe(6)
  expect(callWith([0xc0000000, 0x20000000], 'int', 1, 6)).toBe(2)
  expect(callWith([], 'int', 7, 7)).toBe(7)
  expect(callWith([top], 'int', 0, top)).toBe(top)
  expect(callWith([top], 'int', -1, 0)).toBe(0)
})

it('int draws as many words as large Ints need', () => {
  expect(callWith([top, top], 'int', 0, 2n ** 64n - 1n)).toBe(2n ** 64n - 1n)
  expect(callWith([0x80000000, 0], 'int', 0, 2 ** 32)).toBe(2 ** 32)
  expect(callWith([top, top, 0, 0], 'int', 10n ** 12n, 10n ** 12n + 2n ** 33n)).toBe(10 ** 12)
  expect(callWith([0, 0], 'int', -(2n ** 63n), 2n ** 63n - 1n)).toBe(-(2n ** 63n))
  expect(callWith([top, top], 'int', Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER + 2 ** 33 - 1)).toBe(
    Number.MIN_SAFE_INTEGER + 2 ** 33 - 1,
  )
})

it('float has 53 bits and never reaches 1', () => {
  expect(callWith([0, 0], 'float')).toEqual(new Float(0))
  expect(callWith([top, top], 'float')).toEqual(new Float(1 - 2 ** -53))
  expect(callWith([0x80000000, 0], 'float')).toEqual(new Float(0.5))
  expect(callWith([0, 64], 'float')).toEqual(new Float(2 ** -53))
})

it('choice and shuffle take elements as they are', () => {
  expect(callWith([0x80000000], 'choice', ['a', 'b'])).toBe('b')
  expect(callWith([], 'choice', [null])).toBeNull()
  expect(callWith([0, 0], 'shuffle', [1, 2, 3])).toEqual([2, 3, 1])
  expect(callWith([], 'shuffle', [1])).toEqual([1])
})

it('every order of four comes up about as often as the others', () => {
  const random = createSeededRandom(7)
  const member = memberNamed('random.shuffle')
  const counts = new Map<string, number>()
  for (let round = 0; round < 24_000; round += 1) {
    if (!isCallable(member)) throw new Error('a function is called')
    const order = member.call({ ...context, run: { ...context.run, random } }, [[1, 2, 3, 4]], noLabels)
    const key = textForm(order as Value)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  expect(counts.size).toBe(24)
  // Six times the standard deviation of 31 around 1,000.
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(190)
})

it("the system's own words are whole, and each bit is as often set as not", () => {
  const random = createNodeRandom()
  const counts = Array<number>(32).fill(0)
  for (let draw = 0; draw < 10_000; draw += 1) {
    const word = random.bits32()
    expect(Number.isInteger(word) && word >= 0 && word <= top).toBe(true)
    for (let bit = 0; bit < 32; bit += 1) counts[bit] = (counts[bit] ?? 0) + ((word >>> bit) & 1)
  }
  // Ten times the standard deviation of 50 around 5,000.
  for (const count of counts) expect(Math.abs(count - 5_000)).toBeLessThan(500)
})
