/**
 * How a module of Sense's own is made: from a table that lists its functions with the names of their parameters.
 *
 * Its functions are builtins with a dotted name, `text.split`. Arity and labels are checked by `BuiltinValue`; types by
 * the functions themselves, from left to right, with the readers of `module-call.ts`.
 */

import { BuiltinValue, type BuiltinDefinition } from '../execution/builtin.ts'
import type { Suspension } from '../execution/suspension.ts'
import type { Value } from '../values/value.ts'
import type { ModuleCall } from './module-call.ts'

/** What `import sense NAME` binds. */
export interface SenseModule {
  readonly name: string
  readonly members: ReadonlyMap<string, Value>
}

export interface ModuleFunction {
  readonly name: string
  /** The parameters that every call must fill, in order. */
  readonly parameters: readonly string[]
  /** The parameters that may be left out, after those. */
  readonly optional?: readonly string[]
  readonly implementation: (call: ModuleCall) => Value | Suspension
}

/** The module with these functions, each bound to its name. */
export function moduleOfFunctions(name: string, functions: readonly ModuleFunction[]): SenseModule {
  const members = functions.map((each) => [each.name, new BuiltinValue(definitionOf(name, each))] as const)
  return { name, members: new Map(members) }
}

function definitionOf(moduleName: string, moduleFunction: ModuleFunction): BuiltinDefinition {
  const { name, parameters, optional = [], implementation } = moduleFunction
  const functionName = `${moduleName}.${name}`
  const allParameters = [...parameters, ...optional]
  return {
    name: functionName,
    argumentsMin: parameters.length,
    argumentsMax: allParameters.length,
    implementation: (context, args) => implementation({ functionName, parameters: allParameters, args, context }),
  }
}
