/**
 * Where a part stands in a text, found by whole code points.
 *
 * A String may hold half of a surrogate pair, for JSON can write one. Such a half must not be found inside a whole pair:
 * by code points it is not there.
 */

/** The offset of the first `part` at `offsetStart` or after it; -1 if there is none. */
export function partOffset(text: string, part: string, offsetStart: number): number {
  let offset = text.indexOf(part, offsetStart)
  while (offset !== -1 && !isWholeAt(text, offset, offset + part.length)) offset = text.indexOf(part, offset + 1)
  return offset
}

/** Whether neither end of the range lies inside a surrogate pair. */
export function isWholeAt(text: string, offsetStart: number, offsetEnd: number): boolean {
  return !isInsidePair(text, offsetStart) && !isInsidePair(text, offsetEnd)
}

function isInsidePair(text: string, offset: number): boolean {
  const isSecondHalf = (text.charCodeAt(offset) & 0xfc00) === 0xdc00
  return isSecondHalf && (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800
}
