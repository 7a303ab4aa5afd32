/** Chance that can be repeated: a Weyl sequence, its words well mixed. */

import type { RandomPort } from '../../src/runtime/ports/random.ts'

export function createSeededRandom(seed: number): RandomPort {
  let state = seed >>> 0
  return {
    bits32() {
      state = (state + 0x9e3779b9) >>> 0
      let word = state
      word = Math.imul(word ^ (word >>> 16), 0x21f0aaad)
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97)
      return (word ^ (word >>> 15)) >>> 0
    },
  }
}
