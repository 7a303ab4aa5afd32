/**
 * Walks the tree of one file and does what each node says, as plainly as it can be written.
 *
 * It shares the parser and `runtime/values` with the product and nothing else: no scope is analysed, no name is resolved
 * before its line runs, and everything is a generator, so that anything can stop anywhere.
 */

import { lineAt } from '../../src/compiler/source/positions.ts'
import type { SourceFile, Span } from '../../src/compiler/source/source-file.ts'
import { importedModuleName } from '../../src/compiler/syntax/import-names.ts'
import type {
  BinaryExpression,
  Block,
  Call,
  Expression,
  ForStatement,
  FromImportStatement,
  IfStatement,
  ImportStatement,
  Statement,
  TestStatement,
  TypeNode,
} from '../../src/compiler/syntax/tree.ts'
import { add, divide, multiply, negate, remainder, subtract } from '../../src/runtime/values/arithmetic.ts'
import { isEqual } from '../../src/runtime/values/equality.ts'
import { Float } from '../../src/runtime/values/float.ts'
import { codePointsOf, readIndex, writeIndex } from '../../src/runtime/values/indexing.ts'
import { intFromDigits } from '../../src/runtime/values/int.ts'
import { isGreater, isGreaterOrEqual, isLess, isLessOrEqual } from '../../src/runtime/values/order.ts'
import { SenseRecord } from '../../src/runtime/values/record.ts'
import { isTruthy } from '../../src/runtime/values/truth.ts'
import type { ValueType } from '../../src/runtime/values/types.ts'
import { describeValue, fits } from '../../src/runtime/values/types.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import { isArray } from '../../src/runtime/values/value.ts'
import { limitedValue } from './budget.ts'
import { declareAction, declareAgent, declareFunction, declareTool } from './declarations.ts'
import { Failure, isCaught } from './failure.ts'
import { readMember } from './members.ts'
import type { ModuleObject } from './objects.ts'
import { Callable, MemoryObject, ModelObject, ProblemObject } from './objects.ts'
import { Scope } from './scope.ts'
import type { Place, Steps, World } from './world.ts'

/** How a statement ended, where it did not just reach its end. */
export type Completion =
  | { readonly kind: 'return'; readonly value: Value }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }
  | undefined

/** Finds and runs the modules of a program. */
export interface Modules {
  /** The module that an import of `file` means; runs it if it has not run yet. */
  load: (statement: ImportStatement | FromImportStatement, file: SourceFile, line: number) => Steps<ModuleObject>
}

export class Evaluator {
  readonly world: World
  readonly file: SourceFile
  readonly modules: Modules

  constructor(world: World, file: SourceFile, modules: Modules) {
    this.world = world
    this.file = file
    this.modules = modules
  }

  lineOf(span: Span): number {
    return lineAt(this.file.lineStarts, span.offsetStart)
  }

  // ---- Statements

  /** Runs a block in a new child scope (spec 01 §4). */
  *block(block: Block, scope: Scope): Steps<Completion> {
    return yield* this.statements(block.statements, new Scope(scope))
  }

  *statements(statements: readonly Statement[], scope: Scope): Steps<Completion> {
    for (const statement of statements) {
      const completion = yield* this.statement(statement, scope)
      if (completion !== undefined) return completion
    }
    return undefined
  }

