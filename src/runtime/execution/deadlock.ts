/** The report of a deadlock: who waits where for whom (spec 02 §6). */

import { deadlock } from '../../compiler/diagnostics/catalogue/agents.ts'
import type { RelatedPlace } from '../../compiler/diagnostics/diagnostic.ts'
import { SenseError, noSite } from '../values/sense-error.ts'
import type { Fiber } from './fiber.ts'
import { waitedForBy } from './fiber.ts'
import type { SiteTable } from './site-table.ts'

/** How many who wait for each other are named. */
const namedMax = 8

/** A report marks at most two places besides its own. */
const relatedMax = 2

/** The error for the wait of `fiber`, which nothing can end. */
export function deadlockOf(fiber: Fiber, sites: SiteTable): SenseError {
  const chain = chainFrom(fiber)
  const waits = chain.slice(0, namedMax).map((each) => ({
    who: each.description,
    forWhat: each.openWait?.inner?.forWhat ?? 'the others',
    line: each.openWait?.inner === undefined ? undefined : sites.lineOf(each.openWait.inner.site),
  }))
  const related: RelatedPlace[] = []
  for (const { description, openWait } of chain.slice(1, 1 + relatedMax)) {
    const place = openWait?.inner === undefined ? undefined : sites.placeOf(openWait.inner.site)
    if (place !== undefined) related.push({ place, label: `${description} waits here` })
  }
  return new SenseError(deadlock(waits, chain.length - waits.length), fiber.openWait?.inner?.site ?? noSite, related)
}

/** `fiber`, the one that it waits for, the one that waits for in turn, and so on until it is known. */
function chainFrom(fiber: Fiber): readonly Fiber[] {
  const chain = new Set<Fiber>()
  for (let each: Fiber | undefined = fiber; each !== undefined && !chain.has(each);) {
    chain.add(each)
    each = waitedForBy(each)
  }
  return [...chain]
}
