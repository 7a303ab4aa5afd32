/**
 * Writes a request to Python: a letter for what to do, then its operands (see `bridge.py` for the form of each).
 *
 * Lists and Records are written with a stack of our own, so that depth costs memory and not JavaScript frames. One that
 * occurs twice, or in itself, is written once and named by its number from then on.
 */

import { Float } from '../../values/float.ts'
import { SenseRecord } from '../../values/record.ts'
import type { Value } from '../../values/value.ts'
import { isArray } from '../../values/value.ts'

/** Bytes of a request: as many as a reply may have. */
export const FRAME_BYTES_MAX = 2 ** 30

/** Bytes of the buffer that is kept between requests. */
const keptBytesMax = 2 ** 20

/** A list of that many numbers or Strings is written as one block. */
const blockLengthMin = 8

/** Strings up to this length are written by a loop, which is quicker than a call of the encoder. */
const loopLengthMax = 64

/** A value cannot cross; the reason is found by whoever knows the words. */
export class CannotCross extends Error {
  override readonly name = 'CannotCross'
  readonly value: Value

  constructor(value: Value) {
    super('a value cannot go over to Python')
    this.value = value
  }
}

/** The request would be longer than a frame may be. */
export class FrameTooLong extends Error {
  override readonly name = 'FrameTooLong'
}

/** A list or Record that is being written. */
interface OpenContainer {
  readonly elements: readonly Value[]
  /** Of a Record. */
  readonly keys: readonly string[] | undefined
  index: number
}

const encoder = new TextEncoder()

export class FrameWriter {
  /** The number of a Python object for its process; undefined for every other value. */
  readonly #numberOf: (value: Value) => number | undefined
  #bytes = new Uint8Array(1_024)
  #view = new DataView(this.#bytes.buffer)
  #end = 0

  constructor(numberOf: (value: Value) => number | undefined) {
    this.#numberOf = numberOf
  }

  /** Begins a request; `action` is its letter. */
  begin(action: string): void {
    if (this.#bytes.length > keptBytesMax) this.#resize(1_024)
    this.#end = 4
    this.byte(action.charCodeAt(0))
  }

  /** The request with its length; valid until the next one begins. */
  frame(): Uint8Array {
    this.#view.setUint32(0, this.#end - 4, true)
    return this.#bytes.subarray(0, this.#end)
  }

  byte(byte: number): void {
    this.#reserve(1)
    this.#bytes[this.#end] = byte
    this.#end += 1
  }

  /** The number of an object. */
  number(number: number): void {
    this.#reserve(8)
    this.#writeInt64(number)
  }

  text(text: string): void {
    if (text.length <= loopLengthMax ? this.#isWrittenByLoop(text) : this.#isWrittenByEncoder(text)) return
    this.#writeUnits(text)
  }

  /** Throws `CannotCross` and `FrameTooLong`. */
  value(root: Value): void {
    if (this.#isAtomWritten(root)) return
    const numbers = new Map<Value, number>()
    const stack: OpenContainer[] = []
    this.#enter(root, numbers, stack)
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const element = top.elements[top.index]
      if (element === undefined) {
        stack.pop()
        continue
      }
      const key = top.keys?.[top.index]
      top.index += 1
      if (key !== undefined) this.text(key)
      if (!this.#isAtomWritten(element)) this.#enter(element, numbers, stack)
    }
  }

  /** Writes a container's head, and puts it on the stack if its elements are still to be written. */
  #enter(container: Value, numbers: Map<Value, number>, stack: OpenContainer[]): void {
    const known = numbers.get(container)
    if (known !== undefined) {
      this.#tagAndCount('@', known)
      return
    }
    numbers.set(container, numbers.size)
    if (container instanceof SenseRecord) {
      const { entries } = container
      this.#tagAndCount('{', entries.size)
      stack.push({ elements: [...entries.values()], keys: [...entries.keys()], index: 0 })
    } else if (isArray(container)) {
      if (container.length >= blockLengthMin && this.#isBlockWritten(container)) return
      this.#tagAndCount('[', container.length)
      stack.push({ elements: container, keys: undefined, index: 0 })
    }
  }

  /** Writes everything but lists and Records. */
  #isAtomWritten(value: Value): boolean {
    if (typeof value === 'number') this.#tagged(105, value)
    else if (typeof value === 'string') this.text(value)
    else if (value === null) this.byte(78)
    else if (typeof value === 'boolean') this.byte(value ? 84 : 70)
    else if (value instanceof Float) this.#float(value.double)
    else if (typeof value === 'bigint') this.#bigInt(value)
    else if (isArray(value) || value instanceof SenseRecord) return false
    else this.#object(value)
    return true
  }

  #object(value: Value): void {
    const number = this.#numberOf(value)
    if (number === undefined) throw new CannotCross(value)
    this.#tagged(111, number)
  }

  #float(double: number): void {
    this.#reserve(9)
    this.#bytes[this.#end] = 102
    this.#view.setFloat64(this.#end + 1, double, true)
    this.#end += 9
  }

