/**
 * Sets of types, as bits: what is known of the value of an expression or a variable.
 *
 * Ints count as two types, because they are held in two ways: a JavaScript number while it is a safe integer, a bigint
 * beyond (`runtime/values/value.ts`).
 */

import type { TypeNode } from '../syntax/tree.ts'

export type TypeSet = number

export const smallInt: TypeSet = 1
export const bigInt: TypeSet = 2
export const float: TypeSet = 4
export const string: TypeSet = 8
export const bool: TypeSet = 16
export const nil: TypeSet = 32
export const array: TypeSet = 64
/** Records, functions, agents, foreign objects: everything else. */
export const other: TypeSet = 128

export const nothing: TypeSet = 0
export const int: TypeSet = smallInt | bigInt
export const anything: TypeSet = int | float | string | bool | nil | array | other

/** Whether every value of `types` is of one of `allowed`. */
export function isWithin(types: TypeSet, allowed: TypeSet): boolean {
  return (types & ~allowed) === 0
}

/** Whether some value of `types` may be of one of `wanted`. */
export function mayBe(types: TypeSet, wanted: TypeSet): boolean {
  return (types & wanted) !== 0
}

const typesByName: Readonly<Record<string, TypeSet>> = {
  Int: int,
  Float: float | int,
  String: string,
  Bool: bool,
  Nil: nil,
  Array: array,
}

/** Whether a type as written says nothing that its set of types does not say. */
export function isExact({ name, typeArguments }: TypeNode): boolean {
  return typeArguments.length === 0 && Object.hasOwn(typesByName, name)
}

/** What passes a check against a type as written (spec 01 §5). */
export function typesOfAnnotation(type: TypeNode | undefined): TypeSet {
  if (type === undefined || !Object.hasOwn(typesByName, type.name)) return anything
  return typesByName[type.name] ?? anything
}
