/**
 * Walks a program once, in the order in which it runs, and finds out what each name can mean.
 *
 * Statements of a scope are visited in order; blocks where they stand; bodies of functions and tools after everything
 * around them, because they run when they are called, and by then later statements may have bound more names. `#step`
 * counts bindings as they are met: a binding that is certain at a step is certain at all later ones.
 */

import type { BuiltinSignature } from '../../language/builtins.ts'
import type {
  Block,
  Call,
  Expression,
  FunctionDeclaration,
  IfStatement,
  MemberAccess,
  Name,
  NameExpression,
  Program,
  Statement,
  ToolDeclaration,
} from '../syntax/tree.ts'
import { leftSpineOf } from './left-spine.ts'
import type { Analysis, Binding, BodyInfo, CallFact, Resolution, ScopeInfo } from './scope-info.ts'
import { findSuspensions } from './suspensions.ts'

type Declaration = FunctionDeclaration | ToolDeclaration

/** Analyses a program that parsed without problems. `builtins`: those of the language and those of a host program. */
export function analyze(program: Program, builtins: readonly BuiltinSignature[]): Analysis {
  const analyzer = new Analyzer(builtins)
  analyzer.visitProgram(program)
  return analyzer.result(program)
}

class Analyzer {
  readonly #builtins: ReadonlyMap<string, BuiltinSignature>
  readonly #scopeOf = new Map<object, ScopeInfo>()
  readonly #resolutionOf = new Map<object, Resolution>()
  readonly #bodyOf = new Map<Declaration, BodyInfo>()
  readonly #bodies: BodyInfo[] = []
  readonly #callFacts = new Map<Call | MemberAccess, CallFact>()
  readonly #valueUses: Resolution[] = []
  readonly #membersUsedAsValues = new Set<string>()
  readonly #assignedBuiltins = new Set<string>()
  readonly #postponed: (() => void)[] = []
  readonly #module: ScopeInfo
  #step = 0
  #nextId = 0

  constructor(builtins: readonly BuiltinSignature[]) {
    this.#builtins = new Map(builtins.map((builtin) => [builtin.name, builtin]))
    this.#module = this.#newScope(undefined, this.#newBody(''))
  }

  visitProgram(program: Program): void {
    this.#visitStatements(program.statements, this.#module)
    // Bodies may declare functions themselves, so the list grows while it is worked off.
    for (let next = this.#postponed.shift(); next !== undefined; next = this.#postponed.shift()) next()
  }

  result(program: Program): Analysis {
    const mayUnresolvedCallSuspend = findSuspensions({
      bodies: this.#bodies,
      valueUses: this.#valueUses,
      membersUsedAsValues: this.#membersUsedAsValues,
      assignedBuiltins: this.#assignedBuiltins,
    })
    return {
      program,
      module: this.#module,
      scopeOf: this.#scopeOf,
      resolutionOf: this.#resolutionOf,
      bodyOf: this.#bodyOf,
      callFacts: this.#callFacts,
      assignedBuiltins: this.#assignedBuiltins,
      mayUnresolvedCallSuspend,
    }
  }

  // ---- Scopes and bindings

  #newBody(name: string): BodyInfo {
    const body = {
      id: this.#nextId++,
      name,
      declaredAt: this.#step,
      isUsedAsValue: false,
      calls: [],
      suspends: false,
    }
    this.#bodies.push(body)
    return body
  }

  #newScope(parent: ScopeInfo | undefined, body: BodyInfo): ScopeInfo {
    return { id: this.#nextId++, parent, body, bindings: new Map(), needsRuntimeScope: false }
  }

  /** The binding of `name` in `scope` itself, made if it is new. */
  #bind(name: string, scope: ScopeInfo, isCertain: boolean): Binding {
    this.#step += 1
    let binding = scope.bindings.get(name)
    if (binding === undefined) {
      binding = { id: this.#nextId++, name, scope, certainFrom: Infinity, declared: [], hasOtherWriters: false }
      scope.bindings.set(name, binding)
    }
    if (isCertain) binding.certainFrom = Math.min(binding.certainFrom, this.#step)
    return binding
  }

  /** Binds `name` by something that is no declaration of a function or tool. */
  #bindValue(name: string, scope: ScopeInfo): Binding {
    const binding = this.#bind(name, scope, true)
    binding.hasOtherWriters = true
    return binding
  }