  #bigInt(big: bigint): void {
    this.byte(73)
    this.text(big.toString(16))
  }

  #tagged(tag: number, int: number): void {
    this.#reserve(9)
    this.#bytes[this.#end] = tag
    this.#end += 1
    this.#writeInt64(int)
  }

  #tagAndCount(tag: string, count: number): void {
    this.#reserve(5)
    this.#bytes[this.#end] = tag.charCodeAt(0)
    this.#view.setUint32(this.#end + 1, count, true)
    this.#end += 5
  }

  /** A safe integer; there is room for it. */
  #writeInt64(int: number): void {
    this.#view.setInt32(this.#end, int | 0, true)
    this.#view.setInt32(this.#end + 4, Math.floor(int / 2 ** 32), true)
    this.#end += 8
  }

  /** Writes an Array whose elements are all of one kind, if that has a short form. */
  #isBlockWritten(elements: readonly Value[]): boolean {
    const [first] = elements
    if (typeof first === 'string') return this.#areStringsWritten(elements)
    if (typeof first !== 'number' && !(first instanceof Float)) return false
    return this.#areIntsWritten(elements) || this.#areFloatsWritten(elements) || this.#areNumbersWritten(elements)
  }

  #areIntsWritten(elements: readonly Value[]): boolean {
    if (!elements.every((element) => typeof element === 'number')) return false
    this.#reserve(5 + 8 * elements.length)
    this.#tagAndCount('q', elements.length)
    for (const int of elements) this.#writeInt64(int)
    return true
  }

  #areFloatsWritten(elements: readonly Value[]): boolean {
    if (!elements.every((element) => element instanceof Float)) return false
    this.#reserve(5 + 8 * elements.length)
    this.#tagAndCount('d', elements.length)
    for (const { double } of elements) {
      this.#view.setFloat64(this.#end, double, true)
      this.#end += 8
    }
    return true
  }

  /** Ints and Floats: for each whether it is an Int, then the Ints, then the Floats. */
  #areNumbersWritten(elements: readonly Value[]): boolean {
    if (!areNumbers(elements)) return false
    this.#reserve(9 + 9 * elements.length)
    this.#tagAndCount('x', elements.length)
    const [bytes, view, start] = [this.#bytes, this.#view, this.#end + 4]
    // Counted and written with variables: a million elements are frequent, and fields are slower.
    let intCount = 0
    for (let index = 0; index < elements.length; index += 1) {
      const isInt = typeof elements[index] === 'number'
      bytes[start + index] = isInt ? 1 : 0
      if (isInt) intCount += 1
    }
    view.setUint32(this.#end, intCount, true)
    let intEnd = start + elements.length
    let floatEnd = intEnd + 8 * intCount
    for (const element of elements) {
      if (typeof element === 'number') {
        view.setInt32(intEnd, element | 0, true)
        view.setInt32(intEnd + 4, Math.floor(element / 2 ** 32), true)
        intEnd += 8
      } else {
        view.setFloat64(floatEnd, element.double, true)
        floatEnd += 8
      }
    }
    this.#end = floatEnd
    return true
  }

  #areStringsWritten(elements: readonly Value[]): boolean {
    if (!areJoinable(elements)) return false
    const length = elements.reduce((sum, element) => sum + element.length + 1, 0)
    // Joined, they must still be a string.
    if (length > FRAME_BYTES_MAX / 4) return false
    this.byte(115)
    this.text(elements.join('\0'))
    return true
  }

  #isWrittenByLoop(text: string): boolean {
    this.#reserve(5 + text.length)
    const start = this.#end + 5
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index)
      if (unit > 127) return false
      this.#bytes[start + index] = unit
    }
    this.#tagAndCount('a', text.length)
    this.#end += text.length
    return true
  }

  #isWrittenByEncoder(text: string): boolean {
    this.#reserve(5 + text.length)
    const { read, written } = encoder.encodeInto(text, this.#bytes.subarray(this.#end + 5))
    // A text that needs more bytes than it has units does not fit, or shows a character beyond ASCII.
    if (read !== text.length || written !== text.length) return false
    this.#tagAndCount('a', text.length)
    this.#end += text.length
    return true
  }

  #writeUnits(text: string): void {
    this.#reserve(5 + 2 * text.length)
    this.#tagAndCount('u', 2 * text.length)
    for (let index = 0; index < text.length; index += 1) {
      this.#view.setUint16(this.#end, text.charCodeAt(index), true)
      this.#end += 2
    }
  }

  #reserve(count: number): void {
    const needed = this.#end + count
    if (needed <= this.#bytes.length) return
    if (needed > FRAME_BYTES_MAX) throw new FrameTooLong()
    this.#resize(Math.min(Math.max(needed, 2 * this.#bytes.length), FRAME_BYTES_MAX))
  }

  #resize(size: number): void {
    const bytes = new Uint8Array(size)
    bytes.set(this.#bytes.subarray(0, Math.min(this.#end, size)))
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer)
  }
}

function areNumbers(elements: readonly Value[]): elements is readonly (number | Float)[] {
  return elements.every((element) => typeof element === 'number' || element instanceof Float)
}

function areJoinable(elements: readonly Value[]): elements is readonly string[] {
  return elements.every((element) => typeof element === 'string' && !element.includes('\0'))
}
