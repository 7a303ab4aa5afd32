/**
 * Decides where the lines of a document break.
 *
 * A list of what is still to be printed instead of recursion: a chain may have thousands of links. Looking ahead ends at the
 * width of a line, so the time is in proportion to the text.
 */

import type { Document } from './document.ts'

/** The width that lines are kept within where there is a place to break them, in UTF-16 units. */
export const lineWidthMax = 100

export const indentationWidth = 4

/** A document to print at an indentation; `isFlat` if the group around it is on one line. */
interface Pending {
  readonly document: Document
  readonly indentation: number
  readonly isFlat: boolean
}

/** The text of a document whose first line is indented by `indentation` spaces, which are not part of it. */
export function printDocument(document: Document, indentation: number, lineEnd: string): string {
  const pieces: string[] = []
  const pending: Pending[] = [{ document, indentation, isFlat: false }]
  let comments = ''
  let at = indentation
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { document: current, isFlat } = next
    switch (current.kind) {
      case 'text':
        pieces.push(current.text)
        at = columnBehind(current.text, at)
        break
      case 'parts':
        for (const part of current.parts.toReversed()) pending.push({ ...next, document: part })
        break
      case 'indented':
        pending.push({ ...next, document: current.content, indentation: next.indentation + indentationWidth })
        break
      case 'group': {
        const isGroupFlat = isFlat || (!current.forcesBreak && fits(current.content, pending, lineWidthMax - at))
        pending.push({ ...next, document: current.content, isFlat: isGroupFlat })
        break
      }
      case 'if-broken':
        if (isFlat) break
        pieces.push(current.text)
        at += current.text.length
        break
      case 'line-end-comment':
        comments += `  ${current.text}`
        break
      case 'break':
        if (isFlat) {
          pieces.push(current.flat)
          at += current.flat.length
          break
        }
        pieces.push(comments, lineEnd, ' '.repeat(next.indentation))
        comments = ''
        at = next.indentation
    }
  }
  return pieces.join('') + comments
}

/** The column behind `text`, which may be a String literal of several lines. */
function columnBehind(text: string, column: number): number {
  const lastLineStart = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
  return lastLineStart === 0 ? column + text.length : text.length - lastLineStart
}

/** Whether `content` and what follows it up to the next possible line end take up at most `room` columns. */
function fits(content: Document, following: readonly Pending[], room: number): boolean {
  let left = room
  let followingIndex = following.length
  const ahead: { readonly document: Document; readonly isFlat: boolean }[] = [{ document: content, isFlat: true }]
  while (left >= 0) {
    let next = ahead.pop()
    if (next === undefined) {
      followingIndex -= 1
      next = following[followingIndex]
      if (next === undefined) return true
    }
    const { document, isFlat } = next
    switch (document.kind) {
      case 'text': {
        const firstLineEnd = document.text.search(/[\n\r]/)
        if (firstLineEnd >= 0) return firstLineEnd <= left
        left -= document.text.length
        break
      }
      case 'parts':
        for (const part of document.parts.toReversed()) ahead.push({ document: part, isFlat })
        break
      case 'indented':
      case 'group':
        ahead.push({ document: document.content, isFlat })
        break
      case 'if-broken':
        if (!isFlat) left -= document.text.length
        break
      case 'line-end-comment':
        break
      case 'break':
        if (!isFlat) return true
        left -= document.flat.length
    }
  }
  return false
}
