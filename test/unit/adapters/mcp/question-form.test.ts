import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../../src/adapters/mcp/question-form.ts'
import type { Json, JsonObject } from '../../../../src/runtime/ports/json.ts'

function presetOf(schema: JsonObject, preset: Json): unknown {
  const fields = fieldsOf({ type: 'object', properties: { a: { ...schema, default: preset } } })
  return typeof fields === 'string' ? fields : fields[0]?.preset
}

const several = { type: 'array', items: { enum: ['r', 'g', 'b'] }, minItems: 1, maxItems: 2 }

describe('a default of a form', () => {
  it.each<[JsonObject, Json]>([
    [{ type: 'string', minLength: 2, maxLength: 3 }, 'añ😀'],
    [{ type: 'string', format: 'email' }, 'ada@example.org'],
    [{ type: 'string', format: 'date' }, '2026-12-01'],
    [{ type: 'integer', minimum: 1 }, 1],
    [{ type: 'number', maximum: 1 }, 0.5],
    [{ type: 'boolean' }, false],
    [{ enum: ['s', 'l'] }, 'l'],
    [several, ['r', 'b']],
  ])('of %j may be %j', (schema, preset) => {
    expect(presetOf(schema, preset)).toEqual(preset)
  })

  it.each<[JsonObject, Json]>([
    [{ type: 'string', minLength: 2, maxLength: 3 }, 'abcd'],
    [{ type: 'string', minLength: 2 }, '😀'],
    [{ type: 'string' }, 5],
    [{ type: 'string', format: 'email' }, 'ada'],
    [{ type: 'string', format: 'uri' }, 'no address'],
    [{ type: 'string', format: 'date' }, '2026-13-41'],
    [{ type: 'integer', minimum: 1 }, 0],
    [{ type: 'integer' }, 1.5],
    [{ type: 'number' }, '1'],
    [{ type: 'boolean' }, 'true'],
    [{ enum: ['s', 'l'] }, 'm'],
    [several, []],
    [several, ['r', 'g', 'b']],
    [several, ['r', 'r']],
    [several, ['r', 5]],
    [several, 'r'],
    [{ type: 'string' }, null],
  ])('of %j is none if it is %j', (schema, preset) => {
    expect(presetOf(schema, preset)).toBeUndefined()
  })
})
