/**
 * Expressions as JavaScript, each in its own form (`forms.ts`).
 *
 * Every operation is a call of the runtime API with its site, so that what an operation means is decided in
 * `runtime/values` alone; only the frequent cases are written out. Chains are written along their left side without recursion; a long one goes through a temporary
 * every few links, because V8's parser would overflow on thousands of nested calls.
 */

import { leftSpineOf } from '../analysis/left-spine.ts'
import type { Binding, Resolution, ScopeInfo } from '../analysis/scope-info.ts'
import { isWithin, smallInt } from '../analysis/value-types.ts'
import type { Span } from '../source/source-file.ts'
import type {
  Assignment,
  BinaryExpression,
  Expression,
  LogicalExpression,
  MemberAccess,
  NameExpression,
  UnaryExpression,
} from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import { asValue, boxed, inFormOf, isBare, isBareVariable, typesOf, unboxed } from './forms.ts'
import type { WriteOperand } from './forms.ts'
import { runtimeScopeOf, variableOf } from './module-writer.ts'
import { isSafeInt } from './operands.ts'
import { writeArithmetic } from './write-arithmetic.ts'
import { writeCall } from './write-call.ts'
import { writeComparison } from './write-comparison.ts'
import { truthOf, writeCondition } from './write-condition.ts'
import { writeIndexAccess, writeIndexAssignment } from './write-index.ts'
import { writeKnownMember } from './imported-names.ts'
import { writeSuspendable } from './write-suspendable.ts'

/** After so many links a chain is cut by a temporary; a few hundred nested calls are no trouble for any parser. */
const nestedLinksMax = 40

/** The JavaScript expression that gives the value, whatever form the expression itself has. */
export function writeValue(body: BodyWriter, scope: ScopeInfo, expression: Expression): string {
  return asValue(body.module, expression, writeExpression(body, scope, expression))
}

/** The JavaScript expression in the form of `expression`, in parentheses where it is more than an operand. */
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
  const write = (expression: Expression): string => writeExpression(body, scope, expression)
  switch (node.kind) {
    case 'int':
      return writeInt(body, node.digits, node.span)
    case 'float':
      return floatText(node.value)
    case 'string':
      return JSON.stringify(node.value)
    case 'bool':
      return node.value ? 'true' : 'false'
    case 'nil':
      return 'null'
    case 'name':
      return writeName(body, scope, node)
    case 'array':
      return `[${node.items.map((item) => writeValue(body, scope, item)).join(', ')}]`
    case 'unary':
      return node.operator === 'not'
        ? `!${writeCondition(body, scope, node.operand)}`
        : writeNegation(body, node, write(node.operand))
    case 'binary':
      return writeBinary(body, node, left, write)
    case 'logical':
      return writeLogical(body, node, left, write)
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

function writeBinary(body: BodyWriter, node: BinaryExpression, left: string, write: WriteOperand): string {
  switch (node.operator) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return writeArithmetic(body, node, node.operator, left, write)
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return writeComparison(body, node, node.operator, left, write)
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

/** The left operand is the value where it decides, so it is kept until then. */
function writeLogical({ module }: BodyWriter, node: LogicalExpression, left: string, write: WriteOperand): string {
  const right = write(node.right)
  const test = truthOf(`($t = ${left})`, typesOf(module, node.left))
  // The operand that gives the result has its form, as far as analysis knows; the other is never taken.
  const result = (operand: Expression, operandText: string): string => {
    if (isBare(module, operand) === isBare(module, node)) return operandText
    return isBare(module, node) ? unboxed(operandText) : boxed(operandText)
  }
  const [kept, given] = [result(node.left, '$t'), result(node.right, right)]
  return node.operator === 'and' ? `(${test} ? ${given} : ${kept})` : `(${test} ? ${kept} : ${given})`
}

function writeNegation({ module }: BodyWriter, node: UnaryExpression, operand: string): string {
  if (isBare(module, node.operand)) return `(-${operand})`
  // The literal 0 has no sign as an Int; any other is its number with a sign.
  if (isSafeInt(node.operand) && operand !== '0') return `(-${operand})`
  if (isWithin(typesOf(module, node.operand), smallInt)) return `(0 - ${operand})`
  return inFormOf(module, node, `$.negate(${operand}, ${module.site(node.operatorSpan)})`)
}

function writeName(body: BodyWriter, scope: ScopeInfo, node: NameExpression): string {
  const { module } = body
  const resolution = resolutionOf(body, node)
  const { candidates, isCertain } = resolution
  const read = (binding: Binding): string => {
    const variable = variableOf(binding)
    return isBareVariable(module, binding) && !isBare(module, node) ? boxed(variable) : variable
  }
  const certain = isCertain ? candidates.at(-1) : undefined
  const last = certain === undefined ? writeFallback(body, scope, node, resolution) : read(certain)
  const uncertain = certain === undefined ? candidates : candidates.slice(0, -1)
  if (uncertain.length === 0) return last
  const tests = uncertain.map((binding) => `${variableOf(binding)} !== undefined ? ${read(binding)} : `)
  return `(${tests.join('')}${last})`
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
  return writeStore(body, node.target, writeExpression(body, scope, node.value), isBare(body.module, node.value))
}

/**
 * Stores what the expression `text` gives in what the target means once that is there: the nearest candidate that is
 * bound, else the last. `target` is a `Name`, the key of its resolution. The text gives again what was stored, in the form
 * of `text`: a bare double if `isDouble`.
 */
export function writeStore(body: BodyWriter, target: object, text: string, isDouble: boolean): string {
  const { candidates, isCertain, builtin } = resolutionOf(body, target)
  const [only] = candidates
  if (isCertain && candidates.length === 1 && only !== undefined) {
    if (!isDouble || isBareVariable(body.module, only)) return `(${variableOf(only)} = ${text})`
    return `(${variableOf(only)} = ${boxed(text)}).double`
  }
  const storeIn = (binding: Binding): string => {
    const isBoxed = isDouble && !isBareVariable(body.module, binding)
    return `${variableOf(binding)} = ${isBoxed ? boxed('$t') : '$t'}`
  }
  const last = isCertain || builtin === undefined ? candidates.at(-1) : undefined
  const storeLast =
    last === undefined ? `$.builtins.${builtin?.name} = ${isDouble ? boxed('$t') : '$t'}` : storeIn(last)
  const uncertain = last === undefined ? candidates : candidates.slice(0, -1)
  const tests = uncertain.map((binding) => `${variableOf(binding)} !== undefined ? ${storeIn(binding)} : `)
  return `($t = ${text}, ${tests.join('')}${storeLast}, $t)`
}

function resolutionOf(body: BodyWriter, node: object): Resolution {
  const resolution = body.module.analysis.resolutionOf.get(node)
  if (resolution === undefined) throw new Error('analysis resolved every name')
  return resolution
}

function writeMember(body: BodyWriter, scope: ScopeInfo, node: MemberAccess, object: string): string {
  const known = writeKnownMember(body, scope, node)
  if (known !== undefined) return known
  const site = body.module.site(node.member.span)
  const read = `$.member(${site}, ${runtimeScopeOf(scope)}, ${asValue(body.module, node.object, object)}, ${JSON.stringify(node.member.text)})`
  return writeSuspendable(body, node, () => read)
}
