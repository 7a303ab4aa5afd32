/**
 * Expressions as JavaScript.
 *
 * Every operation is a call of the runtime API with its site, so that what an operation means is decided in
 * `runtime/values` alone. Chains are written along their left side without recursion; a long one goes through a temporary
 * every few links, because V8's parser would overflow on thousands of nested calls.
 */

import { leftSpineOf } from '../analysis/left-spine.ts'
import type { Resolution, ScopeInfo } from '../analysis/scope-info.ts'
import type { Span } from '../source/source-file.ts'
import type {
  ArrayExpression,
  Assignment,
  Expression,
  LogicalExpression,
  MemberAccess,
  NameExpression,
  UnaryExpression,
} from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import { runtimeScopeOf, variableOf } from './module-writer.ts'
import { writeCall } from './write-call.ts'
import { isSurelyBool, writeBinary, writeIndexAccess, writeIndexAssignment } from './write-operation.ts'
import { writeSuspendable } from './write-suspendable.ts'

/** After so many links a chain is cut by a temporary; a few hundred nested calls are no trouble for any parser. */
const nestedLinksMax = 40

/** The JavaScript expression, in parentheses where it is more than an operand. */
export function writeExpression(body: BodyWriter, scope: ScopeInfo, expression: Expression): string {
  const spine = leftSpineOf(expression)
  if (spine.length <= nestedLinksMax) return writeLinks(body, scope, spine, '')
  const temporary = body.takeTemporary()
  const parts: string[] = []
  for (let start = 0; start < spine.length; start += nestedLinksMax) {
    const links = spine.slice(start, start + nestedLinksMax)
    parts.push(`${temporary} = ${writeLinks(body, scope, links, start === 0 ? '' : temporary)}`)
  }
  body.giveBack(temporary)
  return `(${parts.join(', ')})`
}

/** `left` is the text of what stands to the left of the first link. */
function writeLinks(body: BodyWriter, scope: ScopeInfo, links: readonly Expression[], left: string): string {
  let text = left
  for (const link of links) text = writeLink(body, scope, link, text)
  return text
}

/** One node, with `left` as the text of its left part if it has one. */
function writeLink(body: BodyWriter, scope: ScopeInfo, node: Expression, left: string): string {
  const { module } = body
  const write = (expression: Expression): string => writeExpression(body, scope, expression)
  switch (node.kind) {
    case 'int':
      return writeInt(body, node.digits, node.span)
    case 'float':
      return module.constant(`$.float(${floatText(node.value)})`)
    case 'string':
      return JSON.stringify(node.value)
    case 'bool':
      return node.value ? 'true' : 'false'
    case 'nil':
      return 'null'
    case 'name':
      return writeName(body, scope, node)
    case 'array':
      return writeArray(node, write)
    case 'unary':
      return node.operator === 'not'
        ? `!${writeCondition(body, scope, node.operand)}`
        : writeNegation(body, node, write(node.operand))
    case 'binary':
      return writeBinary(body, scope, node, left, write)
    case 'logical':
      return writeLogical(node, left, write(node.right))
    case 'assignment':
      return writeAssignment(body, scope, node)
    case 'index-assignment':
      return writeIndexAssignment(body, node, left, write)
    case 'call':
      return writeCall(body, scope, node, left, write)
    case 'member':
      return writeMember(body, scope, node, left)
    case 'index':
      return writeIndexAccess(body, node, left, write)
  }
}

/** So many digits are certainly within the limit of an Int: 2^20 bits are 315,653 of them. */
const certainDigitsMax = 300_000

/** Ints that are no safe integers are made once, when the module is loaded; one that may be too large, at its place. */
function writeInt(body: BodyWriter, digits: string, span: Span): string {
  const number = Number(digits)
  if (Number.isSafeInteger(number)) return String(number)
  if (digits.length <= certainDigitsMax)
    return body.module.constant(`$.intOfDigits(${body.module.site(span)}, "${digits}")`)
  return `$.intOfDigits(${body.module.site(span)}, "${digits}")`
}

