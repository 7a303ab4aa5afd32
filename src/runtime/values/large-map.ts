/**
 * A Map without V8's own limit.
 *
 * A JavaScript Map refuses to grow beyond 2^24 entries, by an error that would surface in the middle of `==` or `str`.
 * What walks values of any number therefore keeps its notes here: in several Maps, of which nearly always only the first
 * exists.
 */

/** Half of what V8 allows, so that there is room while a Map grows. */
const entriesPerPartMax = 2 ** 23

export class LargeMap<Key, Entry> {
  readonly #entriesPerPart: number
  #newest = new Map<Key, Entry>()
  readonly #full: Map<Key, Entry>[] = []

  constructor(entriesPerPart = entriesPerPartMax) {
    this.#entriesPerPart = entriesPerPart
  }

  /** The entry of `key`; undefined if there is none, so entries themselves are something else. */
  get(key: Key): Entry | undefined {
    const entry = this.#newest.get(key)
    if (entry !== undefined || this.#full.length === 0) return entry
    return this.#full.find((part) => part.has(key))?.get(key)
  }

  set(key: Key, entry: Entry): void {
    const part = this.#full.find((full) => full.has(key)) ?? this.#newest
    part.set(key, entry)
    if (this.#newest.size < this.#entriesPerPart) return
    this.#full.push(this.#newest)
    this.#newest = new Map()
  }

  delete(key: Key): void {
    if (this.#newest.delete(key)) return
    this.#full.find((part) => part.delete(key))
  }
}
