/** Chance from the operating system, which nobody can predict: what a program makes of it may guard something. */

import type { RandomPort } from '../../runtime/ports/random.ts'

/** Words fetched at once. Fetching costs far more than a word does. */
const poolLength = 1_024

export function createNodeRandom(): RandomPort {
  const pool = new Uint32Array(poolLength)
  let used = poolLength
  return {
    bits32() {
      if (used === poolLength) {
        crypto.getRandomValues(pool)
        used = 0
      }
      const bits = pool[used] ?? 0
      // Nothing that was given out is kept.
      pool[used] = 0
      used += 1
      return bits
    },
  }
}
