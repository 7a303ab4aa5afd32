/**
 * Declarations with a body as JavaScript: functions, tools, actions and agents.
 *
 * The body becomes a JavaScript function. What runs under a `Scope` of its own (all but a plain function) is given it as
 * the first parameter. An action's body hands out its `rollback` block before anything else, as a closure over its own
 * variables. An agent's body is made when it is declared, so that its variables can be read from outside.
 */

import type { BodyDeclaration, BodyInfo, ScopeInfo } from '../analysis/scope-info.ts'
import type { ActionDeclaration, AgentDeclaration, Block, Parameter, Statement } from '../syntax/tree.ts'
import { BodyWriter } from './body-writer.ts'
import { isBareVariable } from './forms.ts'
import type { DeclarationShape } from './generated-module.ts'
import type { ModuleWriter } from './module-writer.ts'
import { functionNameOf, runtimeScopeOf, typeShapeOf, variableOf } from './module-writer.ts'
import { codeVariableOf, isCalledDirectly } from './direct-calls.ts'
import { writeReader } from './write-reader.ts'

/** Writes statements; given as an argument because statements hold declarations and declarations statements. */
export type WriteScope = (
  body: BodyWriter,
  scope: ScopeInfo,
  statements: readonly Statement[],
  declaredElsewhere: ReadonlySet<string>,
) => string

/** The expression that makes the value of a declaration written in `scope`. */
export function writeDeclarationValue(
  module: ModuleWriter,
  scope: ScopeInfo,
  declaration: BodyDeclaration,
  writeScope: WriteScope,
): string {
  const info = bodyInfoOf(module, declaration)
  const number = module.declare(info, shapeOf(module, declaration, info.suspends))
  const outer = runtimeScopeOf(scope)
  switch (declaration.kind) {
    case 'function-declaration':
      return `$.declareFunction(${number}, ${writeFunctionCode(module, info, writeBody(module, declaration, writeScope))})`
    case 'tool-declaration':
      return `$.declareTool(${number}, ${outer}, ${writeBody(module, declaration, writeScope)})`
    case 'action-declaration': {
      const site = module.site(declaration.keywordSpan)
      return `$.declareAction(${site}, ${number}, ${outer}, ${writeBody(module, declaration, writeScope)})`
    }
    case 'agent-declaration': {
      const site = module.site(declaration.keywordSpan)
      return `$.declareAgent(${site}, ${number}, ${outer}, ${writeAgentBody(module, declaration, writeScope)})`
    }
  }
}

/** A JavaScript function expression; reaching its end gives nil. */
export function writeFunction(
  module: ModuleWriter,
  { name, suspends, parameters }: { name: string; suspends: boolean; parameters: readonly string[] },
  write: (body: BodyWriter) => string,
): string {
  const body = new BodyWriter(module, suspends)
  const text = write(body)
  const star = suspends ? '*' : ''
  return `function${star} ${name}(${parameters.join(', ')}) {\n${body.temporaryDeclarations()}${text}return null;\n}`
}

/** The scope that a block opens. */
export function scopeOfBlock(module: ModuleWriter, block: Block): ScopeInfo {
  const scope = module.analysis.scopeOf.get(block)
  if (scope === undefined) throw new Error('analysis knows the scope of every block')
  return scope
}

/** The declaration of the runtime scope of a block that needs one of its own. */
export function writeRuntimeScope(scope: ScopeInfo): string {
  if (!scope.needsRuntimeScope || scope.parent === undefined) return ''
  return `const ${runtimeScopeOf(scope)} = $.newScope(${runtimeScopeOf(scope.parent)});\n`
}

/** The code of a function that is called directly is kept in a variable of its own. */
function writeFunctionCode(module: ModuleWriter, info: BodyInfo, code: string): string {
  return isCalledDirectly(module, info) ? `${codeVariableOf(info)} = ${code}` : code
}

type CallableDeclaration = Exclude<BodyDeclaration, AgentDeclaration>

function writeBody(module: ModuleWriter, declaration: CallableDeclaration, writeScope: WriteScope): string {
  const info = bodyInfoOf(module, declaration)
  const inner = scopeOfBlock(module, declaration.body)
  const isFunction = declaration.kind === 'function-declaration'
  const rollback = declaration.kind === 'action-declaration' ? declaration.rollback : undefined
  const parameters = [
    ...(isFunction ? [] : [runtimeScopeOf(inner)]),
    ...(declaration.kind === 'action-declaration' ? ['$keepRollback'] : []),
    ...declaration.parameters.map((parameter) => parameterVariable(inner, parameter)),
  ]
  const names = new Set(declaration.parameters.map(({ name }) => name.text))
  return writeFunction(module, { name: functionNameOf(info), suspends: info.suspends, parameters }, (body) => {
    const runtimeScope = isFunction ? writeRuntimeScope(inner) : ''
    const statements = writeScope(body, inner, declaration.body.statements, names)
    return (
      unboxParameters(module, inner, declaration.parameters) +
      runtimeScope +
      (rollback === undefined ? '' : writeRollback(module, rollback, writeScope)) +
      statements
    )
  })
}

