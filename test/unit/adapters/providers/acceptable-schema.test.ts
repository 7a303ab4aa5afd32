import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptableSchema } from '../../../../src/adapters/providers/acceptable-schema.ts'
import type { Json, JsonObject } from '../../../../src/runtime/ports/json.ts'
import { schemaComplaints } from '../../../providers/schema-rules.ts'

/** What is sent for a schema. */
function sent(schema: JsonObject, keepsPatterns = true): JsonObject {
  const accepted = acceptableSchema(schema, { keepsPatterns })
  if (accepted.kind === 'refused') throw new Error(accepted.reason)
  expect(schemaComplaints(accepted.schema, 'schema')).toEqual([])
  return accepted.schema
}

/** What is sent for the schema of one argument. */
const sentFor = (argument: Json, more: JsonObject = {}): unknown => {
  const { properties } = sent({ type: 'object', properties: { a: argument }, ...more })
  return (properties as JsonObject)['a']
}

describe('the schema of an argument', () => {
  it.each<[what: string, schema: Json, expected: Json]>([
    [
      'a plain one',
      { type: 'string', description: 'd', minLength: 1 },
      { type: 'string', description: 'd', minLength: 1 },
    ],
    [
      'keywords that nobody reads',
      { type: 'string', $comment: 'c', 'x-a': 1, readOnly: true, if: {} },
      { type: 'string' },
    ],
    [
      'keywords of the wrong form',
      { type: 'integer', minimum: '3', maxLength: -1, title: 5, enum: [] },
      { type: 'integer' },
    ],
    ['an unknown type', { type: 'any' }, {}],
    ['several types', { type: ['string', 'any', 'null', 'null'] }, { type: ['string', 'null'] }],
    ['nullable of OpenAPI', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['flags of draft 4', { minimum: 3, exclusiveMinimum: true, required: true }, { minimum: 3, exclusiveMinimum: 3 }],
    ['a constant', { const: 'x' }, { enum: ['x'] }],
    ['true', true, {}],
    ['no schema at all', 'string', {}],
    ['one of', { oneOf: [{ type: 'string' }, { const: 1 }] }, { anyOf: [{ type: 'string' }, { enum: [1] }] }],
    ['one of one', { description: 'd', oneOf: [{ type: 'string' }] }, { description: 'd', type: 'string' }],
    ['equal alternatives', { anyOf: [{ type: 'string' }, { type: 'string', $id: 'x' }] }, { type: 'string' }],
    ['a list without elements', { type: 'array' }, { type: 'array', items: {} }],
    [
      'a list by position, of old',
      { type: 'array', items: [{ type: 'string' }] },
      { type: 'array', items: { type: 'string' } },
    ],
    [
      'a list by position, of today',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
    ],
    [
      'needed names that are not there',
      { type: 'object', properties: { b: true }, required: ['b', 'c', 1, 'b'] },
      { type: 'object', properties: { b: {} }, required: ['b'] },
    ],
    [
      'a forbidden property',
      { properties: { b: false, c: {} }, required: ['b'] },
      { type: 'object', properties: { c: {} } },
    ],
    [
      'names by pattern',
      { type: 'object', patternProperties: { '^x': {} }, additionalProperties: false },
      { type: 'object' },
    ],
    ['looking ahead', { type: 'string', pattern: '^(?=a)' }, { type: 'string' }],
    ['a pattern that is none', { type: 'string', pattern: '(' }, { type: 'string' }],
    ['a common pattern', { type: 'string', pattern: '^a+$' }, { type: 'string', pattern: '^a+$' }],
    [
      'all of',
      {
        description: 'mine',
        allOf: [
          { properties: { b: {} }, required: ['b'] },
          { description: 'theirs', properties: { c: {} } },
        ],
      },
      { description: 'mine', type: 'object', properties: { b: {}, c: {} }, required: ['b'] },
    ],
  ])('%s', (_what, schema, expected) => {
    expect(sentFor(schema)).toEqual(expected)
  })

  it('has no pattern for servers that make a grammar of it', () => {
    const { properties } = sent({ type: 'object', properties: { a: { type: 'string', pattern: '^a$' } } }, false)
    expect(properties).toEqual({ a: { type: 'string' } })
  })
})

describe('references', () => {
  const definitions = {
    definitions: {
      'a/b': { type: 'integer' },
      tree: { type: 'object', properties: { next: { $ref: '#/definitions/tree' } } },
    },
  }

  it('are put in place', () => {
    expect(sentFor({ $ref: '#/definitions/a~1b', description: 'd' }, definitions)).toEqual({
      type: 'integer',
      description: 'd',
    })
    expect(sentFor({ $ref: '#/definitions/a%7E1b' }, definitions)).toEqual({ type: 'integer' })
    expect(sentFor({ $ref: 'x:y#/$defs/d' }, { $id: 'x:y', $defs: { d: { type: 'null' } } })).toEqual({ type: 'null' })
  })

  it.each(['#/definitions/none', '#/definitions/tree/properties/0', 'https://example.com/s.json', '#name', '#/%', ''])(
    'to nowhere say nothing: %j',
    ($ref) => {
      expect(sentFor({ $ref, description: 'd' }, definitions)).toEqual({ description: 'd' })
    },
  )

  it('that come back to themselves end', () => {
    const tree = { type: 'object', properties: { next: {} } }
    expect(sentFor({ $ref: '#/definitions/tree' }, definitions)).toEqual(tree)
    expect(sentFor({ $ref: '#/properties/a' })).toEqual({})
    expect(sentFor({ $ref: '#' })).toEqual({})
  })

  it('that double themselves end', () => {
    const levels = Array.from({ length: 40 }, (_, level): [string, Json] => {
      const next = { $ref: `#/$defs/d${level + 1}` }
      return [`d${level}`, { type: 'object', properties: { left: next, right: next } }]
    })
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: Object.fromEntries(levels) }
    expect(JSON.stringify(sent(schema)).length).toBeLessThan(1_000_000)
  })

  it('do not lead into the prototype', () => {
    expect(sentFor({ $ref: '#/constructor/prototype' })).toEqual({})
  })
})

