/**
 * Parameters and results of functions, tools and actions, and their checks.
 *
 * Arity is exact; then arguments are checked from left to right; all at the call's site (spec 01 §5, §6).
 */

import * as problems from '../../compiler/diagnostics/catalogue/execution.ts'
import { wrongArgumentType, wrongResultType } from '../../compiler/diagnostics/catalogue/values.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import type { ValueType } from '../values/types.ts'
import { describeValue, fits, typeText } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import type { Labels } from './callable.ts'

export interface ParameterType {
  readonly name: string
  readonly type: ValueType | undefined
}

/** What a declaration says about its calls. */
export interface Signature {
  readonly name: string
  readonly parameters: readonly ParameterType[]
  readonly resultType: ValueType | undefined
}

/** Refuses labels, which no declared function, tool or action takes, and a wrong number of arguments. */
export function checkArity(signature: Signature, args: readonly Value[], labels: Labels, site: SiteId): void {
  const [label] = labels.keys()
  if (label !== undefined) throw new SenseError(problems.unknownLabel(signature.name, label, []), site)
  const count = signature.parameters.length
  if (args.length === count) return
  throw new SenseError(problems.wrongArgumentCount(signature.name, count, count, args.length), site)
}

/** Checks each argument against its parameter's type, from left to right. */
export function checkArgumentTypes(signature: Signature, args: readonly Value[], site: SiteId): void {
  signature.parameters.forEach((_, index) => {
    checkArgumentType(signature, index, args[index] ?? null, site)
  })
}

/** Checks the argument for the parameter at `index`, from 0. */
export function checkArgumentType(signature: Signature, index: number, argument: Value, site: SiteId): void {
  const { name, type } = signature.parameters[index] ?? { name: '', type: undefined }
  if (type === undefined || fits(argument, type)) return
  throw new SenseError(wrongArgumentType(signature.name, name, typeText(type), describeValue(argument)), site)
}

/** Checks a result and gives it back. */
export function checkResult(signature: Signature, result: Value, site: SiteId): Value {
  const { name, resultType } = signature
  if (resultType === undefined || fits(result, resultType)) return result
  throw new SenseError(wrongResultType(name, typeText(resultType), describeValue(result)), site)
}
