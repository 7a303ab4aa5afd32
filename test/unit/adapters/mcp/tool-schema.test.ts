import { describe, expect, it } from 'vitest'
import { usableSchema } from '../../../../src/adapters/mcp/tool-schema.ts'
import type { Json } from '../../../../src/runtime/ports/json.ts'

const property = (schema: Json): Json => ({ type: 'object', properties: { a: schema } })

describe('what is right stays as it is', () => {
  it.each<Json>([
    { type: 'object' },
    { type: 'object', properties: {}, required: [], additionalProperties: false },
    { type: 'object', properties: { a: true, b: { enum: [1, null] } }, $schema: 'x', unknown: { type: 7 } },
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/n' } },
      $defs: { n: { properties: { a: { $ref: '#/$defs/n' } } } },
    },
    { type: 'object', properties: { a: { $ref: '#' }, b: { $ref: '#there' }, c: { $anchor: 'there' } } },
    { $id: 'x:y', type: 'object', properties: { a: { $ref: 'x:y#/properties/b' }, b: { type: ['string', 'null'] } } },
    { type: 'object', properties: { 'a/b~c': {}, d: { $ref: '#/properties/a~1b~0c' } } },
    { type: 'object', properties: { a: { items: [{}, { type: 'string' }], additionalItems: false } } },
    { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, false] } }, default: { type: 'anything' } },
  ])('%j', (schema) => {
    expect(usableSchema(schema)).toEqual({ schema })
  })
})

describe('what is wrong is left out', () => {
  it.each<[Json, Json]>([
    [{ type: 'str' }, {}],
    [{ type: 'String' }, { type: 'string' }],
    [{ type: ['string', 'any'] }, { type: ['string'] }],
    [{ type: [] }, {}],
    [{ properties: [] }, {}],
    [{ properties: { b: 'string' } }, { properties: { b: {} } }],
    [{ required: 'b' }, {}],
    [{ required: ['b', 7] }, { required: ['b'] }],
    [{ enum: [] }, {}],
    [{ items: 7 }, {}],
    [{ items: [7] }, {}],
    [{ anyOf: [{}, 'x'] }, { anyOf: [{}] }],
    [{ oneOf: {} }, {}],
    [{ minLength: '1', maximum: 5 }, { maximum: 5 }],
    [{ description: {} }, {}],
    [{ additionalProperties: null }, {}],
    [{ $ref: '#/nowhere' }, {}],
    [{ $ref: 'https://example.com/schema', title: 't' }, { title: 't' }],
    [{ $ref: 7 }, {}],
    [{ $ref: '#/properties/a' }, {}],
    [{ $ref: '#%zz' }, {}],
    [{ $dynamicRef: '#none' }, {}],
  ])('%j', (given, expected) => {
    const { schema, problem } = usableSchema(property(given))
    expect(schema).toEqual(property(expected))
    if (JSON.stringify(given) !== '{"type":"String"}') expect(problem).toMatch(/left out/)
  })

  it('without a word where it is another dialect', () => {
    expect(usableSchema(property({ exclusiveMinimum: true, pattern: '(?i)a(?P<b>c)' }))).toEqual({
      schema: property({}),
    })
  })

  it('references in a circle', () => {
    const $defs = { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }
    expect(usableSchema({ ...(property({ $ref: '#/$defs/a' }) as object), $defs }).schema).toEqual({
      ...(property({}) as object),
      $defs: { a: {}, b: {} },
    })
  })
})

describe('the root', () => {
  it('follows a reference', () => {
    const args = { type: 'object', properties: { a: {} } }
    expect(usableSchema({ $ref: '#/$defs/args', $defs: { args } })).toEqual({ schema: { ...args, $defs: { args } } })
    expect(usableSchema({ $ref: '#' }).schema).toEqual({ type: 'object' })
  })

  it('is an object, or the tool cannot be used', () => {
    expect(usableSchema({ type: ['object', 'null'] }).schema).toEqual({ type: 'object' })
    expect(usableSchema({ type: 'array' })).toMatchObject({
      schema: undefined,
      problem: expect.stringContaining('left out') as unknown,
    })
    for (const given of [undefined, null, true, 'x', 7, []])
      expect(usableSchema(given).schema).toEqual({ type: 'object' })
  })

  it('has properties called __proto__', () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as Json
    expect(JSON.stringify(usableSchema(schema).schema)).toBe(JSON.stringify(schema))
  })
})
