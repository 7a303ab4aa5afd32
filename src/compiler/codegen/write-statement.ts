/**
 * Statements as JavaScript.
 *
 * A scope of Sense is a block of JavaScript whose bindings are declared at its top: a variable that is still `undefined`
 * is unbound. Loops make a new block for each iteration, so closures capture the iteration's own variables.
 */

import type { ScopeInfo } from '../analysis/scope-info.ts'
import type { Span } from '../source/source-file.ts'
import type {
  Block,
  ForStatement,
  FunctionDeclaration,
  IfStatement,
  PolicyStatement,
  SetStatement,
  Statement,
  ToolDeclaration,
  TypeNode,
  TypedDeclaration,
} from '../syntax/tree.ts'
import { BodyWriter } from './body-writer.ts'
import type { DeclarationShape } from './generated-module.ts'
import { functionNameOf, runtimeScopeOf, typeShapeOf, variableOf } from './module-writer.ts'
import { writeExpression, writeStore } from './write-expression.ts'

/** Longer chains of `else if` are written flat, because V8's parser recurses on them. */
const nestedElseIfMax = 40

/** The statements of a scope with the declarations of its bindings before them, without braces. */
export function writeScope(
  body: BodyWriter,
  scope: ScopeInfo,
  statements: readonly Statement[],
  declaredElsewhere: ReadonlySet<string> = new Set(),
): string {
  const text = statements.map((statement) => writeStatement(body, scope, statement)).join('')
  const variables = [...scope.bindings.values()]
    .filter((binding) => !declaredElsewhere.has(binding.name))
    .map(variableOf)
  return (variables.length > 0 ? `let ${variables.join(', ')};\n` : '') + text
}

function writeStatement(body: BodyWriter, scope: ScopeInfo, statement: Statement): string {
  const { module } = body
  const write = (expression: Parameters<typeof writeExpression>[2]): string => writeExpression(body, scope, expression)
  switch (statement.kind) {
    case 'expression-statement':
      return `${write(statement.expression)};\n`
    case 'typed-declaration':
      return writeTypedDeclaration(body, scope, statement)
    case 'local-declaration': {
      const site = module.site(statement.keywordSpan)
      return `${writeStore(body, statement.name, checked(body, write(statement.value), statement.type, statement.name.text, site))};\n`
    }
    case 'model-declaration': {
      const site = module.site(statement.keywordSpan)
      const value = `$.nameModel(${site}, ${write(statement.value)}, ${JSON.stringify(statement.name.text)})`
      return `${writeStore(body, statement.name, value)};\n`
    }
    case 'function-declaration':
    case 'tool-declaration':
      return writeDeclaration(body, scope, statement)
    case 'session':
      return writeBlock(body, statement.body)
    case 'policy':
      return writePolicy(body, scope, statement)
    case 'set':
      return writeSet(body, scope, statement)
    case 'if':
      return writeIf(body, scope, statement)
    case 'while':
      return `while ($.isTruthy(${write(statement.condition)})) ${writeBlock(body, statement.body)}`
    case 'for':
      return writeFor(body, scope, statement)
    case 'return':
      return `return ${statement.value === undefined ? 'null' : write(statement.value)};\n`
    case 'break':
      return 'break;\n'
    case 'continue':
      return 'continue;\n'
    case 'memory-declaration':
      if (statement.isPersistent) return writeNotYet(body, statement.keywordSpan, 'persistent memory')
      return `${writeStore(body, statement.name, `$.declareMemory(${JSON.stringify(statement.name.text)}, ${JSON.stringify(statement.text?.value ?? null)})`)};\n`
    case 'action-declaration':
      return writeNotYet(body, statement.keywordSpan, 'an action')
    case 'agent-declaration':
      return writeNotYet(body, statement.keywordSpan, 'an agent')
    case 'test':
      return writeNotYet(body, statement.keywordSpan, 'a `test` block')
    case 'attempt':
      return writeNotYet(body, statement.keywordSpan, '`attempt`')
    case 'import':
    case 'from-import':
      return writeNotYet(body, statement.keywordSpan, 'an import')
  }
}

function writeNotYet(body: BodyWriter, span: Span, what: string): string {
  return `$.notYet(${body.module.site(span)}, ${JSON.stringify(what)});\n`
}

/** A block in braces, with the runtime scope that it may need. `first` is written at its very top. */
function writeBlock(body: BodyWriter, block: Block, first = '', declaredElsewhere?: ReadonlySet<string>): string {
  const scope = scopeOf(body, block)
  const text = writeScope(body, scope, block.statements, declaredElsewhere)
  return `{\n${writeRuntimeScope(scope)}${first}${text}}\n`
}

function writeRuntimeScope(scope: ScopeInfo): string {
  if (!scope.needsRuntimeScope || scope.parent === undefined) return ''
  return `const ${runtimeScopeOf(scope)} = $.newScope(${runtimeScopeOf(scope.parent)});\n`
}

function writeTypedDeclaration(body: BodyWriter, scope: ScopeInfo, statement: TypedDeclaration): string {
  const site = body.module.site(statement.name.span)
  const value = writeExpression(body, scope, statement.value)
  return `${writeStore(body, statement.name, checked(body, value, statement.type, statement.name.text, site))};\n`
}

/** `value`, checked against a type where one is written. */
function checked(body: BodyWriter, value: string, type: TypeNode | undefined, name: string, site: number): string {
  if (type === undefined) return value
  return `$.checkType(${value}, ${body.module.type(type)}, ${JSON.stringify(name)}, ${site})`
}

function writePolicy(body: BodyWriter, scope: ScopeInfo, statement: PolicyStatement): string {
  return statement.rules
    .map(({ effect, capability, span }) => {
      const site = body.module.site(span)
      return `$.addRule(${site}, ${runtimeScopeOf(scope)}, "${effect}", ${JSON.stringify(capability.text)});\n`
    })
    .join('')
}

