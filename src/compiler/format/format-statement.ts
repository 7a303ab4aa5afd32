/**
 * The first line of each kind of statement, as a document; and what its bodies are.
 */

import type {
  ActionDeclaration,
  Block,
  Expression,
  FromImportStatement,
  ImportStatement,
  MemoryDeclaration,
  Parameter,
  Statement,
  ToolDeclaration,
  TypeNode,
} from '../syntax/tree.ts'
import type { Document } from './document.ts'
import { join, text } from './document.ts'
import { printExpression, printInParentheses } from './format-expression.ts'
import type { StatementContext } from './format-list.ts'
import { printList } from './format-list.ts'

/** A statement of one line. */
export type SimpleStatement = Exclude<Statement, { body: Block } | { kind: 'if' } | { kind: 'policy' }>

export function printSimpleStatement(context: StatementContext, statement: SimpleStatement): Document {
  switch (statement.kind) {
    case 'expression-statement':
      return printExpressionStatement(context, statement.expression)
    case 'typed-declaration':
      return printDeclaration(context, `${statement.name.text}: ${typeText(statement.type)}`, statement.value)
    case 'local-declaration': {
      const { name, type, value } = statement
      const typed = type === undefined ? name.text : `${name.text}: ${typeText(type)}`
      return printDeclaration(context, `local ${typed}`, value)
    }
    case 'model-declaration':
      return printDeclaration(context, `model ${statement.name.text}`, statement.value)
    case 'set':
      return printDeclaration(context, `set ${statement.name.text}`, statement.value)
    case 'memory-declaration':
      return text(memoryText(context, statement))
    case 'return': {
      if (statement.value === undefined) return text('return')
      return join([text('return '), printExpression(context, statement.value, 'open')])
    }
    case 'break':
    case 'continue':
      return text(statement.kind)
    case 'import':
    case 'from-import':
      return text(importText(context, statement))
  }
}

/** `name = inference(...)` without `model` is refused, but in parentheses it is not: then they stay. */
function printExpressionStatement(context: StatementContext, expression: Expression): Document {
  if (expression.kind === 'assignment' && isInference(expression.value)) {
    return join([text(`${expression.target.text} = `), printInParentheses(context, expression.value)])
  }
  return printExpression(context, expression, 'open')
}

const isInference = (value: Expression): boolean =>
  value.kind === 'call' && value.callee.kind === 'name' && value.callee.name === 'inference'

function printDeclaration(context: StatementContext, left: string, value: Expression): Document {
  return join([text(`${left} = `), printExpression(context, value, 'open')])
}

function memoryText(context: StatementContext, { isPersistent, name, text: literal }: MemoryDeclaration): string {
  const kind = literal === undefined ? '' : `: ${sliceOf(context, literal)}`
  return `${isPersistent ? 'persistent ' : ''}memory ${name.text}${kind}`
}

function importText(context: StatementContext, statement: ImportStatement | FromImportStatement): string {
  const { host, reference } = statement
  const path = reference.isQuoted ? sliceOf(context, reference) : reference.text
  const module = host === undefined ? path : `${host} ${path}`
  if (statement.kind === 'import') {
    return `import ${module}${statement.alias === undefined ? '' : ` as ${statement.alias.text}`}`
  }
  const names = statement.names.map(({ name, alias }) =>
    alias === undefined ? name.text : `${name.text} as ${alias.text}`,
  )
  return `from ${module} import ${names.join(', ')}`
}

// ---- Headers

/** The first line of a statement with a body, its colon included; of `if` and `while` with their conditions. */
export function printHeader(
  context: StatementContext,
  statement: Exclude<Statement, SimpleStatement | { kind: 'policy' }>,
): Document {
  switch (statement.kind) {
    case 'if':
      return printCondition(context, 'if', statement.condition)
    case 'while':
      return printCondition(context, 'while', statement.condition)
    case 'for':
      return printCondition(context, `for ${statement.variable.text} in`, statement.iterable)
    case 'attempt':
      return text('attempt:')
    case 'session':
      return text(`session ${statement.name.text}:`)
    case 'test':
      return text(`test ${sliceOf(context, statement.title)}:`)
    case 'agent-declaration':
      return text(`${statement.isAsync ? 'async ' : ''}agent ${statement.name.text}:`)
    case 'function-declaration': {
      const result = statement.resultType === undefined ? '' : ` -> ${typeText(statement.resultType)}`
      return join([text(`def ${statement.name.text}`), printParameters(context, statement), text(`${result}:`)])
    }
    case 'tool-declaration': {
      const prefix = statement.isAsync ? 'async tool' : 'tool'
      return join([
        text(`${prefix} ${statement.name.text}`),
        printParameters(context, statement),
        text(`${toolClauses(context, statement)}:`),
      ])
    }
    case 'action-declaration': {
      const prefix = statement.isReversible ? 'reversible action' : 'irreversible action'
      return join([
        text(`${prefix} ${statement.name.text}`),
        printParameters(context, statement),
        text(`${actionNeeds(statement)}:`),
      ])
    }
  }
}

export function printCondition(context: StatementContext, words: string, condition: Expression): Document {
  return join([text(`${words} `), printExpression(context, condition, 'open'), text(':')])
}

function toolClauses(context: StatementContext, { resultType, capability, description }: ToolDeclaration): string {
  const result = resultType === undefined ? '' : ` returns ${typeText(resultType)}`
  const requirement = capability === undefined ? '' : ` requires ${capability.text}`
  return `${result}${requirement}${description === undefined ? '' : ` ${sliceOf(context, description)}`}`
}

/** The capability first. */
function actionNeeds({ capability, approvalSpan }: ActionDeclaration): string {
  const needs = [
    ...(capability === undefined ? [] : [capability.text]),
    ...(approvalSpan === undefined ? [] : ['approval']),
  ]
  return needs.length === 0 ? '' : ` requires ${needs.join(', ')}`
}

function printParameters(
  context: StatementContext,
  {
    name,
    parameters,
  }: { readonly name: { readonly span: { readonly offsetEnd: number } }; readonly parameters: readonly Parameter[] },
): Document {
  const { comments } = context
  const opener = comments.tokenFrom(name.span.offsetEnd)
  let closer = comments.tokenFrom(parameters.at(-1)?.span.offsetEnd ?? opener.offsetEnd)
  if (closer.text === ',') closer = comments.tokenFrom(closer.offsetEnd)
  return printList(context, {
    ...{ opener: '(', closer: ')' },
    openerOffset: opener.offsetStart,
    closerOffset: closer.offsetStart,
    items: parameters.map(({ name: { text: written }, type, span }) => ({
      ...span,
      isHuggable: false,
      print: () => text(type === undefined ? written : `${written}: ${typeText(type)}`),
    })),
  })
}

/** `Array<Int>`. */
function typeText({ name, typeArguments }: TypeNode): string {
  return typeArguments.length === 0 ? name : `${name}<${typeArguments.map(typeText).join(', ')}>`
}

function sliceOf(
  { file }: StatementContext,
  { span }: { readonly span: { offsetStart: number; offsetEnd: number } },
): string {
  return file.text.slice(span.offsetStart, span.offsetEnd)
}
