/**
 * The syntax tree: plain readonly data with a `kind`, one type per rule of the grammar (spec 01 §2).
 *
 * Every node has the span of its text. Where a run-time error must point at a smaller place than the whole node (the line
 * rules of spec 01 §10), the node also keeps that span: an operator's, a call's `(`, an index's `[`, a name's.
 * Results of analysis live in maps beside the tree, never in it.
 */

import type { Span } from '../source/source-file.ts'

/** A name with its place: of a declaration, a parameter, a label, a member. */
export interface Name {
  readonly text: string
  readonly span: Span
}

/** A type as written, such as `Array<Int>`. */
export interface TypeNode {
  readonly name: string
  readonly nameSpan: Span
  readonly typeArguments: readonly TypeNode[]
  readonly span: Span
}

export interface Parameter {
  readonly name: Name
  readonly type: TypeNode | undefined
  readonly span: Span
}

/** A capability as written, joined by dots: `files.read`. */
export interface CapabilityNode {
  readonly text: string
  readonly span: Span
}

/** A body: at least one statement. `isOneLine` for `: statement` on the header's line. */
export interface Block {
  readonly statements: readonly Statement[]
  readonly isOneLine: boolean
  readonly span: Span
}

export interface Program {
  readonly statements: readonly Statement[]
  readonly span: Span
}

// ---- Expressions

export type Expression =
  | IntLiteral
  | FloatLiteral
  | StringLiteral
  | BoolLiteral
  | NilLiteral
  | NameExpression
  | ArrayExpression
  | UnaryExpression
  | BinaryExpression
  | LogicalExpression
  | Assignment
  | IndexAssignment
  | Call
  | MemberAccess
  | IndexAccess

/** Any number of ASCII digits; `digits` as written. */
export interface IntLiteral {
  readonly kind: 'int'
  readonly digits: string
  readonly span: Span
}

export interface FloatLiteral {
  readonly kind: 'float'
  readonly value: number
  readonly span: Span
}

/** `value` is the text with escapes resolved and line ends as one `\n`. */
export interface StringLiteral {
  readonly kind: 'string'
  readonly value: string
  readonly span: Span
}

export interface BoolLiteral {
  readonly kind: 'bool'
  readonly value: boolean
  readonly span: Span
}

export interface NilLiteral {
  readonly kind: 'nil'
  readonly span: Span
}

export interface NameExpression {
  readonly kind: 'name'
  readonly name: string
  readonly span: Span
}

export interface ArrayExpression {
  readonly kind: 'array'
  readonly items: readonly Expression[]
  readonly span: Span
}

