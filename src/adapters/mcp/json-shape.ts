/** Looking into JSON that somebody else wrote. */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** A field of the object's own: JSON may name one `__proto__` or `constructor`. */
export function fieldOf(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

export function textField(value: JsonObject, name: string): string | undefined {
  const field = fieldOf(value, name)
  return typeof field === 'string' ? field : undefined
}

/** `text` as a JSON object or array; undefined if it is neither. */
export function parsedJson(text: string): Json | undefined {
  // Most noise is told apart by its ends; letting the parser throw costs far more.
  const ends = `${text.at(0) ?? ''}${text.at(-1) ?? ''}`
  if (ends !== '{}' && ends !== '[]') return undefined
  try {
    return jsonOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** What `JSON.parse` returns is JSON by construction; its type does not say so. */
function jsonOf(value: unknown): Json {
  return value as Json
}
