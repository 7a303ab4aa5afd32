/** The parameters of a declared tool as JSON Schema, for a model to read (spec 02 §2). */

import type { Signature } from '../execution/signature.ts'
import type { JsonObject } from '../ports/json.ts'
import type { ValueType } from '../values/types.ts'

/** An object schema with all parameters required and no others: a call is matched to them by name. */
export function inputSchemaOf(signature: Signature): JsonObject {
  const { parameters } = signature
  return {
    type: 'object',
    // Not an object literal: a parameter may be called `__proto__`.
    properties: Object.fromEntries(parameters.map(({ name, type }) => [name, schemaOf(type)])),
    required: parameters.map(({ name }) => name),
    additionalProperties: false,
  }
}

/** The schema of one type; a type that JSON has no word for accepts everything. */
function schemaOf(type: ValueType | undefined): JsonObject {
  if (type === undefined) return {}
  switch (type.name) {
    case 'Int':
      return { type: 'integer' }
    case 'Float':
      return { type: 'number' }
    case 'String':
      return { type: 'string' }
    case 'Bool':
      return { type: 'boolean' }
    case 'Record':
      return { type: 'object' }
    case 'Array':
      return { type: 'array', items: schemaOf(type.arguments[0]) }
    default:
      return {}
  }
}
