/** The builtin `range` (spec 01 §11). */

import { wrongArgumentCount } from '../../compiler/diagnostics/catalogue/execution.ts'
import { arrayTooLong, rangeNotInt, rangeZeroStep } from '../../compiler/diagnostics/catalogue/values.ts'
import { intOf } from './int.ts'
import { ARRAY_ELEMENTS_MAX } from './limits.ts'
import { SenseError, type SiteId } from './sense-error.ts'
import { describeValue } from './types.ts'
import { isInt, type ArrayValue, type Value } from './value.ts'

type Int = number | bigint

/** `range(end)`, `range(start, end)` or `range(start, end, step)`: the Ints from start on, end excluded. */
export function range(args: readonly Value[], site: SiteId): ArrayValue {
  const [first, second, third] = args.map((arg) => intArgument(arg, site))
  if (first === undefined || args.length > 3) throw new SenseError(wrongArgumentCount('range', 1, 3, args.length), site)
  const [start, end] = second === undefined ? [0, first] : [first, second]
  return steps(start, end, third ?? 1, site)
}

/**
 * What a loop over `range(start, end, step)` must know before it counts for itself: nil if JavaScript numbers will do for
 * that; else the elements. Raises the errors of `range`.
 */
export function rangeElements(start: Value, end: Value, step: Value, site: SiteId): ArrayValue | null {
  const areNumbers = typeof start === 'number' && typeof end === 'number' && typeof step === 'number'
  if (!areNumbers || step === 0 || !Number.isSafeInteger(end - start)) return range([start, end, step], site)
  if (rangeCount(start, end, step) > ARRAY_ELEMENTS_MAX) throw new SenseError(arrayTooLong(), site)
  return null
}

/** How many elements `range(start, end, step)` has, of numbers whose difference is a safe integer. */
export function rangeCount(start: number, end: number, step: number): number {
  const distance = end - start
  const rest = distance % step
  return Math.max(0, (distance - rest) / step + (rest !== 0 && rest < 0 === step < 0 ? 1 : 0))
}

function intArgument(arg: Value, site: SiteId): Int {
  if (!isInt(arg)) throw new SenseError(rangeNotInt(describeValue(arg)), site)
  return arg
}

function steps(start: Int, end: Int, step: Int, site: SiteId): ArrayValue {
  if (step === 0) throw new SenseError(rangeZeroStep(), site)
  const count = stepCount(BigInt(start), BigInt(end), BigInt(step))
  // Before anything is allocated: V8 ends the process when an array grows beyond its reach.
  if (count > BigInt(ARRAY_ELEMENTS_MAX)) throw new SenseError(arrayTooLong(), site)
  const areNumbers = typeof start === 'number' && typeof step === 'number' && typeof end === 'number'
  if (!areNumbers || !Number.isSafeInteger(end - start)) return bigSteps(BigInt(start), Number(count), BigInt(step))
  return smallSteps(start, Number(count), step)
}

/** How many steps stay before `end`: the distance by the step, rounded up. */
function stepCount(start: bigint, end: bigint, step: bigint): bigint {
  const distance = step > 0n ? end - start : start - end
  const stride = step > 0n ? step : -step
  return distance > 0n ? (distance + stride - 1n) / stride : 0n
}

/** The distance between the ends is a safe integer, so no step on the way is rounded. */
function smallSteps(start: number, count: number, step: number): ArrayValue {
  const elements: ArrayValue = []
  for (let index = 0; index < count; index += 1) elements.push(start + index * step)
  return elements
}

function bigSteps(start: bigint, count: number, step: bigint): ArrayValue {
  const elements: ArrayValue = []
  for (let index = 0; index < count; index += 1) elements.push(intOf(start + BigInt(index) * step))
  return elements
}