  /** What `name` can mean when it is read in `scope` now. */
  #resolve(name: string, scope: ScopeInfo): Resolution {
    const candidates: Binding[] = []
    let step = this.#step
    for (let current: ScopeInfo | undefined = scope; current !== undefined; current = current.parent) {
      const binding = current.bindings.get(name)
      if (binding !== undefined) candidates.push(binding)
      if (binding !== undefined && binding.certainFrom <= step)
        return { candidates, isCertain: true, builtin: undefined }
      // Beyond the body that `current` belongs to, only what was certain when it was declared is certain.
      if (current.parent?.body !== current.body) step = Math.min(step, current.body.declaredAt)
    }
    return { candidates, isCertain: false, builtin: this.#builtins.get(name) }
  }

  /** The one rule of assignment (spec 01 §4): the nearest bound, else a builtin, else a new one in `scope`. */
  #assign(target: Name, scope: ScopeInfo, isCertain: boolean): void {
    const resolution = this.#resolve(target.text, scope)
    if (resolution.isCertain) {
      this.#noteWriters(resolution.candidates)
      this.#resolutionOf.set(target, resolution)
      return
    }
    if (resolution.builtin !== undefined && !resolution.builtin.isAddition) {
      this.#assignedBuiltins.add(target.text)
      this.#noteWriters(resolution.candidates)
      this.#resolutionOf.set(target, resolution)
      return
    }
    const isOnlyOwn = resolution.candidates.every((candidate) => candidate.scope === scope)
    const own = this.#bind(target.text, scope, isCertain && isOnlyOwn)
    // The nearest that is bound is updated, be it this scope's own; if none is, this scope's own is created.
    const candidates = isOnlyOwn ? [own] : [...resolution.candidates, own]
    this.#noteWriters(candidates)
    this.#resolutionOf.set(target, { candidates, isCertain: true, builtin: undefined })
  }

  #noteWriters(candidates: readonly Binding[]): void {
    for (const binding of candidates) binding.hasOtherWriters = true
  }

  // ---- Statements

  #visitStatements(statements: readonly Statement[], scope: ScopeInfo): void {
    for (const statement of statements) this.#visitStatement(statement, scope)
  }

  #visitStatement(statement: Statement, scope: ScopeInfo): void {
    switch (statement.kind) {
      case 'expression-statement':
        this.#visitExpression(statement.expression, scope, true)
        return
      case 'typed-declaration':
        this.#visitExpression(statement.value, scope, true)
        this.#assign(statement.name, scope, true)
        return
      case 'local-declaration':
      case 'model-declaration':
        this.#visitExpression(statement.value, scope, true)
        this.#bindHere(statement.name, scope)
        return
      case 'memory-declaration':
        if (!statement.isPersistent) this.#bindHere(statement.name, scope)
        return
      case 'function-declaration':
      case 'tool-declaration':
        this.#visitDeclaration(statement, scope)
        return
      case 'session':
        this.#visitBlock(statement.body, scope)
        return
      case 'policy':
        scope.needsRuntimeScope = true
        return
      case 'set':
        this.#visitExpression(statement.value, scope, true)
        scope.needsRuntimeScope = true
        return
      case 'if':
        this.#visitIf(statement, scope)
        return
      case 'while':
        this.#visitExpression(statement.condition, scope, true)
        this.#visitBlock(statement.body, scope)
        return
      case 'for':
        this.#visitExpression(statement.iterable, scope, true)
        this.#visitBlock(statement.body, scope, (inner) => {
          this.#bindHere(statement.variable, inner)
        })
        return
      case 'return':
        if (statement.value !== undefined) this.#visitExpression(statement.value, scope, true)
        return
      case 'break':
      case 'continue':
      // These do not run yet: their code is an error, so nothing inside them is looked at.
      case 'action-declaration':
      case 'agent-declaration':
      case 'test':
      case 'attempt':
      case 'import':
      case 'from-import':
    }
  }

  #bindHere(name: Name, scope: ScopeInfo): void {
    const binding = this.#bindValue(name.text, scope)
    this.#resolutionOf.set(name, { candidates: [binding], isCertain: true, builtin: undefined })
  }

  #visitBlock(block: Block, parent: ScopeInfo, prepare?: (scope: ScopeInfo) => void): void {
    const scope = this.#newScope(parent, parent.body)
    this.#scopeOf.set(block, scope)
    prepare?.(scope)
    this.#visitStatements(block.statements, scope)
  }

  /** A loop, not a recursion, because a chain of `else if` may have thousands of links. */
  #visitIf(statement: IfStatement, scope: ScopeInfo): void {
    let isFirst = true
    for (let current: IfStatement | Block | undefined = statement; current !== undefined;) {
      if (!('kind' in current)) {
        this.#visitBlock(current, scope)
        return
      }
      this.#visitExpression(current.condition, scope, isFirst)
      this.#visitBlock(current.then, scope)
      isFirst = false
      current = current.otherwise
    }
  }

  #visitDeclaration(declaration: Declaration, scope: ScopeInfo): void {
    const binding = this.#bind(declaration.name.text, scope, true)
    this.#resolutionOf.set(declaration.name, { candidates: [binding], isCertain: true, builtin: undefined })
    const body = this.#newBody(declaration.name.text)
    body.isUsedAsValue = declaration.kind === 'tool-declaration'
    binding.declared.push(body)
    this.#bodyOf.set(declaration, body)
    this.#postponed.push(() => {
      const inner = this.#newScope(scope, body)
      inner.needsRuntimeScope = declaration.kind === 'tool-declaration'
      this.#scopeOf.set(declaration.body, inner)
      for (const parameter of declaration.parameters) this.#bindHere(parameter.name, inner)
      this.#visitStatements(declaration.body.statements, inner)
    })
  }

  // ---- Expressions

  /** `isCertain`: whether it is evaluated whenever its statement runs; not so behind `and` and `or`. */
  #visitExpression(expression: Expression, scope: ScopeInfo, isCertain: boolean): void {
    const spine = leftSpineOf(expression)
    spine.forEach((node, index) => {
      this.#visitNode(node, scope, isCertain, spine[index + 1]?.kind === 'call')
    })
  }

  /** Visits all of `node` but its left part, which `leftSpineOf` gives before it. */
  #visitNode(node: Expression, scope: ScopeInfo, isCertain: boolean, isCallee: boolean): void {
    switch (node.kind) {
      case 'int':
      case 'float':
      case 'string':
      case 'bool':
      case 'nil':
        return
      case 'name':
        this.#visitName(node, scope, isCallee)
        return
      case 'array':
        for (const item of node.items) this.#visitExpression(item, scope, isCertain)
        return
      case 'unary':
        this.#visitExpression(node.operand, scope, isCertain)
        return
      case 'binary':
        this.#visitExpression(node.right, scope, isCertain)
        return
      case 'logical':
        this.#visitExpression(node.right, scope, false)
        return
      case 'assignment':
        this.#visitExpression(node.value, scope, isCertain)
        this.#assign(node.target, scope, isCertain)
        return
      case 'index-assignment':
        this.#visitExpression(node.index, scope, isCertain)
        this.#visitExpression(node.value, scope, isCertain)
        return
      case 'call':
        for (const argument of node.positional) this.#visitExpression(argument, scope, isCertain)
        for (const argument of node.labelled) this.#visitExpression(argument.value, scope, isCertain)
        this.#noteCall(node, scope)
        return
      case 'member':
        this.#noteMemberRead(node, scope, isCallee)
        return
      case 'index':
        this.#visitExpression(node.index, scope, isCertain)
    }
  }

  #visitName(node: NameExpression, scope: ScopeInfo, isCallee: boolean): void {
    const resolution = this.#resolve(node.name, scope)
    this.#resolutionOf.set(node, resolution)
    if (!isCallee) this.#valueUses.push(resolution)
  }

  #noteCall(call: Call, scope: ScopeInfo): void {
    const fact = this.#factOf(call)
    this.#callFacts.set(call, fact)
    scope.body.calls.push(fact)
  }

  #factOf(call: Call): CallFact {
    const { callee } = call
    if (callee.kind === 'member') return { kind: 'member', name: callee.member.text }
    const resolution = callee.kind === 'name' ? this.#resolutionOf.get(callee) : undefined
    return resolution === undefined ? { kind: 'unknown' } : { kind: 'name', resolution }
  }

  #noteMemberRead(node: MemberAccess, scope: ScopeInfo, isCallee: boolean): void {
    const fact: CallFact = { kind: 'member-read', name: node.member.text }
    this.#callFacts.set(node, fact)
    scope.body.calls.push(fact)
    if (!isCallee) this.#membersUsedAsValues.add(node.member.text)
  }
}
