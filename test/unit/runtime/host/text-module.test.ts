/** The functions of `text`, against simple versions of them that work on Arrays of code points, as Python's Strings do. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lengthOf } from '../../../../src/runtime/values/indexing.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { codeOf, problemOf } from '../values/problem-of.ts'
import { callMember } from './call-member.ts'

/** Halves of a surrogate pair are among them; two that meet become one code point. */
const alphabet = ['a', 'b', 'ab', ',', ' ', '\n', '\r', '\t', '\u3000', 'ß', '😀', '\ud83d', '\ude00', 'e\u0301']
const texts = fc.array(fc.constantFrom(...alphabet), { maxLength: 60 }).map((pieces) => pieces.join(''))
const shortTexts = fc.array(fc.constantFrom(...alphabet), { maxLength: 2 }).map((pieces) => pieces.join(''))
const indices = fc.oneof(fc.integer({ min: -70, max: 70 }), fc.constantFrom(2n ** 70n, -(2n ** 70n)))

const call = (name: string, ...args: readonly Value[]): Value => callMember(`text.${name}`, args)

/** Whether `part` stands in `text` at an index, by code points. */
function standsAt(text: readonly string[], part: readonly string[], index: number): boolean {
  return index >= 0 && part.every((codePoint, offset) => text[index + offset] === codePoint)
}

function indexOf(text: readonly string[], part: readonly string[], from: number): number {
  for (let index = from; index + part.length <= text.length; index += 1) if (standsAt(text, part, index)) return index
  return -1
}

function splitAt(text: readonly string[], separator: readonly string[]): readonly string[] {
  const parts: string[] = []
  let start = 0
  for (let at = indexOf(text, separator, 0); at !== -1; at = indexOf(text, separator, start)) {
    parts.push(text.slice(start, at).join(''))
    start = at + separator.length
  }
  return [...parts, text.slice(start).join('')]
}

function pythonIndex(index: number | bigint, length: number): number {
  const place = index < 0 ? BigInt(index) + BigInt(length) : BigInt(index)
  if (place < 0n) return 0
  return place > BigInt(length) ? length : Number(place)
}

it('contains, find, starts_with and ends_with search by code points', () => {
  fc.assert(
    fc.property(texts, shortTexts, (text, part) => {
      const [codePoints, wanted] = [Array.from(text), Array.from(part)]
      const index = indexOf(codePoints, wanted, 0)
      expect(call('contains', text, part)).toBe(index !== -1)
      expect(call('find', text, part)).toBe(index === -1 ? null : index)
      expect(call('starts_with', text, part)).toBe(standsAt(codePoints, wanted, 0))
      expect(call('ends_with', text, part)).toBe(standsAt(codePoints, wanted, codePoints.length - wanted.length))
    }),
  )
})

it('split and replace find each part from left to right', () => {
  fc.assert(
    fc.property(texts, shortTexts, shortTexts, (text, part, replacement) => {
      fc.pre(part !== '')
      const parts = splitAt(Array.from(text), Array.from(part))
      expect(call('split', text, part)).toEqual(parts)
      expect(call('replace', text, part, replacement)).toBe(parts.join(replacement))
      expect(call('join', parts, part)).toBe(text)
    }),
  )
})

it('split without a separator gives the words', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(call('split', text)).toEqual(text.split(/\p{White_Space}+/u).filter((word) => word !== ''))
    }),
  )
  expect(call('split', '')).toEqual([])
  expect(call('split', ' \u0085\u00a0 ')).toEqual([])
  expect(call('split', '', ',')).toEqual([''])
  expect(call('split', 'a,b,,c', ',')).toEqual(['a', 'b', '', 'c'])
})

it('white space is what Unicode says, for split and for trim', () => {
  for (let codePoint = 0; codePoint <= 0xffff; codePoint += 1) {
    const character = String.fromCharCode(codePoint)
    const isSpace = /\p{White_Space}/u.test(character)
    if (lengthOf(call('split', character), 0) !== (isSpace ? 0 : 1))
      expect.fail(`split sees U+${codePoint.toString(16)}`)
    if (call('trim', `${character}x`) !== (isSpace ? 'x' : `${character}x`)) expect.fail(codePoint.toString(16))
  }
})

it('split refuses an empty separator', () => {
  expect(problemOf(() => call('split', 'abc', ''))?.headline).toBe(
    '`text.split` needs a `separator` of at least one code point, but got ""',
  )
})

it('replace puts the new text around each code point if the old one is empty', () => {
  expect(call('replace', 'a😀', '', '-')).toBe('-a-😀-')
  expect(call('replace', '', '', '-')).toBe('-')
  expect(call('replace', '$1 $1', '$1', '$&')).toBe('$& $&')
})

