/** Long texts as UTF-8, a piece at a time: encoded at once, a text may take three bytes for each of its units. */

/** UTF-16 units of a piece. */
const pieceLength = 2 ** 20

/** The bytes of `text` in order. A lone half of a surrogate pair becomes U+FFFD. */
export function* encodedPieces(text: string): Generator<Uint8Array, undefined> {
  for (let start = 0; start < text.length;) {
    const end = pieceEnd(text, Math.min(start + pieceLength, text.length))
    yield Buffer.from(text.slice(start, end), 'utf8')
    start = end
  }
}

/** `offset`, or one more where it would part a surrogate pair. */
function pieceEnd(text: string, offset: number): number {
  const codePoint = text.codePointAt(offset - 1) ?? 0
  return codePoint > 0xffff ? offset + 1 : offset
}
