/** Schemas that must all hold, as one schema: what `allOf` and a reference with keywords beside it mean. */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { isJsonArray, isJsonObject } from './json-shape.ts'

/**
 * `own` with what all of `added` add. Properties and required names are joined; of any other keyword that several have, the
 * first is kept: the result may say less than all of them together, never something else.
 */
export function withMergedAll(own: JsonObject, added: readonly JsonObject[]): JsonObject {
  if (added.length === 0) return own
  const all = [own, ...added]
  const result: Record<string, Json> = {}
  for (const schema of all.toReversed()) Object.assign(result, schema)
  const properties = all.map((schema) => schema['properties']).filter(isJsonObject)
  if (properties.length > 0) result['properties'] = mergedProperties(properties)
  const required = new Set(all.flatMap((schema) => listOf(schema['required'])))
  if (required.size > 0) result['required'] = [...required]
  // The names that one of them forbids beside its own are the other's.
  if (properties.length > 1) delete result['additionalProperties']
  return result
}

export function withMerged(own: JsonObject, added: JsonObject): JsonObject {
  return withMergedAll(own, [added])
}

function mergedProperties(all: readonly JsonObject[]): JsonObject {
  const [only] = all
  if (all.length === 1 && only !== undefined) return only
  const found = new Map<string, JsonObject[]>()
  for (const properties of all) {
    for (const [name, schema] of Object.entries(properties)) {
      const schemas = found.get(name) ?? []
      found.set(name, schemas)
      if (isJsonObject(schema)) schemas.push(schema)
    }
  }
  // Not an object literal: a property may be called `__proto__`.
  return Object.fromEntries(
    Array.from(found, ([name, [first = {}, ...others]]) => [name, withMergedAll(first, others)]),
  )
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : []
}
