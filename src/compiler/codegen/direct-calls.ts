/**
 * Which calls reach a known function, so that its JavaScript function can be called without looking at a value.
 *
 * That is so where a name can only mean one binding, which one `def` and nothing else ever binds, or an import of such a
 * name. The checks that a call makes do not change: they are only written where the call is.
 */

import { memberFunctionOf, onlyFunctionOf } from '../analysis/known-values.ts'
import type { Binding, BodyInfo, CallFact, ScopeInfo } from '../analysis/scope-info.ts'
import type { Call, FunctionDeclaration } from '../syntax/tree.ts'
import { importedFunction } from './imported-names.ts'
import type { ModuleWriter } from './module-writer.ts'
import { variableOf } from './module-writer.ts'

export interface DirectCall {
  readonly body: BodyInfo
  readonly declaration: FunctionDeclaration
  /** The variable that holds the function's code. */
  readonly code: string
  /** What tells the runtime which function it is: a number of this module's own, or the function's value. */
  readonly signature: string
  /** Names the runtime's operations for that kind of signature: `frame` or `frameOf`. */
  readonly suffix: '' | 'Of'
  /** The variable to test, if the function may be unbound where the call is written. */
  readonly tested: string | undefined
}

/** The function that `call` certainly reaches, if there is one; the number of arguments is right then. */
export function directCallOf(module: ModuleWriter, call: Call): DirectCall | undefined {
  const fact = module.analysis.callFacts.get(call)
  const direct = fact === undefined || call.labelled.length > 0 ? undefined : targetOf(module, fact)
  return direct?.declaration.parameters.length === call.positional.length ? direct : undefined
}

/** The variables of `scope` that hold the code of functions which are called directly. */
export function codeVariablesOf(module: ModuleWriter, scope: ScopeInfo): readonly string[] {
  return [...scope.bindings.values()].flatMap((binding) => {
    const body = ownFunctionOf(module, binding)
    return body === undefined ? [] : [codeVariableOf(body)]
  })
}

/** Whether the code of `body` has a variable of its own. */
export function isCalledDirectly(module: ModuleWriter, body: BodyInfo): boolean {
  if (body.declaration === undefined) return false
  const binding = module.analysis.resolutionOf.get(body.declaration.name)?.candidates[0]
  return binding !== undefined && ownFunctionOf(module, binding) === body
}

export function codeVariableOf(body: BodyInfo): string {
  return `$f${body.id}`
}

function targetOf(module: ModuleWriter, fact: CallFact): DirectCall | undefined {
  const { files } = module.programAnalysis
  if (fact.kind === 'member') {
    const found = fact.object && memberFunctionOf(fact.object, fact.name, files)
    return found && importedCall(found.module, found.body, fact.name)
  }
  if (fact.kind !== 'name') return undefined
  const { candidates, isCertain, builtin } = fact.resolution
  const [binding] = candidates
  if (binding === undefined || candidates.length > 1 || builtin !== undefined) return undefined
  const body = onlyFunctionOf(binding, files)
  if (body === undefined) return undefined
  const direct = binding.imports.length > 0 ? importedCall(binding, body) : ownCall(module, body)
  return direct && { ...direct, tested: isCertain ? undefined : variableOf(binding) }
}

function ownCall(module: ModuleWriter, body: BodyInfo): DirectCall | undefined {
  if (body.declaration?.kind !== 'function-declaration') return undefined
  const signature = String(module.declarationNumber(body))
  const { declaration } = body
  return { body, declaration, code: codeVariableOf(body), signature, suffix: '', tested: undefined }
}

function importedCall(binding: Binding, body: BodyInfo, member?: string): DirectCall | undefined {
  if (body.declaration?.kind !== 'function-declaration') return undefined
  const { code, value } = importedFunction(binding, member)
  return { body, declaration: body.declaration, code, signature: value, suffix: 'Of', tested: undefined }
}

function ownFunctionOf({ programAnalysis: { files } }: ModuleWriter, binding: Binding): BodyInfo | undefined {
  return binding.imports.length > 0 ? undefined : onlyFunctionOf(binding, files)
}
