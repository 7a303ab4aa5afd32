/**
 * Walks a file once, in the order in which it runs, and finds out what each name can mean.
 *
 * Statements of a scope are visited in order and blocks where they stand. Bodies of functions, tools, actions and agents
 * are visited after everything around them, because they run later, and by then more names may be bound.
 */

import type { BuiltinSignature } from '../../language/builtins.ts'
import { branchesOf } from '../syntax/if-branches.ts'
import { importedModuleName } from '../syntax/import-names.ts'
import type {
  ActionDeclaration,
  Block,
  Call,
  Expression,
  FromImportStatement,
  IfStatement,
  ImportHost,
  ImportStatement,
  MemberAccess,
  Name,
  NameExpression,
  Parameter,
  Program,
  Statement,
} from '../syntax/tree.ts'
import { leftSpineOf } from './left-spine.ts'
import type {
  BodyDeclaration,
  BodyInfo,
  CallFact,
  FileAnalysis,
  ImportSource,
  MemberUse,
  Resolution,
  ScopeInfo,
  SuspendingNode,
} from './scope-info.ts'
import { ScopeTable, certainly } from './scope-table.ts'
import type { World } from './scope-table.ts'

export interface AnalysisInput {
  /** A program that parsed without problems. */
  readonly program: Program
  /** The builtins of the language and those of a host program. */
  readonly builtins: readonly BuiltinSignature[]
  /** Whether more text may come later; `session` also shares the file's own names with it. */
  readonly world?: World | 'session'
  /** The path of the file that an import means; undefined for a module of a host. */
  readonly pathOf: (statement: ImportStatement | FromImportStatement) => string | undefined
}

export function analyzeFile(input: AnalysisInput): FileAnalysis {
  const analyzer = new Analyzer(input)
  analyzer.visitProgram()
  return analyzer.result()
}

class Analyzer {
  readonly #input: AnalysisInput
  readonly #table: ScopeTable
  readonly #scopeOf = new Map<object, ScopeInfo>()
  readonly #resolutionOf = new Map<object, Resolution>()
  readonly #bodyOf = new Map<BodyDeclaration | Block, BodyInfo>()
  readonly #callFacts = new Map<SuspendingNode, CallFact>()
  readonly #valueUses: Resolution[] = []
  readonly #memberUses: MemberUse[] = []
  readonly #membersUsedAsValues = new Set<string>()
  readonly #memberNames = new Set<string>()
  #mentionsFloats = false
  readonly #hosts = new Set<ImportHost>()
  readonly #postponed: (() => void)[] = []
  readonly #module: ScopeInfo

  constructor(input: AnalysisInput) {
    this.#input = input
    this.#table = new ScopeTable(input.builtins, input.world === 'session')
    this.#module = this.#table.newScope(undefined, this.#table.newBody('', false))
  }

  visitProgram(): void {
    this.#visitStatements(this.#input.program.statements, this.#module)
    // Bodies may declare functions themselves, so the list grows while it is worked off.
    for (let index = 0; index < this.#postponed.length; index += 1) this.#postponed[index]?.()
  }

  result(): FileAnalysis {
    return {
      program: this.#input.program,
      module: this.#module,
      scopeOf: this.#scopeOf,
      resolutionOf: this.#resolutionOf,
      bodyOf: this.#bodyOf,
      bodies: this.#table.bodies,
      bindingsOf: (name) => this.#table.bindingsOf(name),
      callFacts: this.#callFacts,
      valueUses: this.#valueUses,
      memberUses: this.#memberUses,
      membersUsedAsValues: this.#membersUsedAsValues,
      memberNames: this.#memberNames,
      mentionsFloats: this.#mentionsFloats,
      assignedBuiltins: this.#table.assignedBuiltins,
      hosts: this.#hosts,
    }
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
        this.#bindHere(statement.name, scope)
        return
      case 'function-declaration':
      case 'tool-declaration':
      case 'action-declaration':
      case 'agent-declaration':
        this.#visitDeclaration(statement, scope)
        return
      case 'policy':
        scope.needsRuntimeScope = true
        return
      case 'set':
        this.#visitExpression(statement.value, scope, true)
        scope.needsRuntimeScope = true
        return
      case 'return':
        if (statement.value !== undefined) this.#visitExpression(statement.value, scope, true)
        return
      case 'break':
      case 'continue':
        return
      case 'import':
      case 'from-import':
        this.#visitImport(statement, scope)
        return
      case 'session':
      case 'test':
      case 'if':
      case 'while':
      case 'for':
      case 'attempt':
        this.#visitControl(statement, scope)
    }
  }

