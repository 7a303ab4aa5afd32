import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../../src/runtime/tools/sha256.ts'
import type { QualifiedName } from '../../../../src/runtime/tools/tool-names.ts'
import { acceptableName, assignWireNames, canonicalNameOf } from '../../../../src/runtime/tools/tool-names.ts'

const named = (server: string | undefined, tool: string): QualifiedName => ({ server, tool })
const wireNameOf = (server: string | undefined, tool: string): string | undefined =>
  assignWireNames([named(server, tool)])[0]
const acceptable = /^[A-Za-z0-9_-]{1,64}$/

describe('sha256Hex', () => {
  it('knows the published examples', () => {
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('agrees with Node on any text', () => {
    const ofNode = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
    for (const length of [55, 56, 63, 64, 65, 119, 120])
      expect(sha256Hex('a'.repeat(length))).toBe(ofNode('a'.repeat(length)))
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => sha256Hex(text) === ofNode(text)))
  })
})

describe('wire names', () => {
  it('keep plain names readable', () => {
    expect(wireNameOf('files', 'read_file')).toBe('files__read_file')
    expect(wireNameOf('files', 'read-file')).toBe('files__read-file')
    expect(wireNameOf(undefined, 'search')).toBe('search')
    expect(wireNameOf(undefined, '_private')).toBe('_private')
  })

  it('are known values, the same in every run', () => {
    expect(wireNameOf('s', 'a.b')).toBe(`s__a_b_${sha256Hex('s.a.b').slice(0, 8)}`)
    expect(wireNameOf('s', 'a.b')).toBe('s__a_b_17ad37df')
  })

  it.each([
    [named('s', 'a.b'), named('s', 'a_b')],
    [named('a__b', 'c'), named('a', 'b__c')],
    [named('a_', 'c'), named('a', '_c')],
    [named('s', `${'x'.repeat(128)}1`), named('s', `${'x'.repeat(128)}2`)],
    [named('größe', 'x'), named('gr__e', 'x')],
    [named('日本', 'x'), named('中国', 'x')],
    [named('1s', 'x'), named('x_1s', 'x')],
    [named('', 'x'), named('_', 'x')],
    [named('s', ''), named('s', '_')],
    [named('s', '\ud800'), named('s', '\ud801')],
    [named('a', 'b'), named(undefined, 'a__b')],
    [named(undefined, 'ä'), named(undefined, 'ö')],
  ])('tell %j and %j apart', (first, second) => {
    const wireNames = assignWireNames([first, second])
    expect(new Set(wireNames).size).toBe(2)
    for (const wireName of wireNames) expect(wireName).toMatch(acceptable)
  })

  it('leave a declared tool its plain name', () => {
    const [ofServer, declared] = assignWireNames([named('a', 'b'), named(undefined, 'a__b')])
    expect(declared).toBe('a__b')
    expect(ofServer).toBe(`a__b_${sha256Hex('a.b').slice(0, 8)}`)
  })

  it('lengthen the hash where a plain name looks like a hashed one', () => {
    const hashed = wireNameOf('s', 'a.b') ?? ''
    const [declared, ofServer] = assignWireNames([named(undefined, hashed), named('s', 'a.b')])
    expect(declared).toBe(hashed)
    expect(ofServer).toBe(`s__a_b_${sha256Hex('s.a.b').slice(0, 16)}`)
  })

  it('begin with a letter where they carry a hash', () => {
    expect(wireNameOf('1s', 'x')).toMatch(/^x_1s__x_[0-9a-f]{8}$/)
    expect(wireNameOf('', '')).toMatch(/^x____[0-9a-f]{8}$/)
  })

  it('are acceptable, different, and independent of the order', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', '_', '-', '.', 'é', '1'), maxLength: 6 }),
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 55, maxLength: 70 }),
    )
    const name = fc.record({ server: fc.option(text, { nil: undefined }), tool: text })
    const names = fc.uniqueArray(name, { selector: canonicalNameOf, maxLength: 12 })
    fc.assert(
      fc.property(names, (qualified) => {
        const wireNames = assignWireNames(qualified)
        expect(new Set(wireNames).size).toBe(qualified.length)
        for (const wireName of wireNames) expect(wireName).toMatch(acceptable)
        expect(assignWireNames(qualified.toReversed()).toReversed()).toEqual(wireNames)
      }),
    )
  })

  it('make something acceptable of any text', () => {
    expect(acceptableName('')).toBe('_')
    expect(acceptableName('no such.tool')).toBe('no_such_tool')
    expect(acceptableName('__proto__')).toBe('__proto___')
    expect(acceptableName('x'.repeat(100))).toMatch(acceptable)
  })
})
