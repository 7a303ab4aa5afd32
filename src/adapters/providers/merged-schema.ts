/** Schemas that must all hold, as one schema: what `allOf` and a reference with keywords beside it mean. */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { isJsonArray, isJsonObject } from './json-shape.ts'

/**
 * `own` with what `added` adds. Properties and required names are joined; of any other keyword that both have, `own` keeps
 * its own: the result may say less than both together, never something else.
 */
export function withMerged(own: JsonObject, added: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...added, ...own }
  const properties = mergedProperties(own['properties'], added['properties'])
  if (properties !== undefined) result['properties'] = properties
  const required = [...listOf(own['required']), ...listOf(added['required'])]
  if (required.length > 0) result['required'] = [...new Set(required)]
  // The names that one of them forbids beside its own are the other's.
  const isJoined = own['properties'] !== undefined && added['properties'] !== undefined
  if (isJoined) delete result['additionalProperties']
  return result
}

export function withMergedAll(own: JsonObject, added: readonly JsonObject[]): JsonObject {
  return added.reduce(withMerged, own)
}

function mergedProperties(own: Json | undefined, added: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(own)) return isJsonObject(added) ? added : undefined
  if (!isJsonObject(added)) return own
  const names = new Set([...Object.keys(own), ...Object.keys(added)])
  const pairs = Array.from(names, (name): readonly [string, Json] => {
    const [first, second] = [propertyOf(own, name), propertyOf(added, name)]
    if (isJsonObject(first) && isJsonObject(second)) return [name, withMerged(first, second)]
    return [name, first ?? second ?? {}]
  })
  // Not an object literal: a property may be called `__proto__`.
  return Object.fromEntries(pairs)
}

function propertyOf(properties: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : []
}
