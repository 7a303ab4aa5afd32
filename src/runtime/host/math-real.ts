/** `math.sqrt`, `log`, `exp`, `sin` and `cos`: functions of a double, each with its domain. */

import { outsideDomain, resultTooLarge } from '../../compiler/diagnostics/catalogue/host.ts'
import { doubleOf } from '../values/arithmetic.ts'
import { Float } from '../values/float.ts'
import { bitLengthOf } from '../values/int.ts'
import { SenseError } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import type { Value } from '../values/value.ts'
import { numberArgument, valueArgument, type ModuleCall } from './module-call.ts'

/** Bits of a large Int that its logarithm is computed from: as many as a double takes. */
const leadingBits = 64

export function sqrt(call: ModuleCall): Value {
  const number = numberArgument(call, 0)
  const isNegative = number instanceof Float ? number.double < 0 : number < 0
  if (isNegative) throw outside(call, 'A number below 0 has no square root.')
  return new Float(Math.sqrt(doubleOf(number, call.context.site)))
}

/** An Int beyond the doubles has a logarithm all the same: that of its leading bits, and one for each of the others. */
export function log(call: ModuleCall): Value {
  const number = numberArgument(call, 0)
  const isAboveZero = number instanceof Float ? number.double > 0 || Number.isNaN(number.double) : number > 0
  if (!isAboveZero) throw outside(call, 'Only numbers above 0 have a logarithm.')
  if (typeof number !== 'bigint') return new Float(Math.log(doubleOf(number, call.context.site)))
  const shift = Math.max(0, bitLengthOf(number) - leadingBits)
  return new Float(Math.log(Number(number >> BigInt(shift))) + shift * Math.LN2)
}

export function exp(call: ModuleCall): Value {
  const double = doubleArgument(call, 0)
  const result = Math.exp(double)
  if (result === Infinity && double !== Infinity) {
    throw new SenseError(resultTooLarge(call.functionName, [textForm(valueArgument(call, 0))]), call.context.site)
  }
  return new Float(result)
}

export function sin(call: ModuleCall): Value {
  return new Float(Math.sin(angleArgument(call)))
}

export function cos(call: ModuleCall): Value {
  return new Float(Math.cos(angleArgument(call)))
}

function angleArgument(call: ModuleCall): number {
  const double = doubleArgument(call, 0)
  if (double === Infinity || double === -Infinity) throw outside(call, 'An angle must be finite.')
  return double
}

function doubleArgument(call: ModuleCall, index: number): number {
  return doubleOf(numberArgument(call, index), call.context.site)
}

function outside(call: ModuleCall, rule: string): SenseError {
  const problem = outsideDomain(call.functionName, [textForm(valueArgument(call, 0))], rule)
  return new SenseError(problem, call.context.site)
}
