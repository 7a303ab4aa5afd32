/**
 * Reading the arguments of a module's function: each reader checks one of them and names it if it is wrong.
 *
 * Arguments are asked for by their index. One that was left out reads as undefined by the `maybe` readers; the others are
 * for arguments that the number of arguments guarantees.
 */

import { wrongBuiltinArgument } from '../../compiler/diagnostics/catalogue/tools.ts'
import { isCallable, type Callable, type CallContext } from '../execution/callable.ts'
import { isNumeric, type Numeric } from '../values/arithmetic.ts'
import { SenseRecord } from '../values/record.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import { isArray, isInt, type ArrayValue, type Value } from '../values/value.ts'

/** A call of a module's function, its number of arguments checked. */
export interface ModuleCall {
  /** With the module's name: `text.split`. */
  readonly functionName: string
  readonly parameters: readonly string[]
  readonly args: readonly Value[]
  readonly context: CallContext
}

export function valueArgument(call: ModuleCall, index: number): Value {
  return call.args[index] ?? null
}

export function stringArgument(call: ModuleCall, index: number): string {
  const value = valueArgument(call, index)
  if (typeof value !== 'string') throw wrongType(call, index, 'a String')
  return value
}

export function maybeStringArgument(call: ModuleCall, index: number): string | undefined {
  return index < call.args.length ? stringArgument(call, index) : undefined
}

export function intArgument(call: ModuleCall, index: number): number | bigint {
  const value = valueArgument(call, index)
  if (!isInt(value)) throw wrongType(call, index, 'an Int')
  return value
}

export function maybeIntArgument(call: ModuleCall, index: number): number | bigint | undefined {
  return index < call.args.length ? intArgument(call, index) : undefined
}

export function numberArgument(call: ModuleCall, index: number): Numeric {
  const value = valueArgument(call, index)
  if (!isNumeric(value)) throw wrongType(call, index, 'a number')
  return value
}

/** Anything that can be called: a function, a builtin, a tool, a method that was read without a call. */
export function callableArgument(call: ModuleCall, index: number): Callable {
  const value = valueArgument(call, index)
  if (!isCallable(value)) throw wrongType(call, index, 'a Function')
  return value
}

export function recordArgument(call: ModuleCall, index: number): SenseRecord {
  const value = valueArgument(call, index)
  if (!(value instanceof SenseRecord)) throw wrongType(call, index, 'a Record')
  return value
}

export function arrayArgument(call: ModuleCall, index: number): ArrayValue {
  const value = valueArgument(call, index)
  if (!isArray(value)) throw wrongType(call, index, 'an Array')
  return value
}

/** The Array itself, not a copy. */
export function stringsArgument(call: ModuleCall, index: number): readonly string[] {
  const values = arrayArgument(call, index)
  if (areStrings(values)) return values
  const place = values.findIndex((value) => typeof value !== 'string')
  const actual = `one with ${describeValue(values[place] ?? null)} at index ${place}`
  throw wrongArgument(call, index, 'an Array of Strings', actual)
}

/** The error for an argument of the wrong type; `expected` is ready for a sentence: "a String". */
export function wrongType(call: ModuleCall, index: number, expected: string): SenseError {
  return wrongArgument(call, index, expected, describeValue(valueArgument(call, index)))
}

/** The error for an argument that is wrong in another way; `actual` is ready for a sentence too. */
export function wrongArgument(call: ModuleCall, index: number, expected: string, actual: string): SenseError {
  const parameter = `\`${call.parameters[index] ?? ''}\``
  return new SenseError(wrongBuiltinArgument(call.functionName, parameter, expected, actual), call.context.site)
}

function areStrings(values: readonly Value[]): values is readonly string[] {
  return values.every((value) => typeof value === 'string')
}
