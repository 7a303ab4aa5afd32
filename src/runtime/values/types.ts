/**
 * Type names, annotations, and how a value is called in a message (spec 01 §5).
 *
 * An annotation is checked each time a value passes it and never converts. What the checker does not know, a name or the
 * parameters of one, accepts everything: it is the business of `sense check` to warn about it.
 */

import { plainTypeNames } from '../../language/type-names.ts'
import { Float } from './float.ts'
import { LargeMap } from './large-map.ts'
import { SenseRecord } from './record.ts'
import { isArray, isInt, type ObjectValue, type Value } from './value.ts'

/** A type as an annotation writes it, such as `Array<Int>`. */
export interface ValueType {
  readonly name: string
  readonly arguments: readonly ValueType[]
}

/** What `type_of` yields. */
export function typeName(value: Value): string {
  if (value === null) return 'Nil'
  if (typeof value === 'boolean') return 'Bool'
  if (typeof value === 'string') return 'String'
  if (isInt(value)) return 'Int'
  if (value instanceof Float) return 'Float'
  if (value instanceof SenseRecord) return 'Record'
  return isObjectValue(value) ? value.typeName : 'Array'
}

/** Whether `value` may pass an annotation of `type`. */
export function fits(value: Value, type: ValueType, known?: Known): boolean {
  switch (type.name) {
    case 'Any':
      return true
    case 'Float':
      return value instanceof Float || isInt(value)
    case 'Array':
      return (
        isArray(value) &&
        everyElementFits(value, type.arguments[0], known ?? new Map<ValueType, LargeMap<Value, true>>())
      )
    case 'answer':
    case 'Answer':
      return isObjectValue(value) && value.typeName === 'Answer' && innerValueFits(value, type.arguments[0])
    default:
      return !plainTypeNames.has(type.name) || typeName(value) === type.name
  }
}

/** The type as an annotation writes it. */
export function typeText(type: ValueType): string {
  if (type.arguments.length === 0) return type.name
  return `${type.name}<${type.arguments.map(typeText).join(', ')}>`
}

/** A value in a message: "a String", "an Int", "nil". */
export function describeValue(value: Value): string {
  return value === null ? 'nil' : withArticle(typeName(value))
}

/** A value that does not fit `type`, in a message. Of an Array the first element that does not: "an Array with nil at `[2]`". */
export function describeMisfit(value: Value, type: ValueType): string {
  const path: number[] = []
  let inner = value
  for (let arrayType = type; arrayType.name === 'Array' && isArray(inner);) {
    const elementType = arrayType.arguments[0]
    const index = elementType === undefined ? -1 : inner.findIndex((element) => !fits(element, elementType))
    if (elementType === undefined || index < 0) break
    path.push(index)
    inner = inner[index] ?? null
    arrayType = elementType
  }
  if (path.length === 0) return describeValue(value)
  return `an Array with ${describeValue(inner)} at \`[${path.join('][')}]\``
}

/** A type in a message: "an Array<Int>", "nil". */
export function describeType(type: ValueType): string {
  return withArticle(typeText(type))
}

/** Whether the value lives beyond this folder. */
export function isObjectValue(value: Value): value is ObjectValue {
  return typeof value === 'object' && value !== null && 'typeName' in value
}

/** Arrays that were found to fit an element type, so that shared ones are looked at once: they have countless paths. */
type Known = Map<ValueType, LargeMap<Value, true>>

function everyElementFits(elements: readonly Value[], type: ValueType | undefined, known: Known): boolean {
  if (type === undefined) return true
  if (type.name !== 'Array') return elements.every((element) => fits(element, type, known))
  const fitting = known.get(type) ?? new LargeMap<Value, true>()
  known.set(type, fitting)
  // Counted as fitting while it is looked at: if it does not fit, the whole check ends.
  return elements.every((element) => {
    if (fitting.get(element) === true) return true
    fitting.set(element, true)
    return fits(element, type, known)
  })
}

function innerValueFits(answer: ObjectValue, type: ValueType | undefined): boolean {
  if (type === undefined || answer.innerValue === undefined) return true
  return fits(answer.innerValue, type)
}

function withArticle(type: string): string {
  if (type === 'Nil') return 'nil'
  if (type === 'Python') return 'a Python object'
  if (type === 'Js') return 'a JavaScript object'
  // "Mcp" is spoken letter by letter, from "em".
  const isVowelFirst = /^(?:[AEIOaeio]|Mcp)/.test(type)
  return `${isVowelFirst ? 'an' : 'a'} ${type}`
}
