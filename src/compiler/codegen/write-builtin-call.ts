/** Calls of builtins that are functions of `runtime/values`: called without a look at the value, or written out. */

import { onlyBuiltinOf } from '../analysis/known-values.ts'
import { array, float, int, isWithin, mayBe, smallInt, string } from '../analysis/value-types.ts'
import type { Call, Expression } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import type { WriteOperand } from './forms.ts'
import { asValue, isBare, typesOf } from './forms.ts'
import { withOperands } from './operands.ts'
import { isComparisonOperator, writeComparison } from './write-comparison.ts'

interface BuiltinCall {
  readonly body: BodyWriter
  readonly node: Call
  readonly args: readonly Expression[]
  readonly site: number
  readonly write: WriteOperand
}

interface DirectBuiltin {
  /** The numbers of arguments with which it has a form of its own. */
  readonly counts: readonly number[]
  readonly writeCall: (call: BuiltinCall) => string | undefined
}

const directBuiltins: Readonly<Record<string, DirectBuiltin>> = {
  len: { counts: [1], writeCall: writeLength },
  push: { counts: [2], writeCall: writePush },
  str: { counts: [1], writeCall: writeText },
  int: { counts: [1], writeCall: writeToInt },
  float: { counts: [1], writeCall: writeToFloat },
  type_of: { counts: [1], writeCall: (call) => `$.typeName(${values(call)}, ${call.site})` },
  assert: { counts: [1, 2], writeCall: writeAssertion },
}

/** The call in its own form; undefined if it is no call of such a builtin with the right number of arguments. */
export function writeBuiltinCall(body: BodyWriter, node: Call, site: number, write: WriteOperand): string | undefined {
  const name = builtinOf(body, node)
  const direct = name !== undefined && Object.hasOwn(directBuiltins, name) ? directBuiltins[name] : undefined
  if (direct?.counts.includes(node.positional.length) !== true) return undefined
  return direct.writeCall({ body, node, args: node.positional, site, write })
}

/** The name of the builtin that a call without labels certainly reaches, because no assignment replaces it. */
export function builtinOf({ module }: BodyWriter, node: Call): string | undefined {
  const fact = module.analysis.callFacts.get(node)
  if (fact?.kind !== 'name' || node.labelled.length > 0) return undefined
  return onlyBuiltinOf(fact.resolution, module.programAnalysis.assignedBuiltins)
}

/** The arguments as values. */
function values({ body, args, write }: BuiltinCall): string {
  return args.map((arg) => asValue(body.module, arg, write(arg))).join(', ')
}

function writeLength(call: BuiltinCall): string {
  const { body, args, site, write } = call
  const [first] = args
  if (first === undefined || !mayBe(typesOf(body.module, first), array)) return `$.lengthOf(${values(call)}, ${site})`
  if (isWithin(typesOf(body.module, first), array)) return `${write(first)}.length`
  return withOperands(body, args, write(first), write, ([value = '']) => {
    return `(Array.isArray(${value}) ? ${value}.length : $.lengthOf(${value}, ${site}))`
  })
}

/** Written out, so that V8 knows for each `push` what its Arrays hold. */
function writePush(call: BuiltinCall): string {
  const { body, args, site, write } = call
  const [target, element] = args
  if (target === undefined || element === undefined || !mayBe(typesOf(body.module, target), array)) {
    return `$.push(${values(call)}, ${site})`
  }
  return withOperands(body, args, write(target), write, ([list = '', bare = '']) => {
    const value = asValue(body.module, element, bare)
    const slow = `$.push(${list}, ${value}, ${site})`
    const test = `Array.isArray(${list}) && ${list}.length < $.arrayElementsMax`
    return `(${test} ? (${list}.push(${value}), ${list}) : ${slow})`
  })
}

function writeText(call: BuiltinCall): string {
  const { body, args, site, write } = call
  const [first] = args
  if (first !== undefined && isWithin(typesOf(body.module, first), string)) return write(first)
  return `$.textForm(${values(call)}, ${site})`
}

function writeToInt(call: BuiltinCall): string {
  const { body, args, site, write } = call
  const [first] = args
  if (first !== undefined && isWithin(typesOf(body.module, first), int)) return write(first)
  if (first !== undefined && isBare(body.module, first)) return `$.truncatedInt(${write(first)}, ${site})`
  return `$.toInt(${values(call)}, ${site})`
}

/** Always a bare double. */
function writeToFloat({ body, node, args, site, write }: BuiltinCall): string {
  const [first] = args
  if (first === undefined || !isBare(body.module, node)) throw new Error('`float` of one argument gives a Float')
  const types = typesOf(body.module, first)
  if (types === float || isWithin(types, smallInt)) return write(first)
  return withOperands(body, args, write(first), write, ([value = '']) => {
    const slow = `$.toFloat(${value}, ${site}).double`
    return `(${value} instanceof $D ? ${value}.double : typeof ${value} === 'number' ? ${value} : ${slow})`
  })
}

/** One of a comparison keeps both operands for its report; the message is evaluated after them, as any second argument. */
function writeAssertion({ body, args, site, write }: BuiltinCall): string | undefined {
  const [condition, message] = args
  if (condition?.kind !== 'binary' || !isComparisonOperator(condition.operator)) return undefined
  const { operator, left, right } = condition
  return withOperands(body, [left, right], write(left), write, ([l = '', r = '']) => {
    const compared = writeComparison(body, condition, operator, l, () => r)
    const operands = `${asValue(body.module, left, l)}, ${asValue(body.module, right, r)}`
    if (message === undefined) return `(${compared} ? null : $.failComparison(${site}, ${operands}))`
    const [holds, text] = [body.takeTemporary(), body.takeTemporary()]
    const messageValue = asValue(body.module, message, write(message))
    body.giveBack(text)
    body.giveBack(holds)
    const failure = `$.failComparison(${site}, ${operands}, ${text})`
    return `(${holds} = ${compared}, ${text} = ${messageValue}, ${holds} ? null : ${failure})`
  })
}

/**
 * A call of what may be `assert`, whose first argument is a comparison: as `writeCallWith` writes it, with a callee that knows
 * both operands and the comparison of them in place of the argument. `callee` is the text of the callee. Undefined for any
 * other call.
 */
export function writeComparing(
  body: BodyWriter,
  { callee: calleeNode, positional: [condition] }: Call,
  callee: string,
  write: WriteOperand,
  writeCallWith: (callee: string, writeArgument: WriteOperand) => string,
): string | undefined {
  if (condition?.kind !== 'binary' || !isComparisonOperator(condition.operator)) return undefined
  const { operator, left, right } = condition
  const { module } = body
  return withOperands(body, [calleeNode, left, right], callee, write, ([called = '', l = '', r = '']) =>
    writeCallWith(
      `$.assertComparing(${called}, ${asValue(module, left, l)}, ${asValue(module, right, r)})`,
      (argument) =>
        argument === condition
          ? writeComparison(body, condition, operator, l, () => r)
          : asValue(module, argument, write(argument)),
    ),
  )
}
