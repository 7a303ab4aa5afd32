/**
 * Breaks sentences into lines.
 */

import { displayWidth } from './display-width.ts'
import { reportWidth } from './style.ts'

/** `text` behind `prefix`, broken at `width` columns; later lines are indented like the first. Code in backticks stays whole. */
export function wrapText(prefix: string, text: string, width = reportWidth): readonly string[] {
  const indentation = ' '.repeat(displayWidth(prefix))
  const lines: string[] = []
  let line = prefix
  let isEmpty = true
  for (const word of text.match(/`[^`]*`\S*|\S+/g) ?? []) {
    const isTooLong = displayWidth(line) + 1 + displayWidth(word) > width
    if (isTooLong && !isEmpty) {
      lines.push(line)
      line = indentation
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line]
}
