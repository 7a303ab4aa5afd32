/**
 * Statements as JavaScript.
 *
 * A scope of Sense is a block of JavaScript whose bindings are declared at its top: a variable that is still `undefined`
 * is unbound. Loops make a new block for each iteration, so closures capture the iteration's own variables.
 */

import type { ScopeInfo } from '../analysis/scope-info.ts'
import { pathIn } from '../syntax/imported-path.ts'
import { branchesOf } from '../syntax/if-branches.ts'
import type {
  AttemptStatement,
  Block,
  FromImportStatement,
  IfStatement,
  ImportStatement,
  LocalDeclaration,
  MemoryDeclaration,
  Name,
  PolicyStatement,
  SetStatement,
  Statement,
  TestStatement,
  TypedDeclaration,
} from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import { float, isExact, isWithin, typesOfAnnotation } from '../analysis/value-types.ts'
import { codeVariablesOf } from './direct-calls.ts'
import { boxed, isBare, typesOf } from './forms.ts'
import { importVariablesOf, writeLinks } from './imported-names.ts'
import { runtimeScopeOf, variableOf } from './module-writer.ts'
import { scopeOfBlock, writeDeclarationValue, writeRuntimeScope } from './write-declaration.ts'
import { writeCondition } from './write-condition.ts'
import { writeExpression, writeStore, writeValue } from './write-expression.ts'
import { writeFor } from './write-for.ts'
import { writeSuspendable } from './write-suspendable.ts'

/** Longer chains of `else if` are written flat, because V8's parser recurses on them. */
const nestedElseIfMax = 40

/**
 * The statements of the body of a function or module. Its variables are declared by `var`: those of `let` are tested each
 * time a closure reads them.
 */
export function writeScope(
  body: BodyWriter,
  scope: ScopeInfo,
  statements: readonly Statement[],
  declaredElsewhere: ReadonlySet<string> = new Set(),
): string {
  return writeStatements(body, scope, statements, declaredElsewhere, 'var')
}

/** The statements of a scope with the declarations of its bindings before them, without braces. */
function writeStatements(
  body: BodyWriter,
  scope: ScopeInfo,
  statements: readonly Statement[],
  declaredElsewhere: ReadonlySet<string> = new Set(),
  keyword: 'let' | 'var' = 'let',
): string {
  const text = statements.map((statement) => writeStatement(body, scope, statement)).join('')
  const variables = [...scope.bindings.values()]
    .filter((binding) => !declaredElsewhere.has(binding.name) && !binding.isShared)
    .map(variableOf)
    .concat(codeVariablesOf(body.module, scope), importVariablesOf(body.module, scope))
  return (variables.length > 0 ? `${keyword} ${variables.join(', ')};\n` : '') + text
}

function writeStatement(body: BodyWriter, scope: ScopeInfo, statement: Statement): string {
  const { module } = body
  switch (statement.kind) {
    case 'expression-statement':
      return `${writeExpression(body, scope, statement.expression)};\n`
    case 'typed-declaration':
      return writeNewValue(body, scope, statement, module.site(statement.name.span))
    case 'local-declaration':
      return writeNewValue(body, scope, statement, module.site(statement.keywordSpan))
    case 'model-declaration': {
      const site = module.site(statement.keywordSpan)
      const model = writeValue(body, scope, statement.value)
      return writeBinding(
        body,
        statement.name,
        `$.nameModel(${site}, ${model}, ${JSON.stringify(statement.name.text)})`,
      )
    }
    case 'function-declaration':
    case 'tool-declaration':
    case 'action-declaration':
    case 'agent-declaration': {
      return writeBinding(body, statement.name, writeDeclarationValue(module, scope, statement, writeScope))
    }
    case 'session':
      return writeBlock(body, statement.body)
    case 'policy':
      return writePolicy(body, scope, statement)
    case 'set':
      return writeSet(body, scope, statement)
    case 'if':
      return writeIf(body, scope, statement)
    case 'while':
      return `while (${writeCondition(body, scope, statement.condition)}) ${writeBlock(body, statement.body)}`
    case 'for':
      return writeFor(body, scope, statement, (element) =>
        writeBlockWith(body, statement.body, statement.variable, element),
      )
    case 'return':
      return `return ${statement.value === undefined ? 'null' : writeValue(body, scope, statement.value)};\n`
    case 'break':
      return 'break;\n'
    case 'continue':
      return 'continue;\n'
    case 'memory-declaration':
      return writeMemory(body, statement)
    case 'test':
      return writeTest(body, statement)
    case 'attempt':
      return writeAttempt(body, statement)
    case 'import':
    case 'from-import':
      return writeImport(body, statement)
  }
}

function writeMemory(body: BodyWriter, statement: MemoryDeclaration): string {
  const name = JSON.stringify(statement.name.text)
  const text = JSON.stringify(statement.text?.value ?? null)
  const value = statement.isPersistent
    ? `$.declarePersistentMemory(${body.module.site(statement.keywordSpan)}, ${name}, ${text})`
    : `$.declareMemory(${name}, ${text})`
  return writeBinding(body, statement.name, value)
}

/** A block in braces, with the runtime scope that it may need. */
function writeBlock(body: BodyWriter, block: Block): string {
  const scope = scopeOfBlock(body.module, block)
  return `{\n${writeRuntimeScope(scope)}${writeStatements(body, scope, block.statements)}}\n`
}

