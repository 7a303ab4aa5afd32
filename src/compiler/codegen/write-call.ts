/**
 * Calls as JavaScript: of known functions and of some builtins directly, all others through the runtime.
 *
 * The first argument of every call that may raise an error is its site, or for a direct call a comment with it: that is how
 * the call stack of an error finds its places (`runtime/execution/code-table.ts`).
 */

import type { ScopeInfo } from '../analysis/scope-info.ts'
import { lineAt } from '../source/positions.ts'
import type { Span } from '../source/source-file.ts'
import type { Call, Expression, Parameter } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import type { DirectCall } from './direct-calls.ts'
import { codeVariableOf, directCallOf } from './direct-calls.ts'
import { runtimeScopeOf, variableOf } from './module-writer.ts'
import { withOperands } from './operands.ts'
import { isAwaited, writeSuspendable } from './write-suspendable.ts'

/** V8 refuses calls with more than 65,535 arguments; an Array of them has no such limit. */
const directArgumentsMax = 100

export type WriteOperand = (expression: Expression) => string

/** `callee` is the text of what is called, which is evaluated before the arguments. */
export function writeCall(body: BodyWriter, scope: ScopeInfo, node: Call, callee: string, write: WriteOperand): string {
  const site = body.module.site(callSpanOf(body, node))
  const direct = node.positional.length > directArgumentsMax ? undefined : directCallOf(body.module, node)
  if (direct !== undefined) return writeDirectCall(body, node, site, direct, callee, write)
  const builtin = directBuiltinOf(body, node)
  if (builtin !== undefined) return `$.${builtin}(${[...node.positional.map(write), site].join(', ')})`
  if (node.labelled.length > 0 || !mayReachFunction(body, node) || isAwaited(body, node)) {
    const args = node.positional.map(write)
    return writeSuspendable(body, node, (operation) =>
      writeRuntimeCall(operation, site, scope, [callee, ...args], writeLabels(node, write)),
    )
  }
  return withOperands(body, [node.callee, ...node.positional], callee, write, ([called = '', ...args]) => {
    const slow = writeRuntimeCall('callAtOnce', site, scope, [called, ...args], '')
    const test = `${called} instanceof $F && ${called}.directArity === ${args.length}`
    return `(${test} ? ${called}.direct(/*${site}*/${args.join(', ')}) : ${slow})`
  })
}

/** Whether the callee may be a function of the program; members hardly ever are, and a builtin's own name never is. */
function mayReachFunction({ module }: BodyWriter, { callee, positional }: Call): boolean {
  if (positional.length > directArgumentsMax) return false
  // What else can be called, such as a literal, never is a function and has no members in JavaScript.
  if (callee.kind !== 'name') return callee.kind === 'call' || callee.kind === 'index'
  const resolution = module.analysis.resolutionOf.get(callee)
  const isBuiltin = resolution?.builtin !== undefined && resolution.candidates.length === 0
  return !isBuiltin || module.programAnalysis.assignedBuiltins.has(callee.name)
}

function writeRuntimeCall(
  operation: string,
  site: number,
  scope: ScopeInfo,
  [callee = '', ...args]: readonly string[],
  labels: string,
): string {
  return `$.${operation}(${site}, ${runtimeScopeOf(scope)}, ${callee}, [${args.join(', ')}]${labels})`
}

function writeLabels({ labelled }: Call, write: WriteOperand): string {
  if (labelled.length === 0) return ''
  const pairs = labelled.map(({ label, value }) => `[${JSON.stringify(label.text)}, ${write(value)}]`)
  return `, new Map([${pairs.join(', ')}])`
}

