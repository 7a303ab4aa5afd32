/**
 * The kinds of value, as JavaScript holds them.
 *
 * Int is a number while it is a safe integer and a bigint beyond, never both for one value, so `===` is equality of Ints.
 * Float is a small class, so that 2.0 is never mistaken for 2. nil is `null`; `undefined` is no value: it means "unbound".
 * Strings, Bools and Arrays are JavaScript's own. Everything else is an object with a `typeName` of its own.
 */

import type { Float } from './float.ts'
import type { SenseRecord } from './record.ts'
import type { SiteId } from './sense-error.ts'

export type Value = null | boolean | number | bigint | string | Float | readonly Value[] | SenseRecord | ObjectValue

/** An Array of Sense. It is mutable and shared by reference, also where `Value` shows it as readonly. */
export type ArrayValue = Value[]

/** A value that lives beyond this folder: functions, tools, models, foreign objects. Equal only to itself by default. */
export interface ObjectValue {
  /** What `type_of` yields: "Function", "Tool", "Model". */
  readonly typeName: string
  /** The text form of spec 01 §3, such as `<tool t>`; of a foreign object, an error at `site` if it has none. */
  textForm(site?: SiteId): string
  /** Equality where it is not identity; only called when the other value is not the same object. */
  isEqualTo?(other: Value, site?: SiteId): boolean
  /** What `target[index]` yields; without it, indexing is an error. */
  readIndex?(index: Value, site: SiteId): Value
  /** What `target[index] = value` does; without it, that is an error. */
  writeIndex?(index: Value, value: Value, site: SiteId): void
  /** What `for` runs over, in the form that `sequenceOf` gives; without it, that is an error. */
  sequence?(site: SiteId): ArrayLike<Value>
  /** The value that `answer<T>` checks: what an Answer's `.value` yields. */
  readonly innerValue?: Value
}

export function isArray(value: Value): value is ArrayValue {
  return Array.isArray(value)
}

/** Whether `value` is an Int: every JavaScript number that is a value is one, since a Float is an object. */
export function isInt(value: Value): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}
