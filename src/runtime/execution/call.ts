/** The one way to call any value. */

import * as problems from '../../compiler/diagnostics/catalogue/execution.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import type { CallContext, Labels } from './callable.ts'
import { isCallable, noLabels } from './callable.ts'
import type { Run } from './run.ts'
import type { Scope } from './scope.ts'
import { Suspension } from './suspension.ts'

/** Calls `callee`. The callee and all arguments are evaluated before any check is made (spec 01 §6). */
export function callValue(
  context: CallContext,
  callee: Value,
  args: readonly Value[],
  labels: Labels = noLabels,
): Value | Suspension {
  if (!isCallable(callee)) throw new SenseError(problems.notCallable(describeValue(callee)), context.site)
  return callee.call(context, args, labels)
}

/** Calls `callee` where nothing can wait: a suspension is ended at once and becomes an error. */
export function callValueAtOnce(context: CallContext, callee: Value, args: readonly Value[]): Value {
  if (isCallable(callee) && callee.callAtOnce !== undefined) return callee.callAtOnce(context, args, noLabels)
  const called = callValue(context, callee, args)
  if (!(called instanceof Suspension)) return called
  throw new SenseError(problems.cannotWaitHere(nameOf(callee)), context.site)
}

/**
 * What generated code calls where nothing can wait: a suspension is ended at once and becomes an error. One function with all
 * of it, because each JavaScript function between two calls of Sense takes room from a recursion.
 */
export function callAtOnceIn(run: Run) {
  return (site: SiteId, scope: Scope, callee: Value, args: readonly Value[], labels = noLabels): Value => {
    if (!isCallable(callee)) throw new SenseError(problems.notCallable(describeValue(callee)), site)
    const called = callee.call({ run, scope, site }, args, labels)
    if (!(called instanceof Suspension)) return called
    throw new SenseError(problems.cannotWaitHere(nameOf(callee)), site)
  }
}

function nameOf(callee: Value): string {
  return isCallable(callee) ? callee.textForm() : describeValue(callee)
}
