/**
 * Numbers for values, such that two values have the same number exactly if they are equal.
 *
 * Finding equal values among a million by comparing each with all others takes hours; with numbers it takes one look-up
 * each. An Array gets its number by those of its elements, written in a row, and a Record by those of its entries, so no
 * structure is compared twice. Not every value can have a number: one of another language has an equality of its own, and
 * one that holds itself, or is nested very deeply, is left to the comparison that is made for such.
 */

import { Float } from '../values/float.ts'
import { intOf } from '../values/int.ts'
import { SenseRecord } from '../values/record.ts'
import { isArray, type Value } from '../values/value.ts'

/** `unequal`: it equals nothing, not even itself, because it holds `nan`. `unknown`: only a comparison can tell. */
export type EqualityNumber = number | 'unequal' | 'unknown'

/** Arrays and Records inside each other that are looked into: more than data has, and few enough for a recursion. */
const depthMax = 200

export class EqualityNumbers {
  readonly #ofAtoms = new Map<Value, number>()
  readonly #ofParts = new Map<string, number>()
  /** The containers that were looked into; what is under way counts as unknown, because it holds itself if it is met. */
  readonly #ofContainers = new Map<Value, EqualityNumber>()

  of(value: Value): EqualityNumber {
    return this.#of(value, 0)
  }

  #of(value: Value, depth: number): EqualityNumber {
    if (!isArray(value) && !(value instanceof SenseRecord)) return this.#ofAtom(value)
    const known = this.#ofContainers.get(value)
    if (known !== undefined) return known
    if (depth === depthMax) return 'unknown'
    this.#ofContainers.set(value, 'unknown')
    const number = isArray(value) ? this.#ofArray(value, depth) : this.#ofRecord(value, depth)
    this.#ofContainers.set(value, number)
    return number
  }

  #ofAtom(value: Value): EqualityNumber {
    if (value instanceof Float && Number.isNaN(value.double)) return 'unequal'
    if (typeof value === 'object' && value !== null && 'isEqualTo' in value) return 'unknown'
    return numberIn(this.#ofAtoms, value instanceof Float ? intIfWhole(value) : value, this.#count)
  }

  #ofArray(elements: readonly Value[], depth: number): EqualityNumber {
    const numbers: number[] = []
    let isKnown = true
    for (const element of elements) {
      const number = this.#of(element, depth + 1)
      if (number === 'unequal') return number
      if (number === 'unknown') isKnown = false
      else if (isKnown) numbers.push(number)
    }
    return isKnown ? numberIn(this.#ofParts, `[${numbers.join(' ')}`, this.#count) : 'unknown'
  }

  /** The order of entries does not count. */
  #ofRecord({ entries }: SenseRecord, depth: number): EqualityNumber {
    const pairs: string[] = []
    let isKnown = true
    for (const [key, value] of entries) {
      const number = this.#of(value, depth + 1)
      if (number === 'unequal') return number
      if (number === 'unknown') isKnown = false
      else if (isKnown) pairs.push(`${numberIn(this.#ofAtoms, key, this.#count)}:${number}`)
    }
    return isKnown ? numberIn(this.#ofParts, `{${pairs.sort().join(' ')}`, this.#count) : 'unknown'
  }

  /** As many numbers as were given out; a Map's number is never one of another Map's. */
  get #count(): number {
    return this.#ofAtoms.size + this.#ofParts.size
  }
}

/** A whole Float equals the Int of the same value; that is the form in which both are looked up. No Int is like another. */
function intIfWhole({ double }: Float): number | bigint {
  return Number.isInteger(double) ? intOf(BigInt(double)) : double
}

function numberIn<Key>(numbers: Map<Key, number>, key: Key, next: number): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, next)
  return next
}
