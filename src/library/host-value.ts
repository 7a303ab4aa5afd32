/**
 * Values of a program as plain JavaScript data, and the way back, for what a host program gives and gets.
 *
 * An Int is a `number` as long as that is exact and a `bigint` beyond. JavaScript has no second kind of whole number, so a
 * Float that is whole comes back as an Int unless a type says that it is a Float. Functions, tools, models and the like do
 * not cross: what may be done with them is the program's business and its policy's.
 */

import { Float } from '../runtime/values/float.ts'
import { bitLengthOf, intOf } from '../runtime/values/int.ts'
import { LargeMap } from '../runtime/values/large-map.ts'
import {
  ARRAY_ELEMENTS_MAX,
  INT_BITS_MAX,
  JSON_DEPTH_MAX,
  RECORD_ENTRIES_MAX,
  STRING_UNITS_MAX,
} from '../runtime/values/limits.ts'
import { isContainer, type Container } from '../runtime/values/nested-text.ts'
import { SenseRecord } from '../runtime/values/record.ts'
import type { ValueType } from '../runtime/values/types.ts'
import { describeValue } from '../runtime/values/types.ts'
import type { Value } from '../runtime/values/value.ts'

/** What crosses between a program and its host. */
export type HostValue =
  null | boolean | number | bigint | string | readonly HostValue[] | { readonly [key: string]: HostValue }

/** Data that does not cross; the message says which and why. */
export class UnfitData extends Error {
  override readonly name = 'UnfitData'
}

/**
 * `value` for the host: nil as `null`, a Record as an object, a Float as a number. Arrays and Records are copied, a part that
 * is reached on many ways once. Throws `UnfitData` for what stays in the program, for what contains itself and for nesting
 * beyond 1,000.
 */
export function hostValueOf(value: Value): HostValue {
  return new OutwardCopy().of(value, 0)
}

/**
 * Data of the host for the program: `undefined` counts as nil, a plain object becomes a Record. Throws `UnfitData` for what
 * has no meaning in a program, such as a function or a Date, for cycles and for nesting beyond 1,000. Where `type` says
 * Float, a whole number is a Float as well.
 */
export function valueOfHost(data: unknown, type?: ValueType): Value {
  return new InwardCopy().of(data, type, 0)
}

class OutwardCopy {
  readonly #open = new Set<object>()
  /**
   * What was copied, and how deep it lay: a container reached on many ways is copied once, for the ways may be countless, and
   * again only where it lies deeper, so that the limit holds there too.
   */
  readonly #done = new LargeMap<Container, { readonly copy: HostValue; readonly depth: number }>()

  of(value: Value, depth: number): HostValue {
    if (isContainer(value)) return this.#container(value, depth)
    if (value instanceof Float) return value.double
    if (value === null || typeof value !== 'object') return value
    throw new UnfitData(`${describeValue(value)} stays in the program`)
  }

  #container(container: Container, depth: number): HostValue {
    const done = this.#done.get(container)
    if (done !== undefined && depth <= done.depth) return done.copy
    const copy = inside(this.#open, container, depth, () =>
      container instanceof SenseRecord
        ? this.#object(container, depth + 1)
        : container.map((element) => this.of(element, depth + 1)),
    )
    this.#done.set(container, { copy, depth })
    return copy
  }

  /** `fromEntries` makes an own property of every key, `__proto__` too. */
  #object(record: SenseRecord, depth: number): HostValue {
    return Object.fromEntries([...record.entries].map(([key, value]) => [key, this.of(value, depth)]))
  }
}

class InwardCopy {
  readonly #open = new Set<object>()

  of(data: unknown, type: ValueType | undefined, depth: number): Value {
    switch (typeof data) {
      case 'undefined':
        return null
      case 'boolean':
        return data
      case 'string':
        checkSize('a String', data.length, STRING_UNITS_MAX, 'code units')
        return data
      case 'bigint':
        checkSize('an Int', bitLengthOf(data), INT_BITS_MAX, 'bits')
        return intOf(data)
      case 'number':
        return Number.isSafeInteger(data) && !Object.is(data, -0) && type?.name !== 'Float' ? data : new Float(data)
      case 'object':
        return data === null ? null : inside(this.#open, data, depth, () => this.#container(data, type, depth + 1))
      case 'function':
      case 'symbol':
        throw new UnfitData(`a ${typeof data} of JavaScript has no meaning in a program`)
    }
  }

  #container(data: object, type: ValueType | undefined, depth: number): Value {
    if (Array.isArray(data)) {
      checkSize('an Array', data.length, ARRAY_ELEMENTS_MAX, 'elements')
      const elementType = type?.name === 'Array' ? type.arguments[0] : undefined
      return Array.from(data, (element: unknown) => this.of(element, elementType, depth))
    }
    const prototype: unknown = Object.getPrototypeOf(data)
    if (prototype !== Object.prototype && prototype !== null)
      throw new UnfitData(`${className(prototype)} is no plain data`)
    const entries = Object.entries(data)
    checkSize('a Record', entries.length, RECORD_ENTRIES_MAX, 'entries')
    return new SenseRecord(entries.map(([key, value]): [string, Value] => [key, this.of(value, undefined, depth)]))
  }
}

/** Copies what is in `container`, which must not be inside itself. */
function inside<Copy>(open: Set<object>, container: object, depth: number, copy: () => Copy): Copy {
  if (open.has(container)) throw new UnfitData('data that contains itself cannot be copied')
  if (depth === JSON_DEPTH_MAX) throw new UnfitData(`data nested more than ${JSON_DEPTH_MAX} deep cannot be copied`)
  open.add(container)
  const copied = copy()
  open.delete(container)
  return copied
}

function checkSize(kind: string, size: number, sizeMax: number, unit: string): void {
  if (size > sizeMax) throw new UnfitData(`${kind} has at most ${sizeMax} ${unit}, and this one would have ${size}`)
}

function className(prototype: unknown): string {
  const isClass = typeof prototype === 'object' && prototype !== null && 'constructor' in prototype
  const name = isClass && typeof prototype.constructor === 'function' ? prototype.constructor.name : ''
  return name === '' ? 'an object of a class' : `an object of the class ${name}`
}
