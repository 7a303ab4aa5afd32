/** First in, first out, in constant time: taking from the front of an Array would move all that follows. */

/** Slots that were taken and may stay in front; below that, moving the rest is not worth it. */
const takenMax = 1024

export class Queue<Item> {
  #items: (Item | undefined)[] = []
  /** The index of the first item that is still there. */
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  push(item: Item): void {
    this.#items.push(item)
  }

  /** Takes the oldest item; undefined if there is none. */
  take(): Item | undefined {
    const item = this.#items[this.#head]
    if (this.#head >= this.#items.length) return undefined
    this.#items[this.#head] = undefined
    this.#head += 1
    if (this.#head === this.#items.length) this.clear()
    else if (this.#head > takenMax && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }

  clear(): void {
    this.#items = []
    this.#head = 0
  }
}