function writeSet(body: BodyWriter, scope: ScopeInfo, statement: SetStatement): string {
  const site = body.module.site(statement.keywordSpan)
  const value = writeExpression(body, scope, statement.value)
  if (statement.name.text !== 'delegation') {
    return `$.unknownSetting(${site}, ${JSON.stringify(statement.name.text)}, ${value});\n`
  }
  return `$.setDelegation(${site}, ${runtimeScopeOf(scope)}, ${value});\n`
}

interface Branch {
  /** undefined for the last `else`. */
  readonly condition: string | undefined
  readonly block: string
}

function writeIf(body: BodyWriter, scope: ScopeInfo, statement: IfStatement): string {
  const branches: Branch[] = []
  for (let current: IfStatement | Block | undefined = statement; current !== undefined;) {
    if ('kind' in current) {
      const condition = `$.isTruthy(${writeExpression(body, scope, current.condition)})`
      branches.push({ condition, block: writeBlock(body, current.then) })
      current = current.otherwise
    } else {
      branches.push({ condition: undefined, block: writeBlock(body, current) })
      current = undefined
    }
  }
  return branches.length <= nestedElseIfMax ? nestedBranches(branches) : flatBranches(branches, body.newLabel())
}

function nestedBranches(branches: readonly Branch[]): string {
  return branches
    .map(({ condition, block }, index) => {
      const head = condition === undefined ? '' : `if (${condition}) `
      return `${index === 0 ? '' : 'else '}${head}${block}`
    })
    .join('')
}

function flatBranches(branches: readonly Branch[], label: string): string {
  const tests = branches.map(({ condition, block }) =>
    condition === undefined ? block : `if (${condition}) {\n${block}break ${label};\n}\n`,
  )
  return `${label}: {\n${tests.join('')}}\n`
}

/** The sequence is looked at anew for each element, so elements pushed during the loop are visited (spec 01 §6). */
function writeFor(body: BodyWriter, scope: ScopeInfo, statement: ForStatement): string {
  const site = body.module.site(statement.keywordSpan)
  const inner = scopeOf(body, statement.body)
  const variable = inner.bindings.get(statement.variable.text)
  if (variable === undefined) throw new Error('analysis bound the loop variable')
  const sequence = `s$${inner.id}`
  const index = `i$${inner.id}`
  const first = `let ${variableOf(variable)} = ${sequence}[${index}];\n`
  const block = writeBlock(body, statement.body, first, new Set([variable.name]))
  const iterable = writeExpression(body, scope, statement.iterable)
  return (
    `for (let ${sequence} = $.sequenceOf(${iterable}, ${site}), ${index} = 0; ` +
    `${index} < ${sequence}.length; ${index} += 1) ${block}`
  )
}

function writeDeclaration(
  body: BodyWriter,
  scope: ScopeInfo,
  declaration: FunctionDeclaration | ToolDeclaration,
): string {
  const { module } = body
  const info = module.analysis.bodyOf.get(declaration)
  if (info === undefined) throw new Error('analysis knows every body')
  const inner = scopeOf(body, declaration.body)
  const number = module.declaration(shapeOf(declaration, info.suspends))
  const isTool = declaration.kind === 'tool-declaration'
  const parameters = declaration.parameters.map(({ name }) => name.text)
  const variables = parameters.map((name) => `${name}_${inner.bindings.get(name)?.id}`)
  const code = writeFunction(
    module,
    functionNameOf(info),
    info.suspends,
    [...(isTool ? [runtimeScopeOf(inner)] : []), ...variables],
    (innerBody) => {
      const runtimeScope = isTool ? '' : writeRuntimeScope(inner)
      return runtimeScope + writeScope(innerBody, inner, declaration.body.statements, new Set(parameters))
    },
  )
  const value = isTool
    ? `$.declareTool(${number}, ${runtimeScopeOf(scope)}, ${code})`
    : `$.declareFunction(${number}, ${code})`
  return `${writeStore(body, declaration.name, value)};\n`
}

/** A JavaScript function expression; reaching its end gives nil. */
export function writeFunction(
  module: BodyWriter['module'],
  name: string,
  suspends: boolean,
  parameters: readonly string[],
  write: (body: BodyWriter) => string,
): string {
  const body = new BodyWriter(module, suspends)
  const text = write(body)
  const star = suspends ? '*' : ''
  return `function${star} ${name}(${parameters.join(', ')}) {\n${body.temporaryDeclarations()}${text}return null;\n}`
}

function shapeOf(declaration: FunctionDeclaration | ToolDeclaration, suspends: boolean): DeclarationShape {
  return {
    name: declaration.name.text,
    parameters: declaration.parameters.map(({ name, type }) => ({
      name: name.text,
      type: type && typeShapeOf(type),
    })),
    resultType: declaration.resultType && typeShapeOf(declaration.resultType),
    suspends,
    documentation: documentationOf(declaration.body),
    tool:
      declaration.kind === 'tool-declaration'
        ? {
            isAsync: declaration.isAsync,
            capability: declaration.capability?.text,
            description: declaration.description?.value,
          }
        : undefined,
  }
}

/** A bare string as the first statement of a body (spec 01 §6). */
function documentationOf({ statements: [first] }: Block): string | undefined {
  const expression = first?.kind === 'expression-statement' ? first.expression : undefined
  return expression?.kind === 'string' ? expression.value : undefined
}

function scopeOf(body: BodyWriter, block: Block): ScopeInfo {
  const scope = body.module.analysis.scopeOf.get(block)
  if (scope === undefined) throw new Error('analysis knows the scope of every block')
  return scope
}
