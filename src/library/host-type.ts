/**
 * The types that a host program gives to the parameters and results of what it defines: written as in Sense, and known to
 * TypeScript, so that `run` gets arguments of the right type.
 */

import { parse } from '../compiler/syntax/parse.ts'
import { keywords } from '../compiler/syntax/token.ts'
import type { TypeNode } from '../compiler/syntax/tree.ts'
import { sourceFileOf } from '../compiler/source/source-file.ts'
import type { ValueType } from '../runtime/values/types.ts'
import type { HostValue } from './host-value.ts'
import { thingText } from './thing-text.ts'

/** A type of Sense whose values cross: `Array<Int>`, `String`; `Any` is all that crosses. */
export type HostType = 'Any' | 'Int' | 'Float' | 'String' | 'Bool' | 'Nil' | 'Record' | 'Array' | `Array<${string}>`

/** What a value of the type is in JavaScript. */
export type HostTypeValue<Type extends HostType> = Type extends 'Int' | 'Float'
  ? number
  : Type extends 'String'
    ? string
    : Type extends 'Bool'
      ? boolean
      : Type extends 'Nil'
        ? null
        : Type extends 'Record'
          ? { readonly [key: string]: HostValue }
          : Type extends `Array<${infer Element}>`
            ? Element extends HostType
              ? readonly HostTypeValue<Element>[]
              : readonly HostValue[]
            : Type extends 'Array'
              ? readonly HostValue[]
              : HostValue

/** Names of parameters, in the order of a call, and their types. */
export type HostParameters = Readonly<Record<string, HostType>>

/** Those of a function that takes none. */
export type NoParameters = Readonly<Record<string, never>>

/** The arguments of one call, by the names of the parameters. */
export type HostArguments<Parameters extends HostParameters> = {
  readonly [Name in keyof Parameters]: HostTypeValue<Parameters[Name]>
}

const crossingNames: ReadonlySet<string> = new Set(['Any', 'Int', 'Float', 'String', 'Bool', 'Nil', 'Record', 'Array'])

/** Reads a type. Throws a TypeError, which names `owner`, if it is none that crosses. */
export function valueTypeOf(type: unknown, owner: string): ValueType {
  if (typeof type !== 'string') {
    throw new TypeError(`${owner}: a type is a string as in Sense, such as "Array<Int>", not ${thingText(type)}`)
  }
  const { program, problems } = parse(sourceFileOf('type', `x: ${type} = nil\n`))
  const [statement] = program.statements
  if (problems.length > 0 || program.statements.length !== 1 || statement?.kind !== 'typed-declaration') {
    throw new TypeError(`${owner}: ${JSON.stringify(type)} is no type; write one as in Sense, such as "Array<Int>"`)
  }
  return crossingType(statement.type, owner)
}

function crossingType({ name, typeArguments }: TypeNode, owner: string): ValueType {
  if (!crossingNames.has(name)) {
    throw new TypeError(
      `${owner}: values of the type ${name} stay in the program; use ${[...crossingNames].join(', ')}`,
    )
  }
  return { name, arguments: typeArguments.map((inner) => crossingType(inner, owner)) }
}

/** Throws a TypeError, which names `owner`, if `name` cannot be written in a program as a name. */
export function checkName(name: unknown, owner: string): void {
  if (typeof name !== 'string') throw new TypeError(`${owner} needs a \`name\`, a string, but got ${thingText(name)}`)
  if (/^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name) && !keywords.has(name)) return
  const rule = 'a letter or `_`, then letters, digits and `_`, and no keyword'
  throw new TypeError(`${owner}: ${JSON.stringify(name)} cannot be a name in Sense (${rule})`)
}