function parameterVariable(scope: ScopeInfo, { name }: Parameter): string {
  const binding = scope.bindings.get(name.text)
  if (binding === undefined) throw new Error('analysis bound every parameter')
  return variableOf(binding)
}

/** Arguments come as values. */
function unboxParameters(module: ModuleWriter, scope: ScopeInfo, parameters: readonly Parameter[]): string {
  const bare = parameters.filter(({ name }) => {
    const binding = scope.bindings.get(name.text)
    return binding !== undefined && isBareVariable(module, binding)
  })
  return bare
    .map((parameter) => parameterVariable(scope, parameter))
    .map((variable) => `${variable} = ${variable}.double;\n`)
    .join('')
}

/** The variables of the body are declared below it, but it runs only after the body has ended. */
function writeRollback(module: ModuleWriter, rollback: Block, writeScope: WriteScope): string {
  const info = bodyInfoOf(module, rollback)
  const inner = scopeOfBlock(module, rollback)
  const head = { name: functionNameOf(info), suspends: info.suspends, parameters: [runtimeScopeOf(inner)] }
  const code = writeFunction(module, head, (body) => writeScope(body, inner, rollback.statements, new Set()))
  return `$keepRollback({ suspends: ${info.suspends}, start: ${code} });\n`
}

/** A function from the agent's scope to its code and to what reads its variables, which both share. */
function writeAgentBody(module: ModuleWriter, declaration: AgentDeclaration, writeScope: WriteScope): string {
  const info = bodyInfoOf(module, declaration)
  const inner = scopeOfBlock(module, declaration.body)
  const variables = [...inner.bindings.values()].map(variableOf)
  const names = new Set(inner.bindings.keys())
  const head = { name: functionNameOf(info), suspends: info.suspends, parameters: [] }
  const code = writeFunction(module, head, (body) => writeScope(body, inner, declaration.body.statements, names))
  const declarations = variables.length === 0 ? '' : `let ${variables.join(', ')};\n`
  return `function (${runtimeScopeOf(inner)}) {\n${declarations}return { read: ${writeReader(module, inner)}, start: ${code} };\n}`
}

function bodyInfoOf(module: ModuleWriter, declaration: BodyDeclaration | ActionRollback): BodyInfo {
  const info = module.analysis.bodyOf.get(declaration)
  if (info === undefined) throw new Error('analysis knows every body')
  return info
}

type ActionRollback = NonNullable<ActionDeclaration['rollback']>

function shapeOf({ file }: ModuleWriter, declaration: BodyDeclaration, suspends: boolean): DeclarationShape {
  const parameters = 'parameters' in declaration ? declaration.parameters : []
  const resultType = 'resultType' in declaration ? declaration.resultType : undefined
  return {
    name: declaration.name.text,
    place: { file, span: declaration.name.span },
    parameters: parameters.map(({ name, type, span }) => ({
      name: name.text,
      type: type && typeShapeOf(type),
      place: { file, span },
    })),
    resultType: resultType && typeShapeOf(resultType),
    resultPlace: resultType && { file, span: resultType.span },
    suspends,
    documentation: documentationOf(declaration.body),
    ...kindShapeOf(declaration),
  }
}

function kindShapeOf(declaration: BodyDeclaration): Pick<DeclarationShape, 'tool' | 'action' | 'agent'> {
  switch (declaration.kind) {
    case 'function-declaration':
      return {}
    case 'tool-declaration': {
      const { isAsync, capability, description } = declaration
      return { tool: { isAsync, capability: capability?.text, description: description?.value } }
    }
    case 'action-declaration': {
      const { isReversible, capability, approvalSpan } = declaration
      return { action: { isReversible, capability: capability?.text, requiresApproval: approvalSpan !== undefined } }
    }
    case 'agent-declaration':
      return { agent: { isAsync: declaration.isAsync } }
  }
}

/** A bare string as the first statement of a body (spec 01 §6). */
function documentationOf({ statements: [first] }: Block): string | undefined {
  const expression = first?.kind === 'expression-statement' ? first.expression : undefined
  return expression?.kind === 'string' ? expression.value : undefined
}
