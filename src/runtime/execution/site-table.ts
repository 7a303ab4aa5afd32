/**
 * From the site numbers in generated code to places in source text.
 *
 * Sites are numbered over the whole run, so that a number alone says file and span, whichever module it came from.
 */

import type { Place, SourceFile, Span } from '../../compiler/source/source-file.ts'
import { positionAt } from '../../compiler/source/positions.ts'
import type { SiteId } from '../values/sense-error.ts'

export class SiteTable {
  readonly #places: Place[] = []

  /** Adds the spans of one compiled file and gives the number of the first; the others follow in order. */
  add(file: SourceFile, spans: readonly Span[]): SiteId {
    const first = this.#places.length
    for (const span of spans) this.#places.push({ file, span })
    return first
  }

  /** How many sites there are; the number of the next. */
  get size(): number {
    return this.#places.length
  }

  placeOf(site: SiteId): Place | undefined {
    return this.#places[site]
  }

  /** The line of a site, from 1. */
  lineOf(site: SiteId): number | undefined {
    const place = this.placeOf(site)
    return place && positionAt(place.file.text, place.file.lineStarts, place.span.offsetStart).line
  }
}
