/**
 * Values as JSON text (spec 01 §3). Reading is in `json-reader.ts`.
 */

import { isContainer, jsonAtomText, nestedText } from './nested-text.ts'
import type { SiteId } from './sense-error.ts'
import { TextBuilder } from './text-builder.ts'
import type { Value } from './value.ts'

export { JsonTextError, parseJson, type JsonDialect } from './json-reader.ts'

/**
 * The JSON text of `value`: `{"a": 1, "b": [1.5, "x"]}`, or with `indent`, 0 or more, a line for each
 * element. An error for what JSON lacks: inf, nan, a cycle, and objects of other kinds.
 */
export function jsonText(value: Value, site: SiteId, indent?: number): string {
  if (isContainer(value)) return nestedText(value, 'json', site, indent)
  if (typeof value !== 'string') return jsonAtomText(value, site)
  const builder = new TextBuilder(site)
  builder.addQuoted(value)
  return builder.text()
}
