/**
 * `==` and `!=` (spec 01 §3).
 *
 * Arrays and Records are walked with a stack of our own, so that depth costs memory and not JavaScript frames. A cyclic
 * comparison ends because a pair that is being compared, or was found equal, is not entered again; nor is one that
 * follows from such pairs: where `a == b` and `b == c` are known, so is `a == c`. Without that, two rings of p and q Arrays
 * would take p * q pairs. Remembering what is known would double the cost of the common case, so that starts only after
 * some thousand pairs.
 */

import { Float } from './float.ts'
import { LargeMap } from './large-map.ts'
import { SenseRecord } from './record.ts'
import { noSite, type SiteId } from './sense-error.ts'
import { isInt, type Value } from './value.ts'

/** Pairs compared before pairs are remembered: more than everyday data has, and quickly walked if it is a cycle. */
const pairsUnrememberedMax = 2_000

/** A pair of containers on the stack: their parts, and which part comes next. */
interface Pair {
  readonly left: readonly Value[]
  readonly right: readonly Value[]
  index: number
}

/** Whether `a == b`; `!=` is its opposite. Never an error, unless a foreign object's own equality raises one, at `site`. */
export function isEqual(a: Value, b: Value, site: SiteId = noSite): boolean {
  if (typeof a !== 'object' && typeof b !== 'object') return a === b
  const root = partsToCompare(a, b, site)
  if (typeof root === 'string') return root === 'equal'
  const stack: Pair[] = [root]
  const entered = new EnteredPairs()
  for (let pair = stack.at(-1); pair !== undefined; pair = stack.at(-1)) {
    const left = pair.left[pair.index]
    const right = pair.right[pair.index]
    pair.index += 1
    if (left === undefined || right === undefined) {
      stack.pop()
      continue
    }
    const found = partsToCompare(left, right, site)
    if (found === 'unequal') return false
    if (found !== 'equal' && entered.add(left, right)) stack.push(found)
  }
  return true
}

/** The verdict where it needs no walk, and else the parts to walk. */
function partsToCompare(a: Value, b: Value, site: SiteId): Pair | 'equal' | 'unequal' {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length ? { left: a, right: b, index: 0 } : 'unequal'
  if (a instanceof SenseRecord && b instanceof SenseRecord) return recordParts(a, b)
  return isEqualAtom(a, b, site) ? 'equal' : 'unequal'
}

function recordParts(a: SenseRecord, b: SenseRecord): Pair | 'unequal' {
  if (a.entries.size !== b.entries.size) return 'unequal'
  const left: Value[] = []
  const right: Value[] = []
  for (const [key, value] of a.entries) {
    const other = b.entries.get(key)
    if (other === undefined) return 'unequal'
    left.push(value)
    right.push(other)
  }
  return { left, right, index: 0 }
}

/** Equality of two values that are not both Arrays or both Records. */
function isEqualAtom(a: Value, b: Value, site: SiteId): boolean {
  if (a instanceof Float) {
    if (b instanceof Float) return a.double === b.double
    if (isInt(b)) return isIntEqualToDouble(b, a.double)
  }
  if (a === b) return !(a instanceof Float)
  if (b instanceof Float && isInt(a)) return isIntEqualToDouble(a, b.double)
  if (hasOwnEquality(a)) return a.isEqualTo(b, site)
  if (hasOwnEquality(b)) return b.isEqualTo(a, site)
  return false
}

/** Exact: the double is not rounded to an Int, nor the Int to a double. */
function isIntEqualToDouble(int: number | bigint, double: number): boolean {
  if (typeof int === 'number') return int === double
  return Number.isInteger(double) && BigInt(double) === int
}

function hasOwnEquality(value: Value): value is Value & { isEqualTo(other: Value, site: SiteId): boolean } {
  return typeof value === 'object' && value !== null && 'isEqualTo' in value
}

/**
 * The containers that a comparison has entered, from the moment that there are many, in classes of those that are equal if
 * the comparison ends well (a union-find forest).
 */
class EnteredPairs {
  private count = 0
  private readonly parents = new LargeMap<Value, Value>()

  /** Whether the pair is to be entered now: false if its equality follows from pairs that were entered before. */
  add(left: Value, right: Value): boolean {
    this.count += 1
    if (this.count <= pairsUnrememberedMax) return true
    const leftRoot = this.rootOf(left)
    const rightRoot = this.rootOf(right)
    if (leftRoot !== rightRoot) {
      this.parents.set(leftRoot, rightRoot)
      return true
    }
    // A container beside itself is entered once too: it may hold nan, which equals nothing.
    if (left !== right || this.parents.get(left) !== undefined) return false
    this.parents.set(left, left)
    return true
  }

  /** The container that stands for the class of `container`. Halves the way there for the next time. */
  private rootOf(container: Value): Value {
    let node = container
    for (;;) {
      const parent = this.parents.get(node)
      if (parent === undefined || parent === node) return node
      const grandparent = this.parents.get(parent) ?? parent
      if (grandparent === parent) return parent
      this.parents.set(node, grandparent)
      node = grandparent
    }
  }
}
