/**
 * Parameters and results of functions, tools and actions, and their checks.
 *
 * Arity is exact; then arguments are checked from left to right; all at the call's site (spec 01 §5, §6).
 */

import * as problems from '../../compiler/diagnostics/catalogue/execution.ts'
import type { RelatedPlace } from '../../compiler/diagnostics/diagnostic.ts'
import { wrongArgumentType, wrongResultType } from '../../compiler/diagnostics/catalogue/values.ts'
import type { Place } from '../../compiler/source/source-file.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import type { ValueType } from '../values/types.ts'
import { describeMisfit, fits, typeText } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import type { Labels } from './callable.ts'

export interface ParameterType {
  readonly name: string
  readonly type: ValueType | undefined
  /** Where it is declared; unknown for what a host program provides. */
  readonly place?: Place
}

/** What a declaration says about its calls. */
export interface Signature {
  readonly name: string
  readonly parameters: readonly ParameterType[]
  readonly resultType: ValueType | undefined
  /** Where the name and the type of the result are declared. */
  readonly place?: Place
  readonly resultPlace?: Place | undefined
}

/** Refuses labels, which no declared function, tool or action takes, and a wrong number of arguments. */
export function checkArity(signature: Signature, args: readonly Value[], labels: Labels, site: SiteId): void {
  const [label] = labels.keys()
  if (label !== undefined) throw new SenseError(problems.unknownLabel(signature.name, label, []), site)
  const count = signature.parameters.length
  if (args.length === count) return
  const problem = problems.wrongArgumentCount(signature.name, count, count, args.length, {
    spelling: spellingOf(signature),
  })
  throw new SenseError(problem, site, declaredAt(signature.place))
}

/** How a call is written: `bill(items, tax)`. */
function spellingOf({ name, parameters }: Signature): string {
  return `${name}(${parameters.map((parameter) => parameter.name).join(', ')})`
}

function declaredAt(place: Place | undefined): readonly RelatedPlace[] {
  return place === undefined ? [] : [{ place, label: 'declared here' }]
}

/** Checks each argument against its parameter's type, from left to right. */
export function checkArgumentTypes(signature: Signature, args: readonly Value[], site: SiteId): void {
  signature.parameters.forEach((_, index) => {
    checkArgumentType(signature, index, args[index] ?? null, site)
  })
}

/** Checks the argument for the parameter at `index`, from 0. */
export function checkArgumentType(signature: Signature, index: number, argument: Value, site: SiteId): void {
  const parameter = signature.parameters[index]
  if (parameter?.type === undefined || fits(argument, parameter.type)) return
  const { name, type, place } = parameter
  const problem = wrongArgumentType(signature.name, name, typeText(type), describeMisfit(argument, type))
  throw new SenseError(problem, site, declaredAt(place))
}

/** Checks a result and gives it back. */
export function checkResult(signature: Signature, result: Value, site: SiteId): Value {
  const { name, resultType, resultPlace } = signature
  if (resultType === undefined || fits(result, resultType)) return result
  const problem = wrongResultType(name, typeText(resultType), describeMisfit(result, resultType))
  throw new SenseError(problem, site, declaredAt(resultPlace))
}
