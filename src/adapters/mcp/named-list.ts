/**
 * Lists of resources and prompts: every page, every usable entry.
 *
 * What has no name or address is left out, of what is there twice the first is kept, and texts are cut, as it is done with
 * tools. A program sees at once what is missing, so only a list that does not end is told.
 */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { fieldOf, isJsonArray, isJsonObject, numberOf, textField, textLengthOf } from './json-shape.ts'
import { isMethodMissing, walkPages } from './list-pages.ts'
import { visible, visibleLines } from './quoted-text.ts'

/** More than any server has, and little beside what a program may hold. */
const ENTRIES_MAX = 10_000
const LIST_LENGTH_MAX = 64 * 1024 * 1024
/** As long as the name and the description of a tool may be. */
const NAME_LENGTH_MAX = 1_280
const DESCRIPTION_LENGTH_MAX = 32 * 1024

export interface NamedListSource<Entry> {
  readonly pageOf: (params: JsonObject) => Promise<JsonObject>
  /** The field of a page that holds its entries. */
  readonly field: string
  /** What an entry is known by. */
  readonly keyOf: (entry: Entry) => string
  /** Undefined for an entry that cannot be used. */
  readonly read: (given: JsonObject) => Entry | undefined
  /** Told why there may be more. */
  readonly incomplete: (why: string) => void
}

/** An empty list where the server has none. Rejects where the first page cannot be had. */
export async function namedList<Entry>(source: NamedListSource<Entry>): Promise<readonly Entry[]> {
  const entries = new Map<string, Entry>()
  let length = 0
  const take = (page: JsonObject): string | undefined => {
    for (const given of listField(page, source.field)) {
      length += textLengthOf(given)
      if (entries.size >= ENTRIES_MAX) return `it has more than ${ENTRIES_MAX} entries`
      if (length > LIST_LENGTH_MAX) return `it is longer than ${LIST_LENGTH_MAX} characters`
      const entry = isJsonObject(given) ? source.read(given) : undefined
      if (entry !== undefined && !entries.has(source.keyOf(entry))) entries.set(source.keyOf(entry), entry)
    }
    return undefined
  }
  try {
    const problem = await walkPages(source.pageOf, take)
    if (problem !== undefined) source.incomplete(problem)
  } catch (error) {
    if (!isMethodMissing(error)) throw error
  }
  return [...entries.values()]
}

/** A name or an address; undefined where it is missing, or has what no server means: too much, or what cannot be seen. */
export function nameField(given: JsonObject, field: string): string | undefined {
  const name = textField(given, field)
  if (name === undefined || name === '' || name.length > NAME_LENGTH_MAX) return undefined
  return visible(name) === name ? name : undefined
}

/** A text for people, cut where it is too long. */
export function describingField(given: JsonObject, field: string): string | undefined {
  const text = textField(given, field)
  if (text === undefined || text.length <= DESCRIPTION_LENGTH_MAX) return text && visibleLines(text)
  return `${visibleLines(text.slice(0, DESCRIPTION_LENGTH_MAX))}…`
}

/** A whole number from 0. */
export function countField(given: JsonObject, field: string): number | undefined {
  const count = numberOf(fieldOf(given, field))
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

export function listField(given: JsonObject, field: string): readonly Json[] {
  const list = fieldOf(given, field)
  return isJsonArray(list) ? list : []
}