  #visitControl(
    statement: Extract<Statement, { kind: 'session' | 'test' | 'if' | 'while' | 'for' | 'attempt' }>,
    scope: ScopeInfo,
  ): void {
    switch (statement.kind) {
      case 'session':
      case 'test':
        this.#visitBlock(statement.body, scope)
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
        this.#visitBlock(statement.body, scope, statement.variable)
        return
      case 'attempt':
        this.#visitBlock(statement.body, scope)
        this.#visitBlock(statement.failed, scope, statement.problem)
    }
  }

  #bindHere(name: Name, scope: ScopeInfo): void {
    this.#resolutionOf.set(name, this.#table.bindValue(name, scope))
  }

  #assign(target: Name, scope: ScopeInfo, isCertain: boolean): void {
    this.#resolutionOf.set(target, this.#table.assign(target, scope, isCertain))
  }

  /** `variable` is bound by whatever runs the block, before its first statement. */
  #visitBlock(block: Block, parent: ScopeInfo, variable?: Name): void {
    const scope = this.#table.newScope(parent, parent.body)
    this.#scopeOf.set(block, scope)
    if (variable !== undefined) this.#bindHere(variable, scope)
    this.#visitStatements(block.statements, scope)
  }

  #visitIf(statement: IfStatement, scope: ScopeInfo): void {
    for (const [index, { condition, block }] of branchesOf(statement).entries()) {
      if (condition !== undefined) this.#visitExpression(condition, scope, index === 0)
      this.#visitBlock(block, scope)
    }
  }

  #visitDeclaration(declaration: BodyDeclaration, scope: ScopeInfo): void {
    const isFunction = declaration.kind === 'function-declaration'
    const { name } = declaration
    const body = this.#bindDeclaration(declaration, scope, !isFunction)
    this.#bodyOf.set(declaration, body)
    this.#postponed.push(() => {
      const inner = this.#openBody(
        declaration.body,
        scope,
        body,
        'parameters' in declaration ? declaration.parameters : [],
      )
      inner.needsRuntimeScope = !isFunction
      if (declaration.kind === 'action-declaration') this.#postponeRollback(declaration, name.text, inner)
      this.#visitStatements(declaration.body.statements, inner)
    })
  }

  /** A call of a function or tool runs its body, so the binding remembers it. An agent follows the one rule (spec 01 §4). */
  #bindDeclaration(declaration: BodyDeclaration, scope: ScopeInfo, isUsedAsValue: boolean): BodyInfo {
    const { name } = declaration
    if (declaration.kind === 'agent-declaration') this.#assign(name, scope, true)
    else if (declaration.kind === 'action-declaration') this.#bindHere(name, scope)
    else {
      const binding = this.#table.bind(name, scope, true)
      this.#resolutionOf.set(name, certainly(binding))
      const body = this.#table.newBody(name.text, isUsedAsValue, declaration)
      binding.declared.push(body)
      return body
    }
    return this.#table.newBody(name.text, isUsedAsValue, declaration)
  }

  #openBody(block: Block, scope: ScopeInfo, body: BodyInfo, parameters: readonly Parameter[]): ScopeInfo {
    const inner = this.#table.newScope(scope, body)
    this.#scopeOf.set(block, inner)
    for (const { name } of parameters) this.#bindHere(name, inner)
    return inner
  }

  /** It runs in a child of the scope of the commit; a `return` may have ended that early, so only parameters are certain. */
  #postponeRollback({ rollback }: ActionDeclaration, name: string, scope: ScopeInfo): void {
    if (rollback === undefined) return
    const body = this.#table.newBody(name, true)
    this.#bodyOf.set(rollback, body)
    this.#postponed.push(() => {
      const inner = this.#openBody(rollback, scope, body, [])
      inner.needsRuntimeScope = true
      this.#visitStatements(rollback.statements, inner)
    })
  }

  #visitImport(statement: ImportStatement | FromImportStatement, scope: ScopeInfo): void {
    const path = this.#input.pathOf(statement)
    if (path !== undefined) this.#noteCall(statement, { kind: 'import', path }, scope)
    // A file that was loaded for an earlier text was compiled without knowing this one, so nothing is known of it here.
    const isKnown = path !== undefined && (this.#input.world ?? 'closed') === 'closed'
    const sourceOf = (member?: string): ImportSource | undefined => (isKnown ? { path, member } : undefined)
    if (statement.host === 'js') this.#noteCall(statement, { kind: 'js-import' }, scope)
    if (statement.host !== undefined) this.#hosts.add(statement.host)
    if (statement.kind === 'import') {
      const { alias, reference, host } = statement
      const name = alias ?? { text: importedModuleName(reference, host) ?? '', span: reference.span }
      this.#resolutionOf.set(statement, this.#table.bindImport(name, scope, sourceOf()))
      return
    }
    for (const { name, alias } of statement.names) {
      const target = alias ?? name
      this.#memberNames.add(name.text)
      // A name may now stand for a member that suspends, such as `time.sleep`.
      if (statement.host !== undefined) this.#membersUsedAsValues.add(name.text)
      this.#resolutionOf.set(target, this.#table.bindImport(target, scope, sourceOf(name.text)))
    }
  }

  // ---- Expressions

  /** `isCertain`: whether it is evaluated whenever its statement runs; not so behind `and` and `or`. */
  #visitExpression(expression: Expression, scope: ScopeInfo, isCertain: boolean): void {
    const spine = leftSpineOf(expression)
    spine.forEach((node, index) => {
      const [around, beyond] = [spine[index + 1], spine[index + 2]]
      const isCallee = around?.kind === 'call'
      this.#visitNode(node, scope, isCertain, isCallee)
      if (node.kind === 'name' && !isCallee) this.#noteUse(node, around, beyond?.kind === 'call')
    })
  }

  /** Visits all of `node` but its left part, which `leftSpineOf` gives before it. */
  #visitNode(node: Expression, scope: ScopeInfo, isCertain: boolean, isCallee: boolean): void {
    switch (node.kind) {
      case 'float':
        this.#mentionsFloats = true
        return
      case 'int':
      case 'string':
      case 'bool':
      case 'nil':
        return
      case 'name':
        this.#mentionsFloats ||= node.name === 'float'
        this.#resolutionOf.set(node, this.#table.resolve(node.name, scope))
        return
      case 'array':
        for (const item of node.items) this.#visitExpression(item, scope, isCertain)
        return
      case 'unary':
        this.#visitExpression(node.operand, scope, isCertain)
        return
      case 'binary':
        this.#mentionsFloats ||= node.operator === '/'
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
        this.#noteCall(node, this.#factOf(node), scope)
        return
      case 'member':
        this.#noteMemberRead(node, scope, isCallee)
        return
      case 'index':
        this.#visitExpression(node.index, scope, isCertain)
    }
  }

  /** Notes what a name that is no callee is read for: the node around it, and whether that is called in turn. */
  #noteUse(node: NameExpression, around: Expression | undefined, isCalled: boolean): void {
    const resolution = this.#resolutionOf.get(node)
    if (resolution === undefined) return
    if (around?.kind !== 'member') {
      this.#valueUses.push(resolution)
      return
    }
    const name = around.member.text
    this.#memberUses.push({ object: resolution, name, isCalled })
    if (isCalled) for (const { calledMembers } of resolution.candidates) calledMembers.add(name)
  }

  #noteCall(node: SuspendingNode, fact: CallFact, scope: ScopeInfo): void {
    this.#callFacts.set(node, fact)
    scope.body.calls.push(fact)
  }

  #factOf({ callee }: Call): CallFact {
    if (callee.kind === 'member') {
      const object = callee.object.kind === 'name' ? this.#resolutionOf.get(callee.object) : undefined
      return { kind: 'member', name: callee.member.text, object }
    }
    const resolution = callee.kind === 'name' ? this.#resolutionOf.get(callee) : undefined
    return resolution === undefined ? { kind: 'unknown' } : { kind: 'name', resolution }
  }

  #noteMemberRead(node: MemberAccess, scope: ScopeInfo, isCallee: boolean): void {
    const name = node.member.text
    this.#noteCall(node, { kind: 'member-read', name }, scope)
    this.#memberNames.add(name)
    if (!isCallee) this.#membersUsedAsValues.add(name)
  }
}
