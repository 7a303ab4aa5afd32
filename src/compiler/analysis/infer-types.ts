/**
 * Finds out which types the values of expressions and variables can have.
 *
 * A variable has the types of all values that anything in the program ever stores in it; the text shows all of these
 * places, because every name is resolved and no value reaches a variable in another way. Parameters get theirs from the
 * calls of the function, unless it is used as a value: then nobody knows its calls. So the types of a variable do not
 * depend on the position, which costs some knowledge (`x = 0` before `x = 0.5`) and in return holds for closures, loops,
 * suspensions and every `attempt`.
 *
 * It is a least fixpoint: all sets start empty, and a body is looked at again when something that it reads has grown.
 */

import { branchesOf } from '../syntax/if-branches.ts'
import type { Call, Expression, ForStatement, IfStatement, Statement } from '../syntax/tree.ts'
import { onlyBuiltinOf, reachOf } from './known-values.ts'
import type { Reach } from './known-values.ts'
import { leftSpineOf } from './left-spine.ts'
import { typeOfBinary, typeOfBuiltinCall, typeOfLogical, typeOfNegation } from './operation-types.ts'
import type { Binding, BodyInfo, FileAnalysis, ProgramAnalysis, Resolution, ValueTypes } from './scope-info.ts'
import { endsInReturn } from './statement-ends.ts'
import type { TypeSource, Unit } from './type-table.ts'
import { TypeTable } from './type-table.ts'
import type { TypeSet } from './value-types.ts'
import { anything, array, bigInt, bool, float, isWithin, nil, nothing, other, smallInt, string } from './value-types.ts'
import { typesOfAnnotation } from './value-types.ts'

type Program = Pick<ProgramAnalysis, 'files' | 'assignedBuiltins' | 'bodiesUsedAsValues'>

export function inferTypes(program: Program): ValueTypes {
  const inference = new Inference(program)
  return inference.run()
}

class Inference {
  readonly #program: Program
  readonly #table = new TypeTable()
  readonly #reaches = new Map<Call, Reach>()
  readonly #parametersOf = new Map<BodyInfo, readonly Binding[]>()
  /** The body that is being looked at. */
  #unit: Unit | undefined

  constructor(program: Program) {
    this.#program = program
  }

  run(): ValueTypes {
    for (const file of this.#program.files.values()) {
      for (const [node, body] of file.bodyOf) {
        this.#addUnit(file, body, 'kind' in node ? node.body.statements : node.statements)
      }
      this.#addUnit(file, file.module.body, file.program.statements)
    }
    this.#addSharedVariables()
    for (let unit = this.#table.next(); unit !== undefined; unit = this.#table.next()) {
      this.#unit = unit
      this.#lookAll(unit.statements)
      if (!endsInReturn(unit.statements)) this.#add(unit.body, nil)
    }
    return this.#table
  }

