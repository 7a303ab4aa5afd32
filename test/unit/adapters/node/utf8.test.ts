import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstBadByte } from '../../../../src/adapters/node/utf8.ts'

const bytesOf = (...bytes: number[]): Uint8Array => Uint8Array.from(bytes)

it('accepts all that a strict decoder accepts, and nothing else', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const isUtf8 = (bytes: Uint8Array): boolean => {
    try {
      decoder.decode(bytes)
      return true
    } catch {
      return false
    }
  }
  // Bytes of sequences are likely, so that long and nearly good ones occur.
  const byte = fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(0xe0, 0xed, 0xf0, 0xf4, 0x80, 0x9f, 0xa0, 0xbf, 65),
  )
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 12 }), (bytes) => {
      const array = Uint8Array.from(bytes)
      const bad = firstBadByte(array)
      expect(bad === undefined).toBe(isUtf8(array))
      if (bad !== undefined) expect(isUtf8(array.subarray(0, bad))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

it('names the start of the sequence', () => {
  expect(firstBadByte(bytesOf(65, 0xe2, 0x82, 65))).toBe(1)
})

it('takes a sequence that is cut off as bad', () => {
  expect(firstBadByte(bytesOf(65, 0xf0, 0x9f, 0x98))).toBe(1)
})