/** The same, with a variable that whatever runs the block has bound to `value`. */
function writeBlockWith(body: BodyWriter, block: Block, name: Name, value: string): string {
  const scope = scopeOfBlock(body.module, block)
  const binding = scope.bindings.get(name.text)
  if (binding === undefined) throw new Error('analysis bound the variable of the block')
  const text = writeStatements(body, scope, block.statements, new Set([name.text]))
  return `{\n${writeRuntimeScope(scope)}let ${variableOf(binding)} = ${value};\n${text}}\n`
}

/** `name: Type = value`, `local name = value`: the value checked against the type, where one is written, and stored. */
function writeNewValue(
  body: BodyWriter,
  scope: ScopeInfo,
  { name, type, value }: TypedDeclaration | LocalDeclaration,
  site: number,
): string {
  const { module } = body
  const text = writeExpression(body, scope, value)
  const types = typesOf(module, value)
  const isDouble = isBare(module, value)
  const allowed = typesOfAnnotation(type)
  const isSure = type === undefined || type.name === 'Any' || (isExact(type) && isWithin(types, allowed))
  if (isSure) return `${writeStore(body, name, text, isDouble)};\n`
  const checked = `$.checkType(${isDouble ? boxed(text) : text}, ${module.type(type)}, ${JSON.stringify(name.text)}, ${site})`
  // What passes may be a Float for certain though the value before was not.
  const isFloat = (types & allowed) === float
  return `${writeStore(body, name, isFloat ? `${checked}.double` : checked, isFloat)};\n`
}

/** Stores a value that is not a Float. */
function writeBinding(body: BodyWriter, target: object, value: string): string {
  return `${writeStore(body, target, value, false)};\n`
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
  const value = writeValue(body, scope, statement.value)
  if (statement.name.text !== 'delegation') {
    return `$.unknownSetting(${site}, ${JSON.stringify(statement.name.text)}, ${value});\n`
  }
  return `$.setDelegation(${site}, ${runtimeScopeOf(scope)}, ${value});\n`
}

/** A branch as JavaScript; without a condition it is the last `else`. */
interface WrittenBranch {
  readonly condition: string | undefined
  readonly block: string
}

function writeIf(body: BodyWriter, scope: ScopeInfo, statement: IfStatement): string {
  const branches = branchesOf(statement).map(({ condition, block }) => ({
    condition: condition && writeCondition(body, scope, condition),
    block: writeBlock(body, block),
  }))
  return branches.length <= nestedElseIfMax ? nestedBranches(branches) : flatBranches(branches, body.newLabel())
}

function nestedBranches(branches: readonly WrittenBranch[]): string {
  return branches
    .map(({ condition, block }, index) => {
      const head = condition === undefined ? '' : `if (${condition}) `
      return `${index === 0 ? '' : 'else '}${head}${block}`
    })
    .join('')
}

function flatBranches(branches: readonly WrittenBranch[], label: string): string {
  const tests = branches.map(({ condition, block }) =>
    condition === undefined ? block : `if (${condition}) {\n${block}break ${label};\n}\n`,
  )
  return `${label}: {\n${tests.join('')}}\n`
}

/** A failure is recorded and goes no further; leaving the block by `return` or `break` counts as passing. */
function writeTest(body: BodyWriter, statement: TestStatement): string {
  const site = body.module.site(statement.keywordSpan)
  const test = `$test${scopeOfBlock(body.module, statement.body).id}`
  return (
    `const ${test} = $.startTest(${site}, ${JSON.stringify(statement.title.value)});\n` +
    `if (${test} !== undefined) try ${writeBlock(body, statement.body)} catch ($e) { $.failTest(${test}, $e); } finally { $.endTest(${test}); }\n`
  )
}

function writeAttempt(body: BodyWriter, statement: AttemptStatement): string {
  const failed = writeBlockWith(body, statement.failed, statement.problem, '$.problemOf($e)')
  return `try ${writeBlock(body, statement.body)} catch ($e) ${failed}`
}

/** The module is looked up, and loaded or run if it has not been yet. */
function writeImport(body: BodyWriter, statement: ImportStatement | FromImportStatement): string {
  const { module } = body
  const site = module.site(statement.keywordSpan)
  const fact = module.analysis.callFacts.get(statement)
  const load =
    fact?.kind === 'import'
      ? `$.importFile(${site}, ${JSON.stringify(fact.path)}, ${JSON.stringify(pathIn(statement.reference))})`
      : `$.importHost(${site}, "${statement.host ?? ''}", ${JSON.stringify(statement.reference.text)})`
  const loaded = fact === undefined ? load : writeSuspendable(body, statement, () => load)
  if (statement.kind === 'import') return writeBinding(body, statement, loaded) + writeLinks(module, statement)
  const from = `$module${site}`
  const reference = JSON.stringify(statement.reference.text)
  const stores = statement.names.map(({ name, alias }) => {
    const value = `$.takeFrom(${site}, ${from}, ${JSON.stringify(name.text)}, ${reference})`
    return writeBinding(body, alias ?? name, value)
  })
  return `const ${from} = ${loaded};\n${stores.join('')}${writeLinks(module, statement)}`
}
