/**
 * The one kind of error that crosses a layer: a problem, and the site where it happened.
 *
 * Code that knows only a site id throws with that; `runtime/execution` turns it into a place and adds the call stack when
 * the error leaves the program or is caught by `attempt`.
 */

import type { CallStackFrame, Problem, RelatedPlace } from '../../compiler/diagnostics/diagnostic.ts'
import type { Place } from '../../compiler/source/source-file.ts'

/** The number of a place in the program's table of sites; generated code passes it along. */
export type SiteId = number

/** The site of something that no source text asked for, such as a call made by a host program. */
export const noSite: SiteId = -1

export class SenseError extends Error {
  readonly problem: Problem
  readonly site: SiteId
  /** Set once, by `runtime/execution`. */
  place: Place | undefined
  related: readonly RelatedPlace[]
  /** Innermost first; set once, by `runtime/execution`; until then undefined. */
  callStack: readonly CallStackFrame[] | undefined

  constructor(problem: Problem, site: SiteId, related: readonly RelatedPlace[] = []) {
    super(problem.headline)
    this.name = problem.class
    this.problem = problem
    this.site = site
    this.place = undefined
    this.related = related
    this.callStack = undefined
  }
}
