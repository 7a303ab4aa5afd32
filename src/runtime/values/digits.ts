/**
 * White space and digits as Python's `int` and `float` see them: both know all of Unicode.
 *
 * JavaScript's `trim` differs in two characters (it takes U+FEFF and leaves U+0085), and its `Number` reads ASCII digits
 * only.
 */

const whiteSpace = /[\t-\r\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

const digit = /^\p{Nd}$/u

/** `text` without white space at both ends. */
export function strippedText(text: string): string {
  let start = 0
  while (start < text.length && whiteSpace.test(text.charAt(start))) start += 1
  let end = text.length
  while (end > start && whiteSpace.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** `text` with every decimal digit of Unicode, such as U+0663, as its ASCII digit. */
export function asciiDigitsOf(text: string): string {
  if (!/[^\x00-\x7f]/.test(text)) return text
  return text.replace(/(?![0-9])\p{Nd}/gu, (character) => String(digitValueOf(character)))
}

/** Unicode encodes each set of digits from 0 to 9 in a row, and sets that touch are whole sets. */
function digitValueOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0
  let first = codePoint
  while (digit.test(String.fromCodePoint(first - 1))) first -= 1
  return (codePoint - first) % 10
}
