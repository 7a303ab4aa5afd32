/**
 * Names of other files whose meaning is known: functions are called, and members read, without looking anything up.
 *
 * Each import that binds such a name also fills variables beside it: `$v12` holds the function's value, `$c12` its code,
 * for members of a module `$v12_area` and `$c12_area`, and `$r12` what reads the module's names.
 */

import { memberFunctionOf, onlyFunctionOf, onlyModuleOf } from '../analysis/known-values.ts'
import type { Binding, ScopeInfo } from '../analysis/scope-info.ts'
import { certainly } from '../analysis/scope-table.ts'
import type { FromImportStatement, ImportStatement, MemberAccess } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import type { ModuleWriter } from './module-writer.ts'
import { javaScriptName, runtimeScopeOf, variableOf } from './module-writer.ts'

/** The variables that hold an imported function: its value and its code. */
export interface ImportedFunction {
  readonly value: string
  readonly code: string
}

export function importedFunction(binding: Binding, member?: string): ImportedFunction {
  const name = `${binding.id}${member === undefined ? '' : `_${javaScriptName(member)}`}`
  return { value: `$v${name}`, code: `$c${name}` }
}

/** The variables that belong to what imports bind in `scope`. */
export function importVariablesOf(module: ModuleWriter, scope: ScopeInfo): readonly string[] {
  return [...scope.bindings.values()].flatMap((binding) => {
    if (binding.imports.length === 0) return []
    const functions = functionsOf(module, binding).flatMap(({ variables }) => [variables.value, variables.code])
    return onlyModuleOf(binding) === undefined ? functions : [readerOf(binding), ...functions]
  })
}

/** Fills those variables, once the import has bound its names. */
export function writeLinks(module: ModuleWriter, statement: ImportStatement | FromImportStatement): string {
  const targets = statement.kind === 'import' ? [statement] : statement.names.map(({ name, alias }) => alias ?? name)
  const bindings = targets.flatMap((target) => module.analysis.resolutionOf.get(target)?.candidates ?? [])
  return bindings
    .map((binding) => {
      const functions = functionsOf(module, binding).map(
        ({ variables, found }) => `${variables.code} = (${variables.value} = ${found}).direct;\n`,
      )
      const reader =
        onlyModuleOf(binding) === undefined ? '' : `${readerOf(binding)} = $.readerOf(${variableOf(binding)});\n`
      return reader + functions.join('')
    })
    .join('')
}

/** A member of the module of a file, if the object is certainly such a module. */
export function writeKnownMember(body: BodyWriter, scope: ScopeInfo, node: MemberAccess): string | undefined {
  const { module } = body
  const resolution = node.object.kind === 'name' ? module.analysis.resolutionOf.get(node.object) : undefined
  const [binding] = resolution?.candidates ?? []
  if (resolution?.isCertain !== true || binding === undefined || resolution.candidates.length > 1) return undefined
  const path = onlyModuleOf(binding)
  // A file that could not be read or parsed has no module, and its import never ends.
  if (path === undefined || !module.programAnalysis.files.has(path)) return undefined
  const member = JSON.stringify(node.member.text)
  const slow = `$.member(${module.site(node.member.span)}, ${runtimeScopeOf(scope)}, ${variableOf(binding)}, ${member})`
  return `(($t = ${readerOf(binding)}(${member})) !== undefined ? $t : ${slow})`
}

interface LinkedFunction {
  readonly variables: ImportedFunction
  /** What gives its value once the import is done. */
  readonly found: string
}

function functionsOf({ programAnalysis: { files } }: ModuleWriter, binding: Binding): readonly LinkedFunction[] {
  const variable = variableOf(binding)
  if (onlyFunctionOf(binding, files) !== undefined) {
    return [{ variables: importedFunction(binding), found: `$.knownFunction(${variable})` }]
  }
  return [...binding.calledMembers]
    .filter((member) => memberFunctionOf(certainly(binding), member, files) !== undefined)
    .map((member) => ({
      variables: importedFunction(binding, member),
      found: `$.knownFunction($.readerOf(${variable})(${JSON.stringify(member)}))`,
    }))
}

function readerOf(binding: Binding): string {
  return `$r${binding.id}`
}
