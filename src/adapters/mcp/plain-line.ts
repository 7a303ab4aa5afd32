/**
 * A line of a server without what stands around messages elsewhere: byte order marks, signs that separate records, white
 * space, and colours around what may be JSON.
 */
export function plainLine(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text
  const plain = withoutNul.replace(/^[\s\ufeff\ufffd\x1e]+/, '').trimEnd()
  const colourless = withoutColours(plain)
  // Those of a line for people are its own.
  return /^[{[]/.test(colourless) ? colourless : plain
}

/** Without the sequences at both ends by which terminals change colours or clear the line. */
function withoutColours(text: string): string {
  let rest = text.replace(/^(?:\x1b\[[\d;?]*[A-Za-z]\s*)+/, '')
  // Piece by piece: a regular expression for all of them would look at each space once for every other.
  for (;;) {
    const last = /\x1b\[[\d;?]*[A-Za-z]$/.exec(rest.slice(-SEQUENCE_LENGTH_MAX))?.[0]
    if (last === undefined) return rest
    rest = rest.slice(0, -last.length).trimEnd()
  }
}

/** Longer than any sequence for colours. */
const SEQUENCE_LENGTH_MAX = 32
