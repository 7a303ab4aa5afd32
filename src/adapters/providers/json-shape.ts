/** Looking into JSON that somebody else wrote. */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** The object that the text stands for, or undefined if it is no JSON, or JSON of another kind. */
export function jsonObjectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