export interface UnaryExpression {
  readonly kind: 'unary'
  readonly operator: 'not' | '-'
  readonly operatorSpan: Span
  readonly operand: Expression
  readonly span: Span
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>='

export interface BinaryExpression {
  readonly kind: 'binary'
  readonly operator: BinaryOperator
  readonly operatorSpan: Span
  readonly left: Expression
  readonly right: Expression
  readonly span: Span
}

export interface LogicalExpression {
  readonly kind: 'logical'
  readonly operator: 'and' | 'or'
  readonly left: Expression
  readonly right: Expression
  readonly span: Span
}

/** `name = value`; parentheses around the target are dropped. */
export interface Assignment {
  readonly kind: 'assignment'
  readonly target: Name
  readonly value: Expression
  readonly span: Span
}

/** `object[index] = value`. */
export interface IndexAssignment {
  readonly kind: 'index-assignment'
  readonly object: Expression
  readonly index: Expression
  readonly value: Expression
  readonly equalsSpan: Span
  readonly span: Span
}

export interface LabelledArgument {
  readonly label: Name
  readonly value: Expression
}

export interface Call {
  readonly kind: 'call'
  readonly callee: Expression
  readonly positional: readonly Expression[]
  /** Labelled arguments; the grammar puts them after all positional ones. */
  readonly labelled: readonly LabelledArgument[]
  readonly parenSpan: Span
  readonly span: Span
}

export interface MemberAccess {
  readonly kind: 'member'
  readonly object: Expression
  readonly member: Name
  readonly span: Span
}

export interface IndexAccess {
  readonly kind: 'index'
  readonly object: Expression
  readonly index: Expression
  readonly bracketSpan: Span
  readonly span: Span
}

// ---- Statements

export type Statement =
  | ExpressionStatement
  | TypedDeclaration
  | LocalDeclaration
  | ModelDeclaration
  | FunctionDeclaration
  | ToolDeclaration
  | ActionDeclaration
  | AgentDeclaration
  | SessionStatement
  | TestStatement
  | MemoryDeclaration
  | PolicyStatement
  | SetStatement
  | IfStatement
  | WhileStatement
  | ForStatement
  | AttemptStatement
  | ReturnStatement
  | BreakStatement
  | ContinueStatement
  | ImportStatement
  | FromImportStatement

export interface ExpressionStatement {
  readonly kind: 'expression-statement'
  readonly expression: Expression
  readonly span: Span
}

/** `name: Type = value`. */
export interface TypedDeclaration {
  readonly kind: 'typed-declaration'
  readonly name: Name
  readonly type: TypeNode
  readonly value: Expression
  readonly span: Span
}

/** `local name = value`, `local name: Type = value`. */
export interface LocalDeclaration {
  readonly kind: 'local-declaration'
  readonly keywordSpan: Span
  readonly name: Name
  readonly type: TypeNode | undefined
  readonly value: Expression
  readonly span: Span
}

/** `model name = value`. */
export interface ModelDeclaration {
  readonly kind: 'model-declaration'
  readonly keywordSpan: Span
  readonly name: Name
  readonly value: Expression
  readonly span: Span
}

/** What a declaration with a body has in common. */
interface Callable {
  readonly keywordSpan: Span
  readonly name: Name
  readonly parameters: readonly Parameter[]
  readonly body: Block
  readonly span: Span
}

export interface FunctionDeclaration extends Callable {
  readonly kind: 'function-declaration'
  readonly resultType: TypeNode | undefined
}

export interface ToolDeclaration extends Callable {
  readonly kind: 'tool-declaration'
  readonly isAsync: boolean
  readonly resultType: TypeNode | undefined
  readonly capability: CapabilityNode | undefined
  readonly description: StringLiteral | undefined
}

export interface ActionDeclaration extends Callable {
  readonly kind: 'action-declaration'
  readonly isReversible: boolean
  readonly capability: CapabilityNode | undefined
  /** The span of the word `approval` if the action requires it. */
  readonly approvalSpan: Span | undefined
  readonly rollback: Block | undefined
}

export interface AgentDeclaration {
  readonly kind: 'agent-declaration'
  readonly isAsync: boolean
  readonly keywordSpan: Span
  readonly name: Name
  readonly body: Block
  readonly span: Span
}

export interface SessionStatement {
  readonly kind: 'session'
  readonly keywordSpan: Span
  readonly name: Name
  readonly body: Block
  readonly span: Span
}

export interface TestStatement {
  readonly kind: 'test'
  readonly keywordSpan: Span
  readonly title: StringLiteral
  readonly body: Block
  readonly span: Span
}

/** `text` is the kind of a session memory, or the path of a persistent one. */
export interface MemoryDeclaration {
  readonly kind: 'memory-declaration'
  readonly isPersistent: boolean
  readonly keywordSpan: Span
  readonly name: Name
  readonly text: StringLiteral | undefined
  readonly span: Span
}

export interface PolicyRule {
  readonly effect: 'allow' | 'deny'
  readonly capability: CapabilityNode
  readonly span: Span
}

export interface PolicyStatement {
  readonly kind: 'policy'
  readonly keywordSpan: Span
  readonly rules: readonly PolicyRule[]
  readonly span: Span
}

export interface SetStatement {
  readonly kind: 'set'
  readonly keywordSpan: Span
  readonly name: Name
  readonly value: Expression
  readonly span: Span
}

/** `otherwise` is the `else` block, or the statement of an `else if`. */
export interface IfStatement {
  readonly kind: 'if'
  readonly keywordSpan: Span
  readonly condition: Expression
  readonly then: Block
  readonly otherwise: Block | IfStatement | undefined
  readonly span: Span
}

export interface WhileStatement {
  readonly kind: 'while'
  readonly keywordSpan: Span
  readonly condition: Expression
  readonly body: Block
  readonly span: Span
}

export interface ForStatement {
  readonly kind: 'for'
  readonly keywordSpan: Span
  readonly variable: Name
  readonly iterable: Expression
  readonly body: Block
  readonly span: Span
}

/** `attempt: ... failed problem: ...`. */
export interface AttemptStatement {
  readonly kind: 'attempt'
  readonly keywordSpan: Span
  readonly body: Block
  readonly problem: Name
  readonly failed: Block
  readonly span: Span
}

export interface ReturnStatement {
  readonly kind: 'return'
  readonly value: Expression | undefined
  readonly span: Span
}

export interface BreakStatement {
  readonly kind: 'break'
  readonly span: Span
}

export interface ContinueStatement {
  readonly kind: 'continue'
  readonly span: Span
}

export type ImportHost = 'python' | 'js' | 'sense'

/** What an import names: a quoted path as written, or bare names joined by dots. */
export interface ImportReference {
  readonly text: string
  readonly isQuoted: boolean
  readonly span: Span
}

/** `alias` is the name as written after `as`. */
export interface ImportStatement {
  readonly kind: 'import'
  readonly keywordSpan: Span
  readonly host: ImportHost | undefined
  readonly reference: ImportReference
  readonly alias: Name | undefined
  readonly span: Span
}

export interface ImportedName {
  readonly name: Name
  readonly alias: Name | undefined
}

export interface FromImportStatement {
  readonly kind: 'from-import'
  readonly keywordSpan: Span
  readonly host: ImportHost | undefined
  readonly reference: ImportReference
  readonly names: readonly ImportedName[]
  readonly span: Span
}
