/**
 * `arrays.map`, `filter` and `reduce`.
 *
 * They run over as many elements as the Array had when the call began, so a function that pushes to it makes no endless
 * loop. They are written as steps, because the function may have to wait, and run on the spot while it does not.
 */

import { startSteps, Suspension, valueOf, type Steps } from '../execution/suspension.ts'
import { isTruthy } from '../values/truth.ts'
import type { Value } from '../values/value.ts'
import { callBack } from './callback.ts'
import { arrayArgument, callableArgument, valueArgument, type ModuleCall } from './module-call.ts'

export function map(call: ModuleCall): Value | Suspension {
  return startSteps(mapSteps(call), call.context.site)
}

export function filter(call: ModuleCall): Value | Suspension {
  return startSteps(filterSteps(call), call.context.site)
}

export function reduce(call: ModuleCall): Value | Suspension {
  return startSteps(reduceSteps(call), call.context.site)
}

function* mapSteps(call: ModuleCall): Steps {
  const elements = arrayArgument(call, 0)
  const callee = callableArgument(call, 1)
  const count = elements.length
  const results: Value[] = []
  for (let index = 0; index < count; index += 1) {
    const called = callBack(call, callee, [elements[index] ?? null])
    results.push(called instanceof Suspension ? valueOf(yield called) : called)
  }
  return results
}

function* filterSteps(call: ModuleCall): Steps {
  const elements = arrayArgument(call, 0)
  const callee = callableArgument(call, 1)
  const count = elements.length
  const kept: Value[] = []
  for (let index = 0; index < count; index += 1) {
    const element = elements[index] ?? null
    const called = callBack(call, callee, [element])
    if (isTruthy(called instanceof Suspension ? valueOf(yield called) : called)) kept.push(element)
  }
  return kept
}

function* reduceSteps(call: ModuleCall): Steps {
  const elements = arrayArgument(call, 0)
  const callee = callableArgument(call, 1)
  const count = elements.length
  let soFar = valueArgument(call, 2)
  for (let index = 0; index < count; index += 1) {
    const called = callBack(call, callee, [soFar, elements[index] ?? null])
    soFar = called instanceof Suspension ? valueOf(yield called) : called
  }
  return soFar
}
