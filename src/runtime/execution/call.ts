/** The one way to call any value. */

import * as problems from '../../compiler/diagnostics/catalogue/execution.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import type { CallContext, Labels } from './callable.ts'
import { isCallable, noLabels } from './callable.ts'
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
export function callValueAtOnce(
  context: CallContext,
  callee: Value,
  args: readonly Value[],
  labels: Labels = noLabels,
): Value {
  const called = callValue(context, callee, args, labels)
  if (!(called instanceof Suspension)) return called
  throw new SenseError(problems.cannotWaitHere(nameOf(callee)), context.site)
}

function nameOf(callee: Value): string {
  return isCallable(callee) ? callee.textForm() : describeValue(callee)
}
