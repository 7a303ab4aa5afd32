/**
 * Calls as JavaScript: of known functions and of some builtins directly, all others through the runtime.
 *
 * The first argument of every call that may raise an error is its site, or for a direct call a comment with it: that is how
 * the call stack of an error finds its places (`runtime/execution/code-table.ts`).
 */

import { onlyBuiltinOf } from '../analysis/known-values.ts'
import type { ScopeInfo } from '../analysis/scope-info.ts'
import type { TypeSet } from '../analysis/value-types.ts'
import { bool, int, isWithin, string } from '../analysis/value-types.ts'
import { lineAt } from '../source/positions.ts'
import type { Span } from '../source/source-file.ts'
import type { Call, Expression, Parameter, TypeNode } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import type { DirectCall } from './direct-calls.ts'
import { directCallOf } from './direct-calls.ts'
import { asValue, inFormOf, typesOf } from './forms.ts'
import type { WriteOperand } from './forms.ts'
import type { ModuleWriter } from './module-writer.ts'
import { runtimeScopeOf } from './module-writer.ts'
import { withOperands } from './operands.ts'
import { writeBuiltinCall, writeComparing } from './write-builtin-call.ts'
import { isAwaited, writeSuspendable } from './write-suspendable.ts'

/** V8 refuses calls with more than 65,535 arguments; an Array of them has no such limit. */
const directArgumentsMax = 100

/**
 * In the form of `node`. `callee` is the text of what is called, which is evaluated before the arguments; `writeOperand`
 * writes an argument in its own form.
 */
export function writeCall(
  body: BodyWriter,
  scope: ScopeInfo,
  node: Call,
  callee: string,
  writeOperand: WriteOperand,
): string {
  const { module } = body
  const site = module.site(callSpanOf(body, node))
  const builtin = writeBuiltinCall(body, node, site, writeOperand)
  if (builtin !== undefined) return builtin
  const write: WriteOperand = (expression) => asValue(module, expression, writeOperand(expression))
  if (mayBeAssert(module, node)) {
    const assertion = writeComparing(body, node, callee, writeOperand, (comparing, writeArgument) =>
      writeOtherCall(body, scope, node, { site, callee: comparing }, writeArgument),
    )
    if (assertion !== undefined) return inFormOf(module, node, assertion)
  }
  return inFormOf(module, node, writeOtherCall(body, scope, node, { site, callee }, write))
}

/** In a session another text may replace the builtin, so what is called shows only when it is. */
function mayBeAssert({ analysis }: ModuleWriter, call: Call): boolean {
  const fact = analysis.callFacts.get(call)
  return fact?.kind === 'name' && fact.resolution.builtin?.name === 'assert' && call.labelled.length === 0
}

interface CallText {
  readonly site: number
  readonly callee: string
}

/** A call of no builtin, as a value. */
function writeOtherCall(
  body: BodyWriter,
  scope: ScopeInfo,
  node: Call,
  { site, callee }: CallText,
  write: WriteOperand,
): string {
  const direct = node.positional.length > directArgumentsMax ? undefined : directCallOf(body.module, node)
  if (direct !== undefined) return writeDirectCall(body, node, { site, callee }, direct, write)
  const calleeValue = asValue(body.module, node.callee, callee)
  if (node.labelled.length > 0 || !mayReachFunction(body, node) || isAwaited(body, node)) {
    const args = node.positional.map(write)
    return writeSuspendable(body, node, (operation) =>
      writeRuntimeCall(operation, site, scope, [calleeValue, ...args], writeLabels(node, write)),
    )
  }
  return withOperands(body, [node.callee, ...node.positional], calleeValue, write, ([called = '', ...args]) => {
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
  return resolution === undefined || onlyBuiltinOf(resolution, module.programAnalysis.assignedBuiltins) === undefined
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
  { site, callee }: CallText,
  direct: DirectCall,
  write: WriteOperand,
): string {
  const { parameters } = direct.declaration
  const argumentTypes = node.positional.map((argument) => typesOf(body.module, argument))
  const isChecked = parameters.map(({ type }, index) => quickTest(type, '', argumentTypes[index]) !== '')
  // An unbound name raises its error when it is read, which is before the arguments.
  const guard = direct.tested === undefined ? '' : `${direct.tested} === undefined && ${callee}, `
  const writeWith = (args: readonly string[], checks: readonly string[]): string =>
    `(${guard}${checks.map((check) => `${check}, `).join('')}${writeReach(direct, site, args)})`
  if (!isChecked.includes(true)) return writeWith(node.positional.map(write), [])
  const [first] = node.positional
  return withOperands(body, node.positional, first === undefined ? '' : write(first), write, (names) => {
    const checks = parameters.flatMap((parameter, index) =>
      argumentCheck(direct, parameter, names[index] ?? '', { site, index, types: argumentTypes[index] }),
    )
    return writeWith(names, checks)
  })
}

/** The call itself, and the check of its result. */
function writeReach(
  { body, declaration, code, signature, suffix }: DirectCall,
  site: number,
  args: readonly string[],
): string {
  const reached = `${code}(/*${site}*/${args.join(', ')})`
  if (body.suspends) return `yield $.frame${suffix}(${site}, ${signature}, ${reached})`
  const check = `$.checkResult${suffix}(${site}, ${signature}`
  const test = quickTest(declaration.resultType, `($t = ${reached})`)
  if (test === '') return reached
  return test === undefined ? `${check}, ${reached})` : `${test} ? $t : ${check}, $t)`
}

function argumentCheck(
  { signature, suffix }: DirectCall,
  { type }: Parameter,
  name: string,
  { site, index, types }: { readonly site: number; readonly index: number; readonly types: TypeSet | undefined },
): readonly string[] {
  const test = quickTest(type, name, types)
  const slow = `$.checkArgument${suffix}(${site}, ${signature}, ${index}, ${name})`
  return test === '' ? [] : [test === undefined ? slow : `${test} || ${slow}`]
}

/**
 * A JavaScript test that is true only for values of the type; what it does not let through is looked at by the runtime.
 * Empty if there is nothing to test, for a value of `types`; undefined if the runtime must look at every value.
 */
function quickTest(type: TypeNode | undefined, value: string, types?: TypeSet): string | undefined {
  if (type === undefined || type.name === 'Any') return ''
  const quick = Object.hasOwn(quickTypes, type.name) ? quickTypes[type.name] : undefined
  if (quick === undefined) return undefined
  return types !== undefined && isWithin(types, quick.types) ? '' : `typeof ${value} === '${quick.name}'`
}

const quickTypes: Readonly<Record<string, { readonly name: string; readonly types: TypeSet }>> = {
  Int: { name: 'number', types: int },
  String: { name: 'string', types: string },
  Bool: { name: 'boolean', types: bool },
}

/**
 * Where errors of a call point: at the name before the `(`, which says more than the parenthesis. The line must be that of
 * the `(` (spec 01 §10), so a name on another line will not do.
 */
export function callSpanOf({ module }: BodyWriter, { callee, parenSpan }: Call): Span {
  const { lineStarts } = module.file
  const name = nameSpanOf(callee) ?? parenSpan
  const isSameLine = lineAt(lineStarts, name.offsetStart) === lineAt(lineStarts, parenSpan.offsetStart)
  return isSameLine ? name : parenSpan
}

function nameSpanOf(callee: Expression): Span | undefined {
  if (callee.kind === 'member') return callee.member.span
  return callee.kind === 'name' ? callee.span : undefined
}
