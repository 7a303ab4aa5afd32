/** Calls of builtins that are functions of `runtime/values`: called without a look at the value, or written out. */

import { array, float, int, isWithin, mayBe, smallInt, string } from '../analysis/value-types.ts'
import type { Call, Expression } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import type { WriteOperand } from './forms.ts'
import { asValue, isBare, typesOf } from './forms.ts'
import { withOperands } from './operands.ts'

interface BuiltinCall {
  readonly body: BodyWriter
  readonly node: Call
  readonly args: readonly Expression[]
  readonly site: number
  readonly write: WriteOperand
}

interface DirectBuiltin {
  /** How many arguments it takes. */
  readonly count: number
  readonly writeCall: (call: BuiltinCall) => string
}

const directBuiltins: Readonly<Record<string, DirectBuiltin>> = {
  len: { count: 1, writeCall: writeLength },
  push: { count: 2, writeCall: writePush },
  str: { count: 1, writeCall: writeText },
  int: { count: 1, writeCall: writeToInt },
  float: { count: 1, writeCall: writeToFloat },
  type_of: { count: 1, writeCall: (call) => `$.typeName(${values(call)}, ${call.site})` },
}

/** The call in its own form; undefined if it is no call of such a builtin with the right number of arguments. */
export function writeBuiltinCall(body: BodyWriter, node: Call, site: number, write: WriteOperand): string | undefined {
  const name = builtinOf(body, node)
  const direct = name !== undefined && Object.hasOwn(directBuiltins, name) ? directBuiltins[name] : undefined
  if (direct?.count !== node.positional.length) return undefined
  return direct.writeCall({ body, node, args: node.positional, site, write })
}

/** The name of the builtin that a call without labels certainly reaches, because no assignment replaces it. */
export function builtinOf({ module }: BodyWriter, node: Call): string | undefined {
  const fact = module.analysis.callFacts.get(node)
  if (fact?.kind !== 'name' || node.labelled.length > 0) return undefined
  const { candidates, builtin } = fact.resolution
  if (builtin === undefined || candidates.length > 0) return undefined
  return module.programAnalysis.assignedBuiltins.has(builtin.name) ? undefined : builtin.name
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
