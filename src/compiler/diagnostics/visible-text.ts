/**
 * Makes text from outside fit to print: what a model, a server or a file wrote must not move the cursor, change colours or
 * turn the direction of a line.
 */

// Control characters, characters that change the direction of text, and invisible ones.
const hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu
const loneSurrogate = /[\ud800-\udfff]/gu

const shortNames: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** `text` with characters that cannot be seen, or that act on a terminal, written as escapes: `\n`, `\u{1b}`. */
export function visibleText(text: string): string {
  return text.replace(hidden, escapeOf).replace(loneSurrogate, escapeOf)
}

function escapeOf(character: string): string {
  return shortNames.get(character) ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** `text` in backticks, as `excerptOf` gives it. */
export function quotedExcerpt(text: string, lengthMax: number): string {
  return `\`${excerptOf(text, lengthMax)}\``
}

/** `text`, visible, and cut to at most `lengthMax` code points with `…` at the cut. */
export function excerptOf(text: string, lengthMax: number): string {
  // A code point takes at most two units, so this slice holds enough of them; the whole text may be huge.
  const codePoints = Array.from(text.slice(0, 2 * (lengthMax + 1)))
  const isCut = codePoints.length > lengthMax
  const shown = visibleText(codePoints.slice(0, lengthMax).join(''))
  return isCut ? `${shown}…` : shown
}