  /** Texts that nobody knows store anything in what a session shares. */
  #addSharedVariables(): void {
    for (const { module } of this.#program.files.values()) {
      for (const binding of module.bindings.values()) if (binding.isShared) this.#table.set(binding, anything)
    }
  }

  #addUnit(file: FileAnalysis, body: BodyInfo, statements: readonly Statement[]): void {
    const unit: Unit = { file, body, statements, looks: 0, isWaiting: false }
    this.#table.wait(unit)
    const { declaration } = body
    if (declaration === undefined || !('parameters' in declaration)) return
    const parameters = declaration.parameters.flatMap(({ name }) => file.resolutionOf.get(name)?.candidates ?? [])
    this.#parametersOf.set(body, parameters)
    if (declaration.kind !== 'function-declaration') {
      for (const parameter of parameters) this.#table.add(parameter, anything, unit)
    } else if (this.#program.bodiesUsedAsValues.has(body)) {
      parameters.forEach((parameter, index) => {
        this.#table.add(parameter, typesOfAnnotation(declaration.parameters[index]?.type), unit)
      })
    }
  }

  // ---- What the table knows, for the body that is being looked at

  get #current(): Unit {
    if (this.#unit === undefined) throw new Error('types are asked for only while a body is looked at')
    return this.#unit
  }

  #add(target: TypeSource, added: TypeSet): void {
    this.#table.add(target, added, this.#current)
  }

  #read(source: TypeSource): TypeSet {
    return this.#table.read(source, this.#current)
  }

  /** `target` is the key of its resolution. */
  #store(target: object, stored: TypeSet): void {
    for (const binding of this.#resolution(target)?.candidates ?? []) this.#add(binding, stored)
  }

  #resolution(node: object): Resolution | undefined {
    return this.#current.file.resolutionOf.get(node)
  }

  // ---- Statements

  #lookAll(statements: readonly Statement[]): void {
    for (const statement of statements) this.#look(statement)
  }

  #look(statement: Statement): void {
    switch (statement.kind) {
      case 'expression-statement':
        this.#typeOf(statement.expression)
        return
      case 'typed-declaration':
      case 'local-declaration':
        this.#store(statement.name, this.#typeOf(statement.value) & typesOfAnnotation(statement.type))
        return
      case 'model-declaration':
        this.#typeOf(statement.value)
        this.#store(statement.name, anything)
        return
      case 'function-declaration':
      case 'tool-declaration':
      case 'action-declaration':
      case 'agent-declaration':
      case 'memory-declaration':
        this.#store(statement.name, other)
        return
      case 'set':
        this.#typeOf(statement.value)
        return
      case 'return':
        this.#add(this.#current.body, statement.value === undefined ? nil : this.#typeOf(statement.value))
        return
      case 'import':
        this.#store(statement, anything)
        return
      case 'from-import':
        for (const { name, alias } of statement.names) this.#store(alias ?? name, anything)
        return
      case 'policy':
      case 'break':
      case 'continue':
        return
      case 'session':
      case 'test':
      case 'if':
      case 'while':
      case 'for':
      case 'attempt':
        this.#lookInside(statement)
    }
  }

  #lookInside(statement: Extract<Statement, { kind: 'session' | 'test' | 'if' | 'while' | 'for' | 'attempt' }>): void {
    switch (statement.kind) {
      case 'session':
      case 'test':
        this.#lookAll(statement.body.statements)
        return
      case 'if':
        this.#lookAtIf(statement)
        return
      case 'while':
        this.#typeOf(statement.condition)
        this.#lookAll(statement.body.statements)
        return
      case 'for':
        this.#store(statement.variable, this.#typeOfElements(statement))
        this.#lookAll(statement.body.statements)
        return
      case 'attempt':
        this.#lookAll(statement.body.statements)
        this.#store(statement.problem, other)
        this.#lookAll(statement.failed.statements)
    }
  }

  #lookAtIf(statement: IfStatement): void {
    for (const { condition, block } of branchesOf(statement)) {
      if (condition !== undefined) this.#typeOf(condition)
      this.#lookAll(block.statements)
    }
  }

  #typeOfElements({ iterable }: ForStatement): TypeSet {
    const sequence = this.#typeOf(iterable)
    if (isWithin(sequence, string)) return sequence
    if (iterable.kind !== 'call' || !this.#isBuiltinCall(iterable, 'range')) return anything
    // All elements lie between the arguments.
    const isSmall = iterable.positional.every((arg) => isWithin(this.#table.foundOf(arg), smallInt))
    return isSmall ? smallInt : smallInt | bigInt
  }

  // ---- Expressions

  #typeOf(expression: Expression): TypeSet {
    let left = nothing
    for (const node of leftSpineOf(expression)) left = this.#table.note(node, this.#typeOfLink(node, left))
    return left
  }

  /** The types of a node whose left part, if it has one, has the types `left`. */
  #typeOfLink(node: Expression, left: TypeSet): TypeSet {
    switch (node.kind) {
      case 'int':
        return Number.isSafeInteger(Number(node.digits)) ? smallInt : bigInt
      case 'float':
        return float
      case 'string':
        return string
      case 'bool':
        return bool
      case 'nil':
        return nil
      case 'name':
        return this.#typeOfName(node)
      case 'array':
        node.items.forEach((item) => this.#typeOf(item))
        return array
      case 'unary': {
        const operand = this.#typeOf(node.operand)
        return node.operator === 'not' ? bool : typeOfNegation(operand)
      }
      case 'binary':
        return typeOfBinary(node.operator, left, this.#typeOf(node.right))
      case 'logical':
        return typeOfLogical(node.operator, left, this.#typeOf(node.right))
      case 'assignment': {
        const value = this.#typeOf(node.value)
        this.#store(node.target, value)
        return value
      }
      case 'index-assignment':
        this.#typeOf(node.index)
        return this.#typeOf(node.value)
      case 'call':
        return this.#typeOfCall(node)
      case 'member':
        return anything
      case 'index':
        this.#typeOf(node.index)
        return isWithin(left, string) ? left : anything
    }
  }

  #typeOfName(node: Expression): TypeSet {
    const resolution = this.#resolution(node)
    if (resolution === undefined) return anything
    const fallback = resolution.builtin === undefined ? nothing : anything
    return resolution.candidates.reduce((found, candidate) => found | this.#read(candidate), fallback)
  }

  /** A call passes its arguments on to every function that it may reach, and gives the results of those. */
  #typeOfCall(node: Call): TypeSet {
    const args = node.positional.map((arg) => this.#typeOf(arg))
    for (const { value } of node.labelled) this.#typeOf(value)
    const fact = this.#current.file.callFacts.get(node)
    const reach = this.#reachOf(node)
    const results = reach.bodies.map((body) => this.#resultOf(body, args))
    const known = results.reduce((sum, result) => sum | result, nothing)
    if (!reach.isComplete) return anything
    const builtin = fact?.kind === 'name' ? fact.resolution.builtin : undefined
    if (builtin === undefined) return known
    return this.#program.assignedBuiltins.has(builtin.name) ? anything : known | typeOfBuiltinCall(builtin.name, args)
  }

  #resultOf(body: BodyInfo, args: readonly TypeSet[]): TypeSet {
    const { declaration } = body
    if (declaration?.kind !== 'function-declaration') return anything
    if (declaration.parameters.length !== args.length) return nothing
    this.#parametersOf.get(body)?.forEach((parameter, index) => {
      this.#add(parameter, (args[index] ?? nothing) & typesOfAnnotation(declaration.parameters[index]?.type))
    })
    return this.#read(body) & typesOfAnnotation(declaration.resultType)
  }

  #reachOf(call: Call): Reach {
    const known = this.#reaches.get(call)
    if (known !== undefined) return known
    const fact = this.#current.file.callFacts.get(call)
    const reach = fact === undefined ? { bodies: [], isComplete: false } : reachOf(fact, this.#program.files)
    this.#reaches.set(call, reach)
    return reach
  }

  #isBuiltinCall(call: Call, name: string): boolean {
    const fact = this.#current.file.callFacts.get(call)
    return fact?.kind === 'name' && onlyBuiltinOf(fact.resolution, this.#program.assignedBuiltins) === name
  }
}