/** All arguments are evaluated before any is checked, and the callee before them (spec 01 §6). */
function writeDirectCall(
  body: BodyWriter,
  node: Call,
  site: number,
  direct: DirectCall,
  callee: string,
  write: WriteOperand,
): string {
  const { declaration, binding, isBound } = direct
  const number = body.module.declarationNumber(direct.body)
  const isTyped = declaration.parameters.some(({ type }) => type !== undefined)
  // An unbound name raises its error when it is read, which is before the arguments.
  const guard = isBound ? '' : `${variableOf(binding)} === undefined && ${callee}, `
  const writeWith = (args: readonly string[], checks: readonly string[]): string =>
    `(${guard}${checks.map((check) => `${check}, `).join('')}${writeReach(direct, site, number, args)})`
  if (!isTyped) return writeWith(node.positional.map(write), [])
  const [first] = node.positional
  return withOperands(body, node.positional, first === undefined ? '' : write(first), write, (names) => {
    const checks = declaration.parameters.flatMap((parameter, index) =>
      argumentCheck(parameter, names[index] ?? '', `${site}, ${number}, ${index}`),
    )
    return writeWith(names, checks)
  })
}

/** The call itself, and the check of its result. */
function writeReach({ body, declaration }: DirectCall, site: number, number: number, args: readonly string[]): string {
  const reached = `${codeVariableOf(body)}(/*${site}*/${args.join(', ')})`
  if (body.suspends) return `yield $.frame(${site}, ${number}, ${reached})`
  const type = declaration.resultType
  if (type === undefined || type.name === 'Any') return reached
  const test = quickTest(type.name, `($t = ${reached})`)
  if (test === undefined) return `$.checkResult(${site}, ${number}, ${reached})`
  return `${test} ? $t : $.checkResult(${site}, ${number}, $t)`
}

function argumentCheck({ type }: Parameter, name: string, facts: string): readonly string[] {
  if (type === undefined || type.name === 'Any') return []
  const slow = `$.checkArgument(${facts}, ${name})`
  const test = quickTest(type.name, name)
  return [test === undefined ? slow : `${test} || ${slow}`]
}

/** A JavaScript test that is true only for values of the type; what it does not let through is looked at by the runtime. */
function quickTest(typeName: string, value: string): string | undefined {
  const types: Readonly<Record<string, string>> = { Int: 'number', String: 'string', Bool: 'boolean' }
  const type = Object.hasOwn(types, typeName) ? types[typeName] : undefined
  return type === undefined ? undefined : `typeof ${value} === '${type}'`
}

/** Builtins that are functions of `runtime/values`, by the number of arguments that they take. */
const directBuiltins: Readonly<Record<string, { readonly operation: string; readonly count: number }>> = {
  len: { operation: 'lengthOf', count: 1 },
  push: { operation: 'push', count: 2 },
  str: { operation: 'textForm', count: 1 },
  int: { operation: 'toInt', count: 1 },
  float: { operation: 'toFloat', count: 1 },
  type_of: { operation: 'typeName', count: 1 },
}

/** The operation of a builtin that no assignment replaces, called with the right number of arguments. */
function directBuiltinOf({ module }: BodyWriter, node: Call): string | undefined {
  const fact = module.analysis.callFacts.get(node)
  if (fact?.kind !== 'name' || node.labelled.length > 0) return undefined
  const { candidates, builtin } = fact.resolution
  if (builtin === undefined || candidates.length > 0 || module.programAnalysis.assignedBuiltins.has(builtin.name)) {
    return undefined
  }
  const direct = Object.hasOwn(directBuiltins, builtin.name) ? directBuiltins[builtin.name] : undefined
  return direct?.count === node.positional.length ? direct.operation : undefined
}

/**
 * Where errors of a call point: at the name before the `(`, which says more than the parenthesis. The line must be that of
 * the `(` (spec 01 §10), so a name on another line will not do.
 */
function callSpanOf({ module }: BodyWriter, { callee, parenSpan }: Call): Span {
  const { lineStarts } = module.file
  const name = nameSpanOf(callee) ?? parenSpan
  const isSameLine = lineAt(lineStarts, name.offsetStart) === lineAt(lineStarts, parenSpan.offsetStart)
  return isSameLine ? name : parenSpan
}

function nameSpanOf(callee: Expression): Span | undefined {
  if (callee.kind === 'member') return callee.member.span
  return callee.kind === 'name' ? callee.span : undefined
}
