/** Gives an error that leaves Sense code its place and its call stack, and turns what V8 raises itself into Sense errors. */

import * as problems from '../../compiler/diagnostics/catalogue/execution.ts'
import { arrayTooLong, intTooLarge, stringTooLong } from '../../compiler/diagnostics/catalogue/values.ts'
import type { Problem } from '../../compiler/diagnostics/diagnostic.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError, noSite } from '../values/sense-error.ts'
import type { PlainFrame } from './call-stack.ts'
import { callStackOf, plainFramesOf } from './call-stack.ts'
import type { CodeTable } from './code-table.ts'
import type { SiteTable } from './site-table.ts'
import type { CallFrame } from './suspension.ts'

export interface ErrorTables {
  readonly sites: SiteTable
  readonly code: CodeTable
}

/**
 * `error` as a located `SenseError`, or undefined if it is none of Sense's business: a fault of ours, or the end of the
 * run. `openCalls` gives the driver's stack at that moment, outermost first; an error on its way needs it only once.
 */
export function locateError(
  error: unknown,
  openCalls: () => readonly CallFrame[],
  tables: ErrorTables,
): SenseError | undefined {
  if (error instanceof SenseError) {
    if (error.callStack === undefined) fillIn(error, plainFramesOf(error, tables.code), openCalls(), tables)
    return error
  }
  const problem = error instanceof RangeError ? problemOfRangeError(error) : undefined
  if (problem === undefined || !(error instanceof RangeError)) return undefined
  const plain = plainFramesOf(error, tables.code)
  const frames = openCalls()
  const located = new SenseError(problem, innermostSite(plain, frames))
  fillIn(located, plain, frames, tables)
  return located
}

function fillIn(
  error: SenseError,
  plain: readonly PlainFrame[],
  frames: readonly CallFrame[],
  { sites }: ErrorTables,
): void {
  error.place ??= sites.placeOf(error.site === noSite ? innermostSite(plain, frames) : error.site)
  error.callStack = callStackOf(plain, frames, sites)
}

/** Where an error stands that has no site of its own: in Sense code that was running, else at the innermost open call. */
function innermostSite(plain: readonly PlainFrame[], frames: readonly CallFrame[]): SiteId {
  return plain.find((frame) => frame.site !== undefined)?.site ?? frames.at(-1)?.site ?? noSite
}

/** V8 reports its own limits as RangeErrors that only their text tells apart. */
function problemOfRangeError(error: RangeError): Problem | undefined {
  if (error.message.includes('call stack')) return problems.recursionTooDeep()
  if (error.message.includes('string length')) return stringTooLong()
  if (error.message.includes('BigInt')) return intTooLarge()
  if (error.message.includes('array length')) return arrayTooLong()
  return undefined
}