it('join names the element that is no String', () => {
  expect(call('join', [], ', ')).toBe('')
  expect(problemOf(() => call('join', ['a', 1], ''))?.headline).toBe(
    '`text.join` needs an Array of Strings as `parts`, but got one with an Int at index 1',
  )
})

it("slice is Python's", () => {
  const check = (text: string, from: number | bigint, to: number | bigint | undefined) => {
    const codePoints = Array.from(text)
    const end = to === undefined ? codePoints.length : pythonIndex(to, codePoints.length)
    const expected = codePoints.slice(pythonIndex(from, codePoints.length), end).join('')
    expect(to === undefined ? call('slice', text, from) : call('slice', text, from, to)).toBe(expected)
  }
  fc.assert(fc.property(texts, indices, fc.option(indices, { nil: undefined }), check))
  fc.assert(fc.property(fc.nat(300), fc.nat(300), (from, to) => check('a😀ñ'.repeat(100), from, to)))
})

it('many short slices of a long String take no walk each', () => {
  const text = 'a😀'.repeat(100_000)
  let found = 0
  for (let index = 0; index < 200_000; index += 1) if (call('slice', text, index, index + 2) === '😀a') found += 1
  expect(found).toBe(99_999)
})

it('repeat, pad_left and pad_right count code points', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: -3, max: 80 }), (text, count) => {
      const missing = Math.max(0, count - Array.from(text).length)
      expect(call('repeat', text, count)).toBe(text.repeat(Math.max(0, count)))
      expect(call('pad_left', text, count)).toBe(' '.repeat(missing) + text)
      expect(call('pad_right', text, count, '😀')).toBe(text + '😀'.repeat(missing))
    }),
  )
  expect(call('repeat', '', 2n ** 80n)).toBe('')
  expect(call('repeat', 'x', -(2n ** 80n))).toBe('')
})

it('a fill is one code point', () => {
  expect(codeOf(() => call('pad_left', 'a', 1, ''))).toBe('wrong-builtin-argument')
  expect(problemOf(() => call('pad_right', 'a', 3, 'e\u0301'))?.headline).toBe(
    '`text.pad_right` needs a String of one code point as `fill`, but got one of 2',
  )
})

it('lines end at LF, CRLF and CR', () => {
  expect(call('lines', 'a\nb')).toEqual(['a', 'b'])
  expect(call('lines', 'a\r\n\rb\n')).toEqual(['a', '', 'b'])
  expect(call('lines', '')).toEqual([])
  expect(call('lines', '\n')).toEqual([''])
  expect(call('lines', 'a\u2028b\f')).toEqual(['a\u2028b\f'])
})

it('lower and upper follow Unicode', () => {
  expect(call('upper', 'straße ñ 😀')).toBe('STRASSE Ñ 😀')
  expect(call('lower', 'ΟΔΟΣ ΟΔΟΣ')).toBe('οδος οδος')
  expect(call('lower', 'İI')).toBe('i\u0307i')
})

it('nothing grows beyond the limit of Strings', () => {
  const half = 'x'.repeat(2 ** 27)
  expect(codeOf(() => call('repeat', half, 3))).toBe('string-too-long')
  expect(codeOf(() => call('repeat', 'x', 2n ** 80n))).toBe('string-too-long')
  expect(codeOf(() => call('pad_left', half, 2 ** 28 + 1))).toBe('string-too-long')
  expect(codeOf(() => call('pad_right', '', 2 ** 28, '😀'))).toBe('string-too-long')
  expect(codeOf(() => call('join', [half, half], ','))).toBe('string-too-long')
  expect(codeOf(() => call('join', [half, half], ''))).toBe('none')
  expect(codeOf(() => call('replace', 'aaa', 'a', half))).toBe('string-too-long')
  expect(codeOf(() => call('replace', 'aaa', '', half))).toBe('string-too-long')
  expect(codeOf(() => call('replace_all', 'aaa', 'a', half))).toBe('string-too-long')
  expect(codeOf(() => call('replace_all', 'a'.repeat(2 ** 16), 'a', "$'$'"))).toBe('string-too-long')
  expect(codeOf(() => call('upper', 'ß'.repeat(2 ** 27 + 1)))).toBe('string-too-long')
})

it('no piece for upper and lower case changes its length by where it is cut', () => {
  for (let codePoint = 0x10000; codePoint <= 0x10ffff; codePoint += 1) {
    const character = String.fromCodePoint(codePoint)
    const isSame = character.toUpperCase().length === 2 && character.toLowerCase().length === 2
    if (!isSame) expect.fail(`U+${codePoint.toString(16)} changes its length`)
  }
})

it('an Array that cannot hold the parts is refused before it is made', () => {
  expect(codeOf(() => call('split', ','.repeat(2 ** 26), ','))).toBe('array-too-long')
}, 60_000)