  *statement(statement: Statement, scope: Scope): Steps<Completion> {
    this.world.step()
    switch (statement.kind) {
      case 'expression-statement':
        yield* this.value(statement.expression, scope)
        return undefined
      case 'typed-declaration': {
        const value = yield* this.value(statement.value, scope)
        this.checkType(value, statement.type, this.lineOf(statement.name.span))
        scope.assign(statement.name.text, value)
        return undefined
      }
      case 'local-declaration': {
        const value = yield* this.value(statement.value, scope)
        if (statement.type !== undefined) this.checkType(value, statement.type, this.lineOf(statement.keywordSpan))
        scope.names.set(statement.name.text, value)
        return undefined
      }
      case 'model-declaration': {
        // Spec 02 §1: requires a Model, and makes a renamed view of it.
        const value = yield* this.value(statement.value, scope)
        const line = this.lineOf(statement.keywordSpan)
        if (!(value instanceof ModelObject)) throw new Failure('SenseTypeError', line, 'no model')
        scope.names.set(statement.name.text, new ModelObject(statement.name.text, value.backend))
        return undefined
      }
      case 'function-declaration':
        scope.names.set(statement.name.text, declareFunction(this, statement, scope))
        return undefined
      case 'tool-declaration':
        scope.names.set(statement.name.text, declareTool(this, statement, scope))
        return undefined
      case 'action-declaration':
        scope.names.set(statement.name.text, declareAction(this, statement, scope))
        return undefined
      case 'agent-declaration':
        // Spec 01 §4: `agent` alone follows the one rule.
        scope.assign(statement.name.text, declareAgent(this, statement, scope))
        return undefined
      case 'memory-declaration':
        if (statement.isPersistent) throw new Error('the oracle has no persistent memory')
        scope.names.set(statement.name.text, new MemoryObject(statement.name.text, statement.text?.value ?? null))
        return undefined
      case 'policy':
        for (const { capability, effect } of statement.rules) scope.rules.set(capability.text, effect)
        return undefined
      case 'set': {
        const value = yield* this.value(statement.value, scope)
        const line = this.lineOf(statement.keywordSpan)
        if (statement.name.text !== 'delegation') throw new Failure('SenseRuntimeError', line, 'unknown setting')
        if (!(value instanceof ModelObject)) throw new Failure('SenseTypeError', line, 'no model')
        scope.delegation = value
        return undefined
      }
      case 'session':
        return yield* this.block(statement.body, scope)
      case 'test':
        return yield* this.test(statement, scope)
      case 'if':
        return yield* this.conditional(statement, scope)
      case 'while':
        while (isTruthy(yield* this.value(statement.condition, scope))) {
          const completion = yield* this.block(statement.body, scope)
          if (completion?.kind === 'break') break
          if (completion?.kind === 'return') return completion
        }
        return undefined
      case 'for':
        return yield* this.loop(statement, scope)
      case 'attempt':
        try {
          return yield* this.block(statement.body, scope)
        } catch (error) {
          if (!isCaught(error)) throw error
          const inner = new Scope(scope)
          inner.names.set(statement.problem.text, new ProblemObject(error))
          return yield* this.statements(statement.failed.statements, inner)
        }
      case 'return':
        return {
          kind: 'return',
          value: statement.value === undefined ? null : yield* this.value(statement.value, scope),
        }
      case 'break':
      case 'continue':
        return { kind: statement.kind }
      case 'import':
      case 'from-import':
        yield* this.importModule(statement, scope)
        return undefined
    }
  }

  /** Spec 01 §9: a failure is recorded and goes no further; `return`, `break` and `continue` pass through. */
  *test(statement: TestStatement, scope: Scope): Steps<Completion> {
    try {
      return yield* this.block(statement.body, scope)
    } catch (error) {
      if (!isCaught(error)) throw error
      return undefined
    }
  }

  *conditional(statement: IfStatement, scope: Scope): Steps<Completion> {
    if (isTruthy(yield* this.value(statement.condition, scope))) return yield* this.block(statement.then, scope)
    const { otherwise } = statement
    if (otherwise === undefined) return undefined
    return 'kind' in otherwise ? yield* this.conditional(otherwise, scope) : yield* this.block(otherwise, scope)
  }

  /** Spec 01 §6: an Array is looked at anew for each round; of a String and a Record the parts are taken once. */
  *loop(statement: ForStatement, scope: Scope): Steps<Completion> {
    const iterable = yield* this.value(statement.iterable, scope)
    const elements = elementsOf(iterable)
    if (elements === undefined) {
      throw new Failure(
        'SenseRuntimeError',
        this.lineOf(statement.keywordSpan),
        `no loop over ${describeValue(iterable)}`,
      )
    }
    for (let index = 0; index < elements.length; index += 1) {
      this.world.step()
      const round = new Scope(scope)
      round.names.set(statement.variable.text, elements[index] ?? null)
      const completion = yield* this.statements(statement.body.statements, round)
      if (completion?.kind === 'break') break
      if (completion?.kind === 'return') return completion
    }
    return undefined
  }

  /** Spec 01 §7: a module's own names; `from` copies the values at that moment. */
  *importModule(statement: ImportStatement | FromImportStatement, scope: Scope): Steps<void> {
    const line = this.lineOf(statement.keywordSpan)
    const module = yield* this.modules.load(statement, this.file, line)
    if (statement.kind === 'import') {
      scope.names.set(statement.alias?.text ?? importedModuleName(statement.reference, statement.host) ?? '', module)
      return
    }
    for (const { name, alias } of statement.names) {
      const value = module.scope.names.get(name.text)
      if (value === undefined) throw new Failure('SenseRuntimeError', line, `no ${name.text} in the module`)
      scope.names.set((alias ?? name).text, value)
    }
  }

