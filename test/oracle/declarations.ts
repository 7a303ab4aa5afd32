/** What declarations make: functions, tools, actions and agents, and what a call of each does. */

import type {
  ActionDeclaration,
  AgentDeclaration,
  Block,
  FunctionDeclaration,
  Parameter,
  ToolDeclaration,
  TypeNode,
} from '../../src/compiler/syntax/tree.ts'
import { describeValue, fits } from '../../src/runtime/values/types.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import type { Evaluator } from './evaluator.ts'
import { valueType } from './evaluator.ts'
import { Failure, isCaught } from './failure.ts'
import type { Labels, Signature } from './objects.ts'
import {
  ActionDeclarationObject,
  ActionObject,
  AgentObject,
  FunctionObject,
  FutureObject,
  ToolObject,
} from './objects.ts'
import type { Owner } from './scope.ts'
import { Scope } from './scope.ts'
import type { Place, Steps, World } from './world.ts'
import { newFiber } from './world.ts'

export function declareFunction(evaluator: Evaluator, declaration: FunctionDeclaration, scope: Scope): FunctionObject {
  const signature = signatureOf(declaration, declaration.resultType)
  return new FunctionObject(signature, function* (place, args, labels) {
    checkArity(signature, place, args, labels)
    checkTypes(signature, place, args)
    const result = yield* runBody(evaluator, declaration.body, bodyScope(scope, signature, args))
    return checkedResult(signature, place, result)
  })
}

/** Spec 02 §2: arity, capability against the caller's scope, types, the audit entry, the body, the result's type. */
export function declareTool(evaluator: Evaluator, declaration: ToolDeclaration, scope: Scope): ToolObject {
  const { world } = evaluator
  const { name, isAsync, capability } = declaration
  const signature = signatureOf(declaration, declaration.resultType)
  const subject = `tool '${name.text}'`
  function* body(place: Place, args: readonly Value[]): Steps {
    const owner: Owner = { kind: 'tool', name: name.text }
    const result = yield* runBody(evaluator, declaration.body, bodyScope(scope, signature, args, owner))
    return checkedResult(signature, place, result)
  }
  return new ToolObject(signature, declaration.description?.value ?? null, isAsync, function* (place, args, labels) {
    checkArity(signature, place, args, labels)
    if (capability !== undefined && place.scope.isDenied(capability.text)) {
      world.record(place, subject, 'denied', `capability '${capability.text}' denied by policy`)
      throw new Failure('SensePolicyError', place.line, `${subject} is denied`)
    }
    checkTypes(signature, place, args)
    world.record(place, subject, 'called')
    if (!isAsync) return yield* body(place, args)
    const future = new FutureObject(name.text)
    world.wake(newFiber(fulfil(world, future, body(place, args))))
    return future
  })
}

function* fulfil(world: World, future: FutureObject, body: Steps): Steps<void> {
  try {
    future.value = yield* body
  } catch (error) {
    if (!isCaught(error)) throw error
    future.error = error
    world.failures.push(future)
  }
  for (const wake of future.waiters.splice(0)) wake()
}

/** Spec 02 §5: calling an action runs nothing. */
export function declareAction(
  evaluator: Evaluator,
  declaration: ActionDeclaration,
  scope: Scope,
): ActionDeclarationObject {
  const { world } = evaluator
  const signature = signatureOf(declaration, undefined)
  const kind = declaration.isReversible ? 'reversible' : 'irreversible'
  const call: ActionDeclarationObject['call'] = function* (place, args, labels) {
    checkArity(signature, place, args, labels)
    checkTypes(signature, place, args)
    world.record(place, `${kind} action '${signature.name}'`, 'prepared')
    const plan = {
      capability: declaration.capability?.text,
      needsApproval: declaration.approvalSpan !== undefined,
      runBody: (owner: Owner): { scope: Scope; steps: Steps } => {
        const inner = bodyScope(scope, signature, args, owner)
        return { scope: inner, steps: runBody(evaluator, declaration.body, inner) }
      },
      runRollback: (commitScope: Scope, owner: Owner): Steps =>
        runBody(evaluator, declaration.rollback ?? declaration.body, new Scope(commitScope, owner)),
    }
    return new ActionObject(signature.name, kind, plan)
  }
  return new ActionDeclarationObject(signature, kind, call)
}

