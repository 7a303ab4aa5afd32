import { describe, expect, it } from 'vitest'
import { ollamaBaseUrl } from '../../../../src/adapters/providers/ollama-address.ts'
import { withAcceptableNames, withOwnNames } from '../../../../src/adapters/providers/property-names.ts'

describe('the address of Ollama', () => {
  it.each([
    [undefined, 'http://127.0.0.1:11434/v1'],
    ['', 'http://127.0.0.1:11434/v1'],
    ['0.0.0.0', 'http://127.0.0.1:11434/v1'],
    ['http://[::]:80', 'http://127.0.0.1/v1'],
    ['[::1]', 'http://[::1]:11434/v1'],
    [':8080', 'http://127.0.0.1:8080/v1'],
    ['gpu.local', 'http://gpu.local:11434/v1'],
    ['gpu.local:1/ollama/', 'http://gpu.local:1/ollama/v1'],
    [' https://gpu.local ', 'https://gpu.local/v1'],
    ['http://gpu.local:11434/', 'http://gpu.local:11434/v1'],
  ])('of %j is %s', (host, url) => {
    expect(ollamaBaseUrl(host)).toBe(url)
  })

  it('is none where the variable holds none', () => {
    expect(ollamaBaseUrl('two words')).toBeUndefined()
    expect(ollamaBaseUrl(':99999')).toBeUndefined()
  })
})

describe('names of arguments', () => {
  const schema = {
    type: 'object',
    properties: { 'filter[id]': { type: 'string' }, filter_id_: {}, $top: { title: 'Top' }, ['x'.repeat(70)]: {} },
    required: ['filter[id]', 'filter_id_'],
  }

  it('are replaced where they are not accepted', () => {
    const renamed = withAcceptableNames(schema)
    expect(renamed.schema).toEqual({
      type: 'object',
      properties: {
        filter_id__2: { type: 'string', title: 'filter[id]' },
        filter_id_: {},
        _top: { title: 'Top' },
        ['x'.repeat(64)]: { title: 'x'.repeat(70) },
      },
      required: ['filter_id__2', 'filter_id_'],
    })
    const args = JSON.stringify({ filter_id__2: 1, filter_id_: 2, other: 3 })
    expect(JSON.parse(withOwnNames(args, renamed.ownNames))).toEqual({ 'filter[id]': 1, filter_id_: 2, other: 3 })
  })

  it('are left alone otherwise, and so are arguments that are none', () => {
    const plain = { type: 'object', properties: { a: {} } }
    expect(withAcceptableNames(plain)).toEqual({ schema: plain, ownNames: new Map() })
    expect(withAcceptableNames({ type: 'object' }).ownNames.size).toBe(0)
    const { ownNames } = withAcceptableNames(schema)
    for (const text of ['', '5', '[1]', '{"a"']) expect(withOwnNames(text, ownNames)).toBe(text)
  })
})
