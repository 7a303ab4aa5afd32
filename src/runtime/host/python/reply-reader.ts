/**
 * Reads what Python answered: a letter, then values (see `bridge.py` for the form of each).
 *
 * Lists are read with a stack of our own. What Python sends is checked where a value of Sense has a limit that one of
 * Python has not; the form itself is that of our own script.
 */

import { arrayTooLong, stringTooLong } from '../../../compiler/diagnostics/catalogue/values.ts'
import { Float } from '../../values/float.ts'
import { intOf } from '../../values/int.ts'
import { ARRAY_ELEMENTS_MAX, STRING_UNITS_MAX } from '../../values/limits.ts'
import { SenseError, type SiteId } from '../../values/sense-error.ts'
import type { ArrayValue, Value } from '../../values/value.ts'

/** A list that is being read. */
interface OpenList {
  readonly list: ArrayValue
  left: number
}

/** Code units that are made into a string by one call; more would be too many arguments. */
const unitsInCall = 8_192

/** Strings up to this length are read by a loop, which is quicker than a call of the decoder. */
const loopLengthMax = 32

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export class ReplyReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #objectOf: (number: number, isFunction: boolean) => Value
  readonly #site: SiteId
  #at = 0

  /** `objectOf` makes the value for an object that Python keeps under `number`. */
  constructor(reply: Uint8Array, objectOf: (number: number, isFunction: boolean) => Value, site: SiteId) {
    this.#bytes = reply
    this.#view = new DataView(reply.buffer, reply.byteOffset, reply.byteLength)
    this.#objectOf = objectOf
    this.#site = site
  }

  letter(): string {
    return String.fromCharCode(this.#byte())
  }

  count(): number {
    const count = this.#view.getUint32(this.#at, true)
    this.#at += 4
    return count
  }

  text(): string {
    return this.#byte() === 97 ? this.#asciiText() : this.#unitsText()
  }

  /** One value; an error if it, or a part of it, is larger than a value of Sense can be. */
  value(): Value {
    const lists: ArrayValue[] = []
    const stack: OpenList[] = []
    for (;;) {
      let value = this.#valueOrOpenList(lists, stack)
      // The value goes into the list that is being filled, and what is full into the one around it.
      for (;;) {
        if (value === undefined) break
        const top = stack.at(-1)
        if (top === undefined) return value
        top.list.push(value)
        top.left -= 1
        if (top.left > 0) break
        stack.pop()
        value = top.list
      }
    }
  }

  /** A value that is complete; undefined where a list began, which is on the stack now. */
  #valueOrOpenList(lists: ArrayValue[], stack: OpenList[]): Value | undefined {
    const tag = this.#byte()
    switch (tag) {
      case 105:
        return this.#int64()
      case 97:
        return this.#asciiText()
      case 117:
        return this.#unitsText()
      case 102:
        return new Float(this.#double())
      case 78:
        return null
      case 84:
        return true
      case 70:
        return false
      case 111:
        return this.#object()
      case 73:
        return this.#bigInt()
      case 64:
        return this.#listAgain(lists)
      case 91: {
        const left = this.count()
        const list: ArrayValue = []
        lists.push(list)
        if (left === 0) return list
        stack.push({ list, left })
        return undefined
      }
      default: {
        const list = this.#block(tag)
        lists.push(list)
        return list
      }
    }
  }

  #block(tag: number): ArrayValue {
    if (tag === 115) return this.#strings()
    const count = this.#listLength()
    if (tag === 120) return this.#numbers(count)
    const list: ArrayValue = new Array<Value>(count)
    for (let index = 0; index < count; index += 1) {
      list[index] = tag === 113 ? this.#int64() : new Float(this.#double())
    }
    return list
  }

  /** Ints and Floats: for each whether it is an Int, then the Ints, then the Floats. */
  #numbers(count: number): ArrayValue {
    const intCount = this.count()
    const [bytes, view, start] = [this.#bytes, this.#view, this.#at]
    const list: ArrayValue = new Array<Value>(count)
    let floatAt = start + count + 8 * intCount
    this.#at = start + count
    for (let index = 0; index < count; index += 1) {
      if (bytes[start + index] === 1) list[index] = this.#int64()
      else {
        list[index] = new Float(view.getFloat64(floatAt, true))
        floatAt += 8
      }
    }
    this.#at = floatAt
    return list
  }

  #strings(): ArrayValue {
    const strings = this.text().split('\0')
    if (strings.length > ARRAY_ELEMENTS_MAX) throw new SenseError(arrayTooLong(), this.#site)
    return strings
  }

  #listLength(): number {
    const count = this.count()
    if (count > ARRAY_ELEMENTS_MAX) throw new SenseError(arrayTooLong(), this.#site)
    return count
  }

  #listAgain(lists: readonly ArrayValue[]): Value {
    const list = lists[this.count()]
    if (list === undefined) throw new Error('a list is named after it has begun')
    return list
  }

  #object(): Value {
    const number = this.#view.getUint32(this.#at, true) + 2 ** 32 * this.#view.getUint32(this.#at + 4, true)
    this.#at += 8
    return this.#objectOf(number, this.#byte() === 1)
  }

  #int64(): number | bigint {
    const high = this.#view.getInt32(this.#at + 4, true)
    const int = high * 2 ** 32 + this.#view.getUint32(this.#at, true)
    this.#at += 8
    return Number.isSafeInteger(int) ? int : intOf(this.#view.getBigInt64(this.#at - 8, true))
  }

  #double(): number {
    const double = this.#view.getFloat64(this.#at, true)
    this.#at += 8
    return double
  }

  /** Python refuses one that is too large. */
  #bigInt(): number | bigint {
    const digits = this.text()
    const isNegative = digits.startsWith('-')
    const magnitude = BigInt(`0x${isNegative ? digits.slice(1) : digits}`)
    return intOf(isNegative ? -magnitude : magnitude)
  }

  #asciiText(): string {
    const length = this.count()
    this.#checkLength(length)
    const start = this.#at
    this.#at += length
    if (length > loopLengthMax) return decoder.decode(this.#bytes.subarray(start, this.#at))
    let text = ''
    for (let at = start; at < this.#at; at += 1) text += String.fromCharCode(this.#bytes[at] ?? 0)
    return text
  }

  #unitsText(): string {
    const length = this.count() / 2
    this.#checkLength(length)
    const pieces: string[] = []
    for (let done = 0; done < length; done += unitsInCall) {
      const units = new Uint16Array(Math.min(unitsInCall, length - done))
      for (let index = 0; index < units.length; index += 1)
        units[index] = this.#view.getUint16(this.#at + 2 * index, true)
      this.#at += 2 * units.length
      pieces.push(String.fromCharCode(...units))
    }
    return pieces.join('')
  }

  #checkLength(units: number): void {
    if (units > STRING_UNITS_MAX) throw new SenseError(stringTooLong(), this.#site)
  }

  #byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new Error('a reply is as long as it says')
    this.#at += 1
    return byte
  }
}