/** A double as JavaScript text that reads back equal; a literal too large for a double is inf, as in IEEE. */
function floatText(double: number): string {
  return double === Infinity ? 'Infinity' : String(double)
}

function writeArray(node: ArrayExpression, write: (expression: Expression) => string): string {
  return `[${node.items.map(write).join(', ')}]`
}

/** A condition as a JavaScript boolean. */
export function writeCondition(body: BodyWriter, scope: ScopeInfo, condition: Expression): string {
  const text = writeExpression(body, scope, condition)
  return isSurelyBool(condition) ? text : `$.isTruthy(${text})`
}

/** The left operand is the value where it decides, so it is kept until then. */
function writeLogical({ operator, left: leftNode }: LogicalExpression, left: string, right: string): string {
  const test = isSurelyBool(leftNode) ? `($t = ${left})` : `$.isTruthy($t = ${left})`
  return operator === 'and' ? `(${test} ? ${right} : $t)` : `(${test} ? $t : ${right})`
}

function writeNegation({ module }: BodyWriter, node: UnaryExpression, operand: string): string {
  // The literal 0 has no sign as an Int; any other is its number with a sign.
  if (node.operand.kind === 'int' && operand !== '0' && /^\d+$/.test(operand)) return `(-${operand})`
  return `$.negate(${operand}, ${module.site(node.operatorSpan)})`
}

function writeName(body: BodyWriter, scope: ScopeInfo, node: NameExpression): string {
  const resolution = resolutionOf(body, node)
  const variables = resolution.candidates.map(variableOf)
  const last = resolution.isCertain ? variables.pop() : writeFallback(body, scope, node, resolution)
  if (variables.length === 0) return last ?? ''
  return `(${variables.map((variable) => `${variable} !== undefined ? ${variable} : `).join('')}${last})`
}

/** What a name means when none of its candidates is bound. */
function writeFallback(body: BodyWriter, scope: ScopeInfo, node: NameExpression, { builtin }: Resolution): string {
  if (builtin === undefined) {
    return `$.unbound(${body.module.nameSite(node.name, node.span, scope)}, ${JSON.stringify(node.name)})`
  }
  const isConstant = !body.module.programAnalysis.assignedBuiltins.has(builtin.name)
  return isConstant ? body.module.constant(`$.builtins.${builtin.name}`) : `$.builtins.${builtin.name}`
}

function writeAssignment(body: BodyWriter, scope: ScopeInfo, node: Assignment): string {
  return writeStore(body, node.target, writeExpression(body, scope, node.value))
}

/**
 * Stores the value of the expression `value` in what the target means once that value is there: the nearest candidate
 * that is bound, else the last. `target` is a `Name`, the key of its resolution.
 */
export function writeStore(body: BodyWriter, target: object, value: string): string {
  const { candidates, isCertain, builtin } = resolutionOf(body, target)
  const stores = candidates.map(variableOf)
  const last = isCertain || builtin === undefined ? stores.pop() : `$.builtins.${builtin.name}`
  if (stores.length === 0) return `(${last} = ${value})`
  const tests = stores.map((variable) => `${variable} !== undefined ? ${variable} = $t : `).join('')
  return `($t = ${value}, ${tests}${last} = $t)`
}

function resolutionOf(body: BodyWriter, node: object): Resolution {
  const resolution = body.module.analysis.resolutionOf.get(node)
  if (resolution === undefined) throw new Error('analysis resolved every name')
  return resolution
}

function writeMember(body: BodyWriter, scope: ScopeInfo, node: MemberAccess, object: string): string {
  const site = body.module.site(node.member.span)
  const read = `$.member(${site}, ${runtimeScopeOf(scope)}, ${object}, ${JSON.stringify(node.member.text)})`
  return writeSuspendable(body, node, () => read)
}
