/** `math.floor`, `ceil`, `round` and `abs`. */

import { floatNotFinite } from '../../compiler/diagnostics/catalogue/values.ts'
import { Float } from '../values/float.ts'
import { floatText } from '../values/float-text.ts'
import { intOf } from '../values/int.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { numberArgument, type ModuleCall } from './module-call.ts'

export function floor(call: ModuleCall): Value {
  return rounded(call, Math.floor)
}

export function ceil(call: ModuleCall): Value {
  return rounded(call, Math.ceil)
}

export function round(call: ModuleCall): Value {
  return rounded(call, roundedToEven)
}

export function absolute(call: ModuleCall): Value {
  const number = numberArgument(call, 0)
  if (number instanceof Float) return new Float(Math.abs(number.double))
  return number < 0 ? -number : number
}

/** An Int is whole already. */
function rounded(call: ModuleCall, toWhole: (double: number) => number): Value {
  const number = numberArgument(call, 0)
  if (!(number instanceof Float)) return number
  if (!Number.isFinite(number.double)) throw new SenseError(floatNotFinite(floatText(number.double)), call.context.site)
  return intOf(BigInt(toWhole(number.double)))
}

/** The distance to the whole number below is exact for every double, so a tie is one. */
function roundedToEven(double: number): number {
  const below = Math.floor(double)
  const distance = double - below
  if (distance === 0.5) return below % 2 === 0 ? below : below + 1
  return distance < 0.5 ? below : below + 1
}
