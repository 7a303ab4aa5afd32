/** JSON in one form for each value: the names of objects in order, no spaces. And the hash of it. */

import { isExactNumber } from '../../ports/exact-json.ts'
import type { Json } from '../../ports/json.ts'

/** Two values have the same text exactly when they are the same JSON, whatever the order of their names. Not for deep data. */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`
  const fields = Object.entries(value).sort(byName)
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}

/** By code units: the same everywhere, unlike the order of a language. */
export function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** SHA-256 over the canonical text: `sha256-` and 64 hexadecimal digits. */
export async function hashOf(value: Json): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(value)))
  return `sha256-${Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
