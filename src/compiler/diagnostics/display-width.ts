/**
 * How text fills the columns of a terminal, so that marks stand under what they mark.
 *
 * A terminal draws most characters one column wide, East Asian characters and emoji two, combining marks none. Control
 * characters and those that turn the direction of a line are drawn as escapes. What users see as one character (a letter
 * with its marks, an emoji joined of several) is kept together.
 */

import { visibleText } from './visible-text.ts'

/** One drawn character: its text, its columns, and where it begins in the source. */
export interface Cell {
  readonly text: string
  readonly width: number
  readonly offset: number
}

// A tab is drawn as this many spaces, wherever it stands.
const tabText = '    '

const plainText = /^[\x20-\x7e]*$/
const emoji = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u
const joiner = /^[\u200d\ufe00-\ufe0f\u{1f3fb}-\u{1f3ff}]$/u
const mark = /^[\p{Mn}\p{Me}\p{Cf}]$/u
// East Asian wide and fullwidth blocks.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u

/** The cells of a piece of one line, `offset` being where it begins in the source. */
export function cellsOf(text: string, offset: number): readonly Cell[] {
  if (plainText.test(text))
    return Array.from(text, (character, index) => ({ text: character, width: 1, offset: offset + index }))
  // Made here and not once for all: the first one takes longer than a whole small program, and most reports need none.
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment, index }) => ({ ...drawn(segment), offset: offset + index }))
}

/** The columns that `text` takes up. */
export function displayWidth(text: string): number {
  return cellsOf(text, 0).reduce((sum, cell) => sum + cell.width, 0)
}

/** `text` where it fits into `columns`, else its beginning with `…`. */
export function fitText(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let shown = ''
  let width = 1
  for (const cell of cellsOf(text, 0)) {
    width += cell.width
    if (width > columns) break
    shown += cell.text
  }
  return `${shown}…`
}

function drawn(segment: string): { text: string; width: number } {
  if (segment === '\t') return { text: tabText, width: tabText.length }
  if (emoji.test(segment)) return { text: segment, width: 2 }
  let width = 0
  let text = ''
  for (const character of segment) {
    const visible = joiner.test(character) ? character : visibleText(character)
    text += visible
    if (visible !== character) width += visible.length
    else if (!mark.test(character) && !joiner.test(character)) width += wide.test(character) ? 2 : 1
  }
  return { text, width }
}