  checkType(value: Value, type: TypeNode, line: number): void {
    if (!fits(value, valueType(type))) throw new Failure('SenseTypeError', line, `wrong type: ${describeValue(value)}`)
  }

  // ---- Expressions

  *value(expression: Expression, scope: Scope): Steps {
    this.world.step()
    switch (expression.kind) {
      case 'int':
        return intFromDigits(expression.digits) ?? null
      case 'float':
        return new Float(expression.value)
      case 'string':
      case 'bool':
        return expression.value
      case 'nil':
        return null
      case 'name': {
        const value = scope.find(expression.name)
        if (value !== undefined) return value
        throw new Failure('SenseNameError', this.lineOf(expression.span), `${expression.name} is not bound`)
      }
      case 'array': {
        const items: Value[] = []
        for (const item of expression.items) items.push(yield* this.value(item, scope))
        return items
      }
      case 'unary': {
        const operand = yield* this.value(expression.operand, scope)
        return expression.operator === 'not'
          ? !isTruthy(operand)
          : negate(operand, this.lineOf(expression.operatorSpan))
      }
      case 'binary':
        return yield* this.binary(expression, scope)
      case 'logical': {
        const left = yield* this.value(expression.left, scope)
        const isDecided = isTruthy(left) === (expression.operator === 'or')
        return isDecided ? left : yield* this.value(expression.right, scope)
      }
      case 'assignment': {
        // Spec 01 §4: what is bound is looked at after the right side ran.
        const value = yield* this.value(expression.value, scope)
        scope.assign(expression.target.text, value)
        return value
      }
      case 'index-assignment': {
        const object = yield* this.value(expression.object, scope)
        const index = yield* this.value(expression.index, scope)
        const value = yield* this.value(expression.value, scope)
        return writeIndex(object, index, value, this.lineOf(expression.equalsSpan))
      }
      case 'call':
        return yield* this.call(expression, scope)
      case 'member': {
        const object = yield* this.value(expression.object, scope)
        return yield* readMember(
          this.world,
          { scope, line: this.lineOf(expression.member.span) },
          object,
          expression.member.text,
        )
      }
      case 'index': {
        const object = yield* this.value(expression.object, scope)
        const index = yield* this.value(expression.index, scope)
        return readIndex(object, index, this.lineOf(expression.bracketSpan))
      }
    }
  }

  /** Both operands are evaluated, from left to right, before anything is checked (spec 01 §6). */
  *binary({ operator, operatorSpan, left, right }: BinaryExpression, scope: Scope): Steps {
    const a = yield* this.value(left, scope)
    const b = yield* this.value(right, scope)
    const line = this.lineOf(operatorSpan)
    switch (operator) {
      case '+':
        return limitedValue(add(a, b, line))
      case '-':
        return limitedValue(subtract(a, b, line))
      case '*':
        return limitedValue(multiply(a, b, line))
      case '/':
        return divide(a, b, line)
      case '%':
        return remainder(a, b, line)
      case '==':
        return isEqual(a, b)
      case '!=':
        return !isEqual(a, b)
      case '<':
        return isLess(a, b, line)
      case '<=':
        return isLessOrEqual(a, b, line)
      case '>':
        return isGreater(a, b, line)
      case '>=':
        return isGreaterOrEqual(a, b, line)
    }
  }

  /** Spec 01 §6: the callee, the arguments from left to right, then the checks, at the line of the `(`. */
  *call({ callee, positional, labelled, parenSpan }: Call, scope: Scope): Steps {
    const target = yield* this.value(callee, scope)
    const args: Value[] = []
    for (const argument of positional) args.push(yield* this.value(argument, scope))
    const labels = new Map<string, Value>()
    for (const { label, value } of labelled) labels.set(label.text, yield* this.value(value, scope))
    return yield* callValue(this.world, { scope, line: this.lineOf(parenSpan) }, target, args, labels)
  }
}

export function* callValue(
  world: World,
  place: Place,
  target: Value,
  args: readonly Value[],
  labels: ReadonlyMap<string, Value> = new Map(),
): Steps {
  if (!(target instanceof Callable)) {
    throw new Failure('SenseRuntimeError', place.line, `${describeValue(target)} cannot be called`)
  }
  world.step()
  return yield* target.call(place, args, labels)
}

export function valueType(type: TypeNode): ValueType {
  return { name: type.name, arguments: type.typeArguments.map(valueType) }
}

function elementsOf(value: Value): readonly Value[] | undefined {
  if (isArray(value)) return value
  if (typeof value === 'string') return [...codePointsOf(value)]
  if (value instanceof SenseRecord) return [...value.entries.keys()]
  return undefined
}
