/**
 * `arrays.sort`, `min`, `max` and `sum`: what needs elements that are all numbers or all Strings.
 *
 * `<` says nothing about `nan`, and a sort that asked it would leave an order that depends on the algorithm. So `nan` goes
 * last in a sort, and makes `min` and `max` `nan`, as it does with arithmetic.
 */

import { mixedOrder } from '../../compiler/diagnostics/catalogue/host.ts'
import { startSteps, Suspension, valueOf, type Steps } from '../execution/suspension.ts'
import { add, isNumeric, type Numeric } from '../values/arithmetic.ts'
import { Float } from '../values/float.ts'
import { compareText } from '../values/order.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { callBack } from './callback.ts'
import { arrayArgument, callableArgument, wrongArgument, type ModuleCall } from './module-call.ts'

/** What is compared: all of them numbers, as JavaScript compares them exactly, or all of them texts. */
type Keys =
  | { readonly kind: 'numbers'; readonly keys: readonly (number | bigint)[] }
  | { readonly kind: 'texts'; readonly keys: readonly string[] }

const surrogate = /[\uD800-\uDFFF]/

/** Stable: what is equal keeps its order. */
export function sort(call: ModuleCall): Value | Suspension {
  return startSteps(sortSteps(call), call.context.site)
}

/** The first of equal ones. */
export function min(call: ModuleCall): Value {
  return extreme(call, (compared) => compared < 0)
}

/** The first of equal ones. */
export function max(call: ModuleCall): Value {
  return extreme(call, (compared) => compared > 0)
}

/** Added from left to right, as a loop would. */
export function sum(call: ModuleCall): Value {
  const elements = arrayArgument(call, 0)
  let total: Value = 0
  elements.forEach((element, index) => {
    if (!isNumeric(element)) {
      const actual = `one with ${describeValue(element)} at index ${index}`
      throw wrongArgument(call, 0, 'an Array of numbers', actual)
    }
    total = add(total, element, call.context.site)
  })
  return total
}

function* sortSteps(call: ModuleCall): Steps {
  const elements = arrayArgument(call, 0)
  if (call.args.length === 1) return sortedBy(elements, keysOf(call, elements))
  const callee = callableArgument(call, 1)
  // A copy, because the function may change the Array while its keys are asked for.
  const copied = [...elements]
  const keys: Value[] = []
  for (const element of copied) {
    const called = callBack(call, callee, [element])
    keys.push(called instanceof Suspension ? valueOf(yield called) : called)
  }
  return sortedBy(copied, keysOf(call, keys))
}

function sortedBy(elements: readonly Value[], keys: Keys): Value {
  const compare = comparisonOf(keys)
  const places = Uint32Array.from(elements, (_, index) => index)
  return Array.from(places.sort(compare), (place) => elements[place] ?? null)
}

function extreme(call: ModuleCall, isBetter: (compared: number) => boolean): Value {
  const elements = arrayArgument(call, 0)
  const keys = keysOf(call, elements)
  if (elements.length === 0) throw wrongArgument(call, 0, 'an Array with at least one element', 'an empty one')
  const undefinedPlace = keys.kind === 'numbers' ? keys.keys.findIndex((key) => Number.isNaN(key)) : -1
  if (undefinedPlace !== -1) return elements[undefinedPlace] ?? null
  const compare = comparisonOf(keys)
  let best = 0
  for (let place = 1; place < elements.length; place += 1) if (isBetter(compare(place, best))) best = place
  return elements[best] ?? null
}

/** Compares the keys at two places. Places are compared, not keys, so that one sort serves elements with and without keys. */
function comparisonOf({ kind, keys }: Keys): (left: number, right: number) => number {
  if (kind === 'numbers') return (left, right) => compareNumbers(keys[left] ?? 0, keys[right] ?? 0)
  const compareKeys = keys.some((key) => surrogate.test(key)) ? compareText : compareUnits
  return (left, right) => compareKeys(keys[left] ?? '', keys[right] ?? '')
}

function compareNumbers(left: number | bigint, right: number | bigint): number {
  if (left < right) return -1
  if (left > right) return 1
  return Number(Number.isNaN(left)) - Number(Number.isNaN(right))
}

/** Without surrogates, units are in the order of code points. */
function compareUnits(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

function keysOf(call: ModuleCall, values: readonly Value[]): Keys {
  const [first = 0] = values
  if (typeof first === 'string' && areTexts(values)) return { kind: 'texts', keys: values }
  if (isNumeric(first) && areNumbers(values)) return { kind: 'numbers', keys: values.map(rawNumber) }
  throw mixedError(call, values)
}

/** Tells the first place that does not fit: it cannot be ordered at all, or is of the other kind than the first. */
function mixedError(call: ModuleCall, values: readonly Value[]): SenseError {
  const [first = null] = values
  const isFirstText = typeof first === 'string'
  const fits = (value: Value): boolean => (isFirstText ? typeof value === 'string' : isNumeric(value))
  const place = values.findIndex((value) => !fits(value))
  const problem = mixedOrder({
    functionName: call.functionName,
    isAboutKeys: call.args.length > 1,
    index: place,
    actual: describeValue(values[place] ?? null),
    first: place === 0 ? undefined : describeValue(first),
  })
  return new SenseError(problem, call.context.site)
}

function rawNumber(value: Numeric): number | bigint {
  return value instanceof Float ? value.double : value
}

function areTexts(values: readonly Value[]): values is readonly string[] {
  return values.every((value) => typeof value === 'string')
}

function areNumbers(values: readonly Value[]): values is readonly Numeric[] {
  return values.every(isNumeric)
}
