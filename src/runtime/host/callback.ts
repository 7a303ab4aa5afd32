/** Calling back: the functions that a program hands to a module's function. */

import { noLabels, type Callable } from '../execution/callable.ts'
import { FunctionValue } from '../execution/function-value.ts'
import type { Suspension } from '../execution/suspension.ts'
import type { Value } from '../values/value.ts'
import type { ModuleCall } from './module-call.ts'

/**
 * Calls `callee` at the place of `call`: errors of the call itself are reported there, and the policy sees the scope that
 * wrote it. A `Suspension` must be yielded, and `valueOf` what comes back.
 */
export function callBack({ context }: ModuleCall, callee: Callable, args: readonly Value[]): Value | Suspension {
  const isDirect = callee instanceof FunctionValue && callee.directArity === args.length
  return isDirect ? callee.direct(...args) : callee.call(context, args, noLabels)
}