/** Spec 01 §4: an agent's scope is a child of the declaring one and is kept for its life. */
export function declareAgent(evaluator: Evaluator, declaration: AgentDeclaration, scope: Scope): AgentObject {
  const inner = new Scope(scope, { kind: 'agent', name: declaration.name.text })
  const { statements } = declaration.body
  const doc = docOf(declaration.body)
  // A `return` in the body ends it, its value dropped (spec 02 §6).
  const body = function* (): Steps<void> {
    yield* evaluator.statements(statements, inner)
  }
  const agent = new AgentObject(declaration.name.text, declaration.isAsync, doc, inner, body)
  inner.agent = agent
  return agent
}

/** Parameters and body share one scope (spec 01 §4). */
function bodyScope(scope: Scope, signature: Signature, args: readonly Value[], owner?: Owner): Scope {
  const inner = new Scope(scope, owner)
  signature.parameters.forEach(({ name }, index) => inner.names.set(name, args[index] ?? null))
  return inner
}

/** A missing `return` gives nil (spec 01 §5). */
function* runBody(evaluator: Evaluator, body: Block, scope: Scope): Steps {
  const { world } = evaluator
  world.depth += 1
  try {
    world.step()
    const completion = yield* evaluator.statements(body.statements, scope)
    return completion?.kind === 'return' ? completion.value : null
  } finally {
    world.depth -= 1
  }
}

/** Declared functions, tools and actions take no labels, and exactly as many arguments as they have parameters. */
function checkArity({ name, parameters }: Signature, { line }: Place, args: readonly Value[], labels: Labels): void {
  if (labels.size > 0) throw new Failure('SenseRuntimeError', line, `${name} takes no labels`)
  if (args.length !== parameters.length) throw new Failure('SenseRuntimeError', line, `${name}: wrong argument count`)
}

function checkTypes({ name, parameters }: Signature, { line }: Place, args: readonly Value[]): void {
  parameters.forEach((parameter, index) => {
    const argument = args[index] ?? null
    if (parameter.type === undefined || fits(argument, parameter.type)) return
    throw new Failure('SenseTypeError', line, `${name}: ${parameter.name} is ${describeValue(argument)}`)
  })
}

function checkedResult({ name, resultType }: Signature, { line }: Place, result: Value): Value {
  if (resultType === undefined || fits(result, resultType)) return result
  throw new Failure('SenseTypeError', line, `${name} gave ${describeValue(result)}`)
}

function signatureOf(
  { name, parameters, body }: { name: { text: string }; parameters: readonly Parameter[]; body: Block },
  resultType: TypeNode | undefined,
): Signature {
  return {
    name: name.text,
    parameters: parameters.map((parameter) => ({
      name: parameter.name.text,
      type: parameter.type && valueType(parameter.type),
    })),
    resultType: resultType && valueType(resultType),
    doc: docOf(body),
  }
}

/** Spec 01 §6: a bare String as a body's first statement, cleaned as Python's `inspect.cleandoc` does. */
function docOf({ statements: [first] }: Block): string | null {
  if (first?.kind !== 'expression-statement' || first.expression.kind !== 'string') return null
  const lines = first.expression.value.split('\n').map(withTabsExpanded)
  const indents = lines.slice(1).flatMap((line) => (line.trim() === '' ? [] : [line.length - line.trimStart().length]))
  const margin = indents.length === 0 ? 0 : Math.min(...indents)
  const cleaned = lines.map((line, index) => (index === 0 ? line.trimStart() : line.slice(margin)))
  while (cleaned.at(-1) === '') cleaned.pop()
  while (cleaned[0] === '') cleaned.shift()
  return cleaned.join('\n')
}

function withTabsExpanded(line: string): string {
  let expanded = ''
  for (const character of line) expanded += character === '\t' ? ' '.repeat(8 - (expanded.length % 8)) : character
  return expanded
}
