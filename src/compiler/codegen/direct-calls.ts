/**
 * Which calls reach a known function, so that its JavaScript function can be called without looking at a value.
 *
 * That is so where a name can only mean one binding, which one `def` and nothing else ever binds. The checks that a call
 * makes do not change: they are only written where the call is.
 */

import type { Binding, BodyInfo, ScopeInfo } from '../analysis/scope-info.ts'
import type { Call, FunctionDeclaration } from '../syntax/tree.ts'
import type { ModuleWriter } from './module-writer.ts'

export interface DirectCall {
  readonly body: BodyInfo
  readonly declaration: FunctionDeclaration
  readonly binding: Binding
  /** Whether the function is certainly bound where the call is written. */
  readonly isBound: boolean
}

/** The function that `call` certainly reaches, if there is one; the number of arguments is right then. */
export function directCallOf(module: ModuleWriter, call: Call): DirectCall | undefined {
  const fact = module.analysis.callFacts.get(call)
  if (fact?.kind !== 'name' || call.labelled.length > 0) return undefined
  const { candidates, isCertain, builtin } = fact.resolution
  const [binding] = candidates
  if (binding === undefined || candidates.length > 1 || builtin !== undefined) return undefined
  const body = onlyFunctionOf(binding)
  if (body?.declaration?.kind !== 'function-declaration') return undefined
  if (body.declaration.parameters.length !== call.positional.length) return undefined
  return { body, declaration: body.declaration, binding, isBound: isCertain }
}

/** The variables of `scope` that hold the code of functions which are called directly. */
export function codeVariablesOf(scope: ScopeInfo): readonly string[] {
  return [...scope.bindings.values()].flatMap((binding) => {
    const body = onlyFunctionOf(binding)
    return body === undefined ? [] : [codeVariableOf(body)]
  })
}

/** Whether the code of `body` has a variable of its own. */
export function isCalledDirectly(module: ModuleWriter, body: BodyInfo): boolean {
  if (body.declaration === undefined) return false
  const binding = module.analysis.resolutionOf.get(body.declaration.name)?.candidates[0]
  return binding !== undefined && onlyFunctionOf(binding) === body
}

export function codeVariableOf(body: BodyInfo): string {
  return `$f${body.id}`
}

function onlyFunctionOf(binding: Binding): BodyInfo | undefined {
  const [body] = binding.declared
  const isOnly = binding.declared.length === 1 && !binding.hasOtherWriters
  return isOnly && body?.declaration?.kind === 'function-declaration' ? body : undefined
}
