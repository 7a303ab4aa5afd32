/**
 * How a module of Sense's own is made: from a table that lists its functions with the names of their parameters.
 *
 * Its functions are builtins with a dotted name, `text.split`. Arity and labels are checked by `BuiltinValue`; types by
 * the functions themselves, from left to right, with the readers of `module-call.ts`.
 */

import { BuiltinValue, type BuiltinDefinition } from '../execution/builtin.ts'
import type { ModuleNames } from '../execution/module-value.ts'
import type { Run } from '../execution/run.ts'
import type { Suspension } from '../execution/suspension.ts'
import type { Value } from '../values/value.ts'
import type { ModuleCall } from './module-call.ts'

/** What `import sense NAME` binds. */
export interface SenseModule {
  readonly name: string
  /** What it is for, as a clause. */
  readonly doc: string
  /** By name, in the order in which they are shown. */
  readonly members: ReadonlyMap<string, ModuleMember>
}

export interface ModuleMember {
  /** How it is written in a program, `text.split(s, separator?)`; a `?` marks what can be left out. */
  readonly usage: string
  /** What it gives: shapes, units, ranges, errors. Sentences, with code in backticks. */
  readonly doc: string
  /** The member's value in a run; most are the same in all. */
  readonly valueIn: (run: Run) => Value
}

export interface ModuleFunction {
  readonly name: string
  /** The parameters that every call must fill, in order. */
  readonly parameters: readonly string[]
  /** The parameters that may be left out, after those. */
  readonly optional?: readonly string[]
  readonly doc: string
  readonly implementation: (call: ModuleCall) => Value | Suspension
}

/** A member that is no function of the usual kind. */
export interface ModuleValueEntry extends ModuleMember {
  readonly name: string
}

/** The module with these members, in this order. */
export function moduleOf(
  name: string,
  doc: string,
  entries: readonly (ModuleFunction | ModuleValueEntry)[],
): SenseModule {
  const members = entries.map((entry) => [entry.name, 'usage' in entry ? entry : memberOf(name, entry)] as const)
  return { name, doc, members: new Map(members) }
}

/** How a run reads the members of the module. */
export function namesInRun({ members }: SenseModule, run: Run): ModuleNames {
  return { read: (name) => members.get(name)?.valueIn(run), names: [...members.keys()] }
}

function memberOf(moduleName: string, moduleFunction: ModuleFunction): ModuleMember {
  const { name, parameters, optional = [], doc } = moduleFunction
  const builtin = new BuiltinValue(definitionOf(moduleName, moduleFunction))
  const shown = [...parameters, ...optional.map((parameter) => `${parameter}?`)].join(', ')
  return { usage: `${moduleName}.${name}(${shown})`, doc, valueIn: () => builtin }
}

function definitionOf(moduleName: string, moduleFunction: ModuleFunction): BuiltinDefinition {
  const { name, parameters, optional = [], implementation } = moduleFunction
  const functionName = `${moduleName}.${name}`
  const allParameters = [...parameters, ...optional]
  return {
    name: functionName,
    argumentsMin: parameters.length,
    argumentsMax: allParameters.length,
    usage: `${functionName}(${parameters.join(', ')})`,
    implementation: (context, args) => implementation({ functionName, parameters: allParameters, args, context }),
  }
}