describe('the root', () => {
  it('is an object', () => {
    expect(sent({})).toEqual({ type: 'object', properties: {} })
    expect(sent({ $schema: 'x', type: ['object', 'null'], title: 't', minProperties: 1 })).toEqual({
      type: 'object',
      properties: {},
    })
    expect(sent({ $ref: '#/$defs/d', $defs: { d: { properties: { a: {} } } } })).toMatchObject({
      properties: { a: {} },
    })
  })

  it('that is none is refused', () => {
    expect(acceptableSchema({ type: 'array', items: {} }, { keepsPatterns: true })).toMatchObject({ kind: 'refused' })
    expect(acceptableSchema({ type: ['string', 'null'] }, { keepsPatterns: true })).toMatchObject({ kind: 'refused' })
  })

  it('has no alternatives, and says which arguments belong together', () => {
    const schema = {
      type: 'object',
      description: 'Finds.',
      properties: { all: { type: 'boolean' } },
      required: ['all'],
      oneOf: [
        { properties: { id: { type: 'integer' }, depth: {} }, required: ['id', 'depth'] },
        { properties: { id: { type: 'string' }, name: {} }, required: ['name'], additionalProperties: false },
      ],
    }
    expect(sent(schema)).toEqual({
      type: 'object',
      description: 'Finds.\nGive one of these sets of arguments: (id, depth), (name).',
      properties: {
        all: { type: 'boolean' },
        id: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
        depth: {},
        name: {},
      },
      required: ['all'],
    })
  })

  it('keeps a property with the name of a prototype', () => {
    const properties = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "null"}}') as JsonObject
    const branch = { properties }
    for (const schema of [{ properties }, { anyOf: [branch, branch, {}] }, { allOf: [branch, {}] }]) {
      expect(Object.entries(sent({ type: 'object', ...schema })['properties'] ?? {})).toEqual(
        Object.entries(properties),
      )
    }
  })
})

const names = ['type', 'properties', 'items', 'anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'enum', 'required', 'not']
const keywords = [...names, 'prefixItems', 'additionalProperties', 'minimum', 'pattern', 'default', 'if', 'x-y']
const anySchema = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.boolean(),
    fc.constantFrom('object', 'array', 'string', '#', '#/$defs/a', '#/properties/b', '(', ['object', 'array'], 3, null),
    fc.array(tie('schema'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keywords, 'a', 'b', '__proto__'), tie('schema'), { maxKeys: 5 }),
  ),
})).schema

it('is accepted whatever the server wrote', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keywords), anySchema), (schema) => {
      const accepted = acceptableSchema(schema as JsonObject, { keepsPatterns: true })
      return accepted.kind === 'refused' || schemaComplaints(accepted.schema, 'schema').length === 0
    }),
    { numRuns: 300 },
  )
})
