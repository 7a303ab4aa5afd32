/**
 * Values as JSON text and as plain JavaScript data (spec 01 §3). Reading is in `json-reader.ts`.
 */

import { notInJson } from '../../compiler/diagnostics/catalogue/values.ts'
import { doubleOf } from './arithmetic.ts'
import { Float } from './float.ts'
import { floatText } from './float-text.ts'
import { LargeMap } from './large-map.ts'
import { JSON_DEPTH_MAX } from './limits.ts'
import { isContainer, jsonAtomText, nestedText, type Container } from './nested-text.ts'
import { SenseRecord } from './record.ts'
import { noSite, SenseError, type SiteId } from './sense-error.ts'
import { TextBuilder } from './text-builder.ts'
import { describeValue, isObjectValue } from './types.ts'
import { isInt, type Value } from './value.ts'

export { JsonTextError, parseJson, type JsonDialect } from './json-reader.ts'

/** Data as JSON has it, in plain JavaScript objects. */
export type PlainJson = null | boolean | number | string | readonly PlainJson[] | PlainJsonObject

export interface PlainJsonObject {
  readonly [key: string]: PlainJson
}

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

/**
 * `value` as plain JavaScript data, for what takes objects and not text. It refuses what `jsonText` refuses, and nesting
 * that JavaScript's own JSON could not write. Float and Int become one kind here, and an Int beyond 2^53 the nearest
 * double: where that matters, send `jsonText`.
 */
export function plainJson(value: Value, site: SiteId = noSite): PlainJson {
  return new PlainConverter(site).convert(value, 0)
}

class PlainConverter {
  private readonly site: SiteId
  private readonly open = new Set<Container>()
  /** What was converted before: a container reached on many ways is converted once. */
  private readonly done = new LargeMap<Container, PlainJson>()

  constructor(site: SiteId) {
    this.site = site
  }

  convert(value: Value, depth: number): PlainJson {
    if (isContainer(value)) return this.done.get(value) ?? this.convertContainer(value, depth)
    if (isInt(value)) return doubleOf(value, this.site)
    if (value instanceof Float) return this.finite(value)
    if (isObjectValue(value)) throw new SenseError(notInJson(describeValue(value)), this.site)
    return value
  }

  private convertContainer(container: Container, depth: number): PlainJson {
    const isCycle = this.open.has(container)
    if (isCycle) throw new SenseError(notInJson(`${describeValue(container)} that contains itself`), this.site)
    if (depth === JSON_DEPTH_MAX) throw new SenseError(notInJson('values nested more than 1,000 deep'), this.site)
    this.open.add(container)
    const plain =
      container instanceof SenseRecord ? this.plainObject(container, depth) : this.plainArray(container, depth)
    this.open.delete(container)
    this.done.set(container, plain)
    return plain
  }

  private plainArray(elements: readonly Value[], depth: number): PlainJson {
    return elements.map((element) => this.convert(element, depth + 1))
  }

  /** `fromEntries` makes an own property of every key, `__proto__` too. */
  private plainObject(record: SenseRecord, depth: number): PlainJson {
    const entries: [string, PlainJson][] = []
    for (const [key, value] of record.entries) entries.push([key, this.convert(value, depth + 1)])
    return Object.fromEntries(entries)
  }

  private finite(float: Float): number {
    if (Number.isFinite(float.double)) return float.double
    throw new SenseError(notInJson(`the Float ${floatText(float.double)}`), this.site)
  }
}
