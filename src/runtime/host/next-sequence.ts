/**
 * A sequence that is made while a loop runs over it: element by element, and none before it is needed.
 *
 * Generated code asks for `length` before each round, and then for the element at the round's index. So the length is the
 * moment to fetch one more element, and only that one is kept.
 */

import type { Value } from '../values/value.ts'

export class NextSequence implements ArrayLike<Value> {
  readonly [index: number]: Value
  /** Gives the next element, or undefined at the end. */
  readonly #next: () => Value | undefined
  #count = 0

  constructor(next: () => Value | undefined) {
    this.#next = next
  }

  get length(): number {
    const element = this.#next()
    if (element === undefined) return this.#count
    if (this.#count > 0) Reflect.deleteProperty(this, this.#count - 1)
    Reflect.set(this, this.#count, element)
    this.#count += 1
    return this.#count
  }
}
