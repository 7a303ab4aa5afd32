/**
 * Functions that read variables by name, for the members of modules and agents.
 *
 * A variable that such a function can read is kept where closures find it, which is slower than a plain local. So it
 * knows only the names that some file of the program asks for: a member's name is always written out in the text.
 */

import type { Binding, ScopeInfo } from '../analysis/scope-info.ts'
import { boxed, isBareVariable } from './forms.ts'
import type { ModuleWriter } from './module-writer.ts'
import { variableOf } from './module-writer.ts'

/**
 * A function from a name to the value that it has, seen from `scope`, or `undefined` if it is bound nowhere. Builtins are
 * not looked at.
 */
export function writeReader(module: ModuleWriter, scope: ScopeInfo): string {
  const cases = [...bindingsByName(scope)]
    .filter(([name]) => module.programAnalysis.memberNames.has(name))
    .map(([name, bindings]) => `case ${JSON.stringify(name)}: return ${readFirstBound(module, bindings)};\n`)
  return `($name) => {\nswitch ($name) {\n${cases.join('')}}\nreturn undefined;\n}`
}

/** The bindings of each name that can be seen from `scope`, innermost first. */
function bindingsByName(scope: ScopeInfo): ReadonlyMap<string, readonly Binding[]> {
  const found = new Map<string, Binding[]>()
  for (let current: ScopeInfo | undefined = scope; current !== undefined; current = current.parent) {
    for (const [name, binding] of current.bindings) found.set(name, [...(found.get(name) ?? []), binding])
  }
  return found
}

function readFirstBound(module: ModuleWriter, bindings: readonly Binding[]): string {
  const reads = bindings.map((binding) => {
    const variable = variableOf(binding)
    return `${variable} !== undefined ? ${isBareVariable(module, binding) ? boxed(variable) : variable} : `
  })
  return `${reads.join('')}undefined`
}
