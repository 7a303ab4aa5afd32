/**
 * SHA-256 (FIPS 180-4) as a plain function.
 *
 * The runtime may not use Node's `crypto`, and the `crypto` that every platform has answers with a promise only, which a
 * name cannot wait for. It serves to tell names apart, not to protect anything.
 */

const initialState = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const

const roundConstants: readonly number[] = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]

type State = [number, number, number, number, number, number, number, number]

/** The hash of the UTF-8 form of `text`, as 64 lower-case hexadecimal digits. */
export function sha256Hex(text: string): string {
  const state: State = [...initialState]
  const bytes = paddedBytes(new TextEncoder().encode(text))
  const view = new DataView(bytes.buffer)
  for (let offset = 0; offset < bytes.length; offset += 64) mixBlock(state, scheduleOf(view, offset))
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** The message, a bit that ends it, zeros, and its length in bits: together a multiple of 64 bytes. */
function paddedBytes(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n)
  return padded
}

/** The 64 words that one block of 64 bytes spreads to. */
function scheduleOf(view: DataView, offset: number): Uint32Array {
  const words = new Uint32Array(64)
  for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(offset + 4 * index)
  for (let index = 16; index < 64; index += 1) {
    const near = at(words, index - 2)
    const far = at(words, index - 15)
    const nearMix = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10)
    const farMix = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3)
    words[index] = at(words, index - 16) + farMix + at(words, index - 7) + nearMix
  }
  return words
}

function mixBlock(state: State, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state
  // Each word moves on by one place; written out, because a list of eight for each of them takes ten times as long.
  for (let index = 0; index < 64; index += 1) {
    const eMix = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + eMix + choice + at(roundConstants, index) + at(words, index)) | 0
    const aMix = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = (aMix + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const mixed: State = [a, b, c, d, e, f, g, h]
  mixed.forEach((word, index) => {
    state[index] = (at(state, index) + word) | 0
  })
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The word at an index that lies within the table. */
function at(words: readonly number[] | Uint32Array, index: number): number {
  return words[index] ?? 0
}
