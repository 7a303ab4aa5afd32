/** The simple keywords of a schema that all vendors read, each in the form that today's JSON Schema gives it. */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { isJsonArray, isJsonObject } from './json-shape.ts'

type Check = (value: Json) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isCount: Check = (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0
const isFlag: Check = (value) => typeof value === 'boolean'

const checks: ReadonlyMap<string, Check> = new Map(
  Object.entries({
    title: isText,
    description: isText,
    default: () => true,
    format: isText,
    minimum: isNumber,
    maximum: isNumber,
    exclusiveMinimum: isNumber,
    exclusiveMaximum: isNumber,
    multipleOf: (value) => typeof value === 'number' && value > 0,
    minLength: isCount,
    maxLength: isCount,
    minItems: isCount,
    maxItems: isCount,
    minProperties: isCount,
    maxProperties: isCount,
    uniqueItems: isFlag,
  }),
)

const typeNames: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

/** The keywords of this one schema, without those that hold other schemas. */
export function acceptableKeywords(schema: JsonObject, keepsPatterns: boolean): JsonObject {
  const result: Record<string, Json> = {}
  const type = typeOf(schema)
  if (type !== undefined) result['type'] = type
  for (const [keyword, value] of Object.entries(schema)) {
    if (checks.get(keyword)?.(value) === true) result[keyword] = value
  }
  Object.assign(result, exclusiveBounds(schema))
  const values = enumOf(schema)
  if (values !== undefined) result['enum'] = values
  const { pattern } = schema
  if (keepsPatterns && typeof pattern === 'string' && isCommonPattern(pattern)) result['pattern'] = pattern
  return result
}

/** One type or several; `nullable`, which OpenAPI has, is one more. Unknown types say nothing. */
function typeOf({ type, nullable, properties }: JsonObject): Json | undefined {
  const named = (isJsonArray(type) ? type : [type]).filter((name) => typeof name === 'string' && typeNames.has(name))
  // Properties alone mean an object, and some vendors want to be told.
  const known = named.length === 0 && isJsonObject(properties) ? ['object'] : named.filter((name) => name !== undefined)
  const all = [...new Set(nullable === true && known.length > 0 ? [...known, 'null'] : known)]
  return all.length > 1 ? all : all[0]
}

/** A constant is a list of one value. */
function enumOf({ enum: values, const: constant }: JsonObject): Json | undefined {
  if (constant !== undefined) return [constant]
  return isJsonArray(values) && values.length > 0 ? values : undefined
}

/** Until draft 4 these were flags beside the bounds. */
function exclusiveBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): JsonObject {
  return {
    ...(exclusiveMinimum === true && typeof minimum === 'number' ? { exclusiveMinimum: minimum } : {}),
    ...(exclusiveMaximum === true && typeof maximum === 'number' ? { exclusiveMaximum: maximum } : {}),
  }
}

/** Characters: several times the longest pattern that anybody reads. */
const patternLengthMax = 2_000

/**
 * A pattern that reads the same everywhere: it is one at all, looks neither ahead nor behind, and names no property of
 * Unicode.
 */
function isCommonPattern(pattern: string): boolean {
  if (pattern.length > patternLengthMax || /\(\?(=|!|<=|<!)|\\[pP]\{/.test(pattern)) return false
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
