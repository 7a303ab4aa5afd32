import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/runtime/ports/json.ts'
import type { ResultPart } from '../../../../src/runtime/ports/tool-servers.ts'
import { cutAtCodePoint, resultForModel } from '../../../../src/runtime/tools/result-text.ts'

const image: ResultPart = { kind: 'image', mediaType: 'image/png', base64: 'aGVsbG8=' }
const dot = {
  kind: 'image' as const,
  mediaType: 'image/x-dot',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
}
const imageRules = { mediaTypes: ['image/png'], bytesMax: 100 }
const textPart = (text: string): ResultPart => ({ kind: 'text', text })

function read(parts: readonly ResultPart[], structuredContent?: Json, rules?: typeof imageRules) {
  return resultForModel({ isError: false, parts, structuredContent }, { imageRules: rules, lengthMax: 1_000 })
}

describe('the text of a result', () => {
  it('joins text blocks without a separator', () => {
    expect(read([textPart('one'), textPart(''), textPart('two\n')]).text).toBe('onetwo\n')
  })

  it('does not repeat structured content beside text', () => {
    expect(read([textPart('text')], { a: 1 }).text).toBe('text')
  })

  it('gives structured content as JSON where there is no text', () => {
    expect(read([], { a: [1, 'x'] }).text).toBe('{"a":[1,"x"]}')
    expect(read([textPart(''), image], null).text).toBe('null\n[image: image/png, 5 bytes]')
  })

  it('describes structured content that is nested too deep', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as Json
    expect(read([], deep).text).toBe('[structured content that is nested too deep to be shown]')
  })

  it('says that there is none', () => {
    expect(read([])).toEqual({ text: '[the result is empty]', images: [] })
    expect(read([{ kind: 'text', text: '' }]).text).toBe('[the result is empty]')
  })

  it.each<[ResultPart, string]>([
    [image, '[image: image/png, 5 bytes]'],
    [{ kind: 'audio', mediaType: 'audio/wav', base64: 'aA==' }, '[audio: audio/wav, 1 byte]'],
    [{ kind: 'link', uri: 'file:///a', name: undefined }, '[link: file:///a]'],
    [{ kind: 'link', uri: 'file:///a', name: 'a\nb' }, '[link: a b, file:///a]'],
    [
      { kind: 'resource', uri: 'x:1', mediaType: 'a/b', text: undefined, byteCount: 7 },
      '[resource: x:1, a/b, 7 bytes]',
    ],
    [
      { kind: 'resource', uri: 'x:1', mediaType: undefined, text: 'inside', byteCount: undefined },
      '[resource: x:1]\ninside',
    ],
    [{ kind: 'unknown', note: 'a "hologram"' }, '[a part that cannot be shown: a "hologram"]'],
  ])('describes %j', (part, expected) => {
    expect(read([part]).text).toBe(expected)
  })

  it('puts each description on a line of its own', () => {
    expect(read([textPart('before'), image, image, textPart('after')]).text).toBe(
      'before\n[image: image/png, 5 bytes]\n[image: image/png, 5 bytes]\nafter',
    )
  })

  it('hands images to a model that takes them', () => {
    expect(read([textPart('see'), dot], undefined, imageRules)).toEqual({
      text: 'see',
      images: [{ mediaType: 'image/png', base64: dot.base64 }],
    })
  })

  it.each<[string, ResultPart & { readonly kind: 'image' }]>([
    ['no image', { ...dot, base64: 'aGVsbG8=' }],
    ['no base64', { ...dot, base64: `${dot.base64.slice(0, -4)} A==` }],
    ['cut', { ...dot, base64: dot.base64.slice(0, -1) }],
    ['too large', { ...dot, base64: dot.base64.replace('AAAA', 'AAAA'.repeat(30)) }],
    ['of a kind the model does not take', { ...dot, base64: 'R0lGODlhAQABAAAAACw=' }],
  ])('describes an image that is %s', (_fault, part) => {
    expect(read([part], undefined, imageRules)).toMatchObject({ images: [], text: expect.stringMatching(/^\[image: /) })
  })
})

describe('cutting', () => {
  it('keeps what fits', () => {
    expect(cutAtCodePoint('😀😀', 2)).toBe('😀😀')
  })

  it('never cuts a code point in half, and says how much is missing', () => {
    expect(cutAtCodePoint('a😀b😀', 2)).toBe('a😀\n[cut here: 2 more characters are missing]')
    expect(cutAtCodePoint('😀😀', 1)).toBe('😀\n[cut here: 1 more character is missing]')
  })
})
