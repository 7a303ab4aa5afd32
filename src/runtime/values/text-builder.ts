/**
 * Collects the pieces of a long String and keeps it within the limit.
 *
 * Pieces are joined in batches. A JavaScript string that grows by `+=` is a tree with a node for each piece, which for
 * tiny pieces takes many times the memory of the text.
 */

import { stringTooLong } from '../../compiler/diagnostics/catalogue/values.ts'
import { STRING_UNITS_MAX } from './limits.ts'
import { SenseError, type SiteId } from './sense-error.ts'

/** Pieces in a batch: large enough that batches are few, small enough to stay in the young heap. */
const batchLength = 4_096

/** Units quoted at once. Quoting makes six units of one at worst, and V8 ends strings at about 2^29 units. */
const quotedPieceLength = 2 ** 20

export class TextBuilder {
  private readonly site: SiteId
  private readonly batches: string[] = []
  /** The length of the text up to the end of each batch. */
  private readonly batchEnds: number[] = []
  private pieces: string[] = []
  private lengthSoFar = 0

  constructor(site: SiteId) {
    this.site = site
  }

  /** The units added so far. */
  get length(): number {
    return this.lengthSoFar
  }

  /** Adds `piece`; an error if the text becomes longer than a String can be. */
  add(piece: string): void {
    this.requireRoom(piece.length)
    this.lengthSoFar += piece.length
    this.pieces.push(piece)
    if (this.pieces.length === batchLength) this.closeBatch()
  }

  /** Adds `text` as a JSON string: quoted, escaped, non-ASCII kept. */
  addQuoted(text: string): void {
    if (text.length <= quotedPieceLength) {
      this.add(JSON.stringify(text))
      return
    }
    this.requireRoom(text.length + 2)
    this.add('"')
    for (let start = 0; start < text.length;) {
      const end = pieceEnd(text, start + quotedPieceLength)
      this.add(JSON.stringify(text.slice(start, end)).slice(1, -1))
      start = end
    }
    this.add('"')
  }

  /** Adds a line break and `spaces` spaces, which may be more than a JavaScript string can hold. */
  addLineBreak(spaces: number): void {
    this.requireRoom(spaces)
    this.add(`\n${' '.repeat(spaces)}`)
  }

  /** Adds again what lies between two earlier values of `length`. */
  addAgain(start: number, end: number): void {
    this.closeBatch()
    let index = this.batchAt(start)
    for (let at = start; at < end; index += 1) {
      const batch = this.batches[index] ?? ''
      const batchEnd = this.batchEnds[index] ?? end
      const batchStart = batchEnd - batch.length
      this.add(batch.slice(at - batchStart, Math.min(end, batchEnd) - batchStart))
      at = batchEnd
    }
  }

  /** All that was added. */
  text(): string {
    this.closeBatch()
    return this.batches.join('')
  }

  /** The index of the batch that holds the unit at `offset`. */
  private batchAt(offset: number): number {
    let low = 0
    let high = this.batchEnds.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.batchEnds[middle] ?? 0) > offset) high = middle
      else low = middle + 1
    }
    return low
  }

  private requireRoom(length: number): void {
    if (this.lengthSoFar + length > STRING_UNITS_MAX) throw new SenseError(stringTooLong(), this.site)
  }

  private closeBatch(): void {
    this.batches.push(this.pieces.join(''))
    this.batchEnds.push(this.lengthSoFar)
    this.pieces = []
  }
}

/** `offset`, or one more where it would part a surrogate pair, whose halves alone would be escaped. */
function pieceEnd(text: string, offset: number): number {
  const codePoint = text.codePointAt(offset - 1) ?? 0
  return codePoint > 0xffff ? offset + 1 : offset
}
