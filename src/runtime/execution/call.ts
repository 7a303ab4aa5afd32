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
import type { Outcome } from './fiber.ts'
import { Frame, Suspension, valueOf } from './suspension.ts'

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

/** Calls `callee` where nothing can wait: what has to becomes an error. */
export function callValueAtOnce(context: CallContext, callee: Value, args: readonly Value[]): Value {
  if (isCallable(callee) && callee.callAtOnce !== undefined) return callee.callAtOnce(context, args, noLabels)
  const called = callValue(context, callee, args)
  const refusal = (): SenseError => new SenseError(problems.cannotWaitHere(nameOf(callee)), context.site)
  if (called instanceof Frame) return valueAtOnce(called, refusal)
  if (called instanceof Suspension) throw refusal()
  return called
}

/** Runs a body that may wait to its end; where it really has to, the error is raised there. */
function valueAtOnce(first: Frame, refusal: () => SenseError): Value {
  const frames = [first]
  let next: Outcome = { kind: 'value', value: undefined }
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    try {
      const result: IteratorResult<Suspension, Value> =
        next.kind === 'value' ? frame.steps.next(next.value) : frame.steps.throw(next.error)
      if (result.done === true) {
        next = { kind: 'value', value: frame.finish === undefined ? result.value : frame.finish(result.value) }
        frames.pop()
      } else if (result.value instanceof Frame && frames.length < framesAtOnceMax) {
        frames.push(result.value)
        next = { kind: 'value', value: undefined }
      } else {
        const error: SenseError = result.value instanceof Frame ? tooDeep(result.value) : refusal()
        next = { kind: 'error', error }
      }
    } catch (error) {
      frames.pop()
      next = { kind: 'error', error }
    }
  }
  if (next.kind === 'error') throw next.error
  return valueOf(next.value)
}

/** What spec 01 §6 asks for of functions that may wait. */
const framesAtOnceMax = 100_000

const tooDeep = ({ site }: Frame): SenseError => new SenseError(problems.recursionTooDeep(), site)

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
