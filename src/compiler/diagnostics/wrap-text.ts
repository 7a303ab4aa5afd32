/**
 * Breaks sentences into lines.
 */

import { displayWidth } from './display-width.ts'

/** The width of a report. */
export const reportWidth = 80

/** `text` behind `prefix`, broken at `reportWidth`; later lines are indented like the first. Code in backticks stays whole. */
export function wrapText(prefix: string, text: string): readonly string[] {
  const indentation = ' '.repeat(displayWidth(prefix))
  const lines: string[] = []
  let line = prefix
  let isEmpty = true
  for (const word of text.match(/`[^`]*`\S*|\S+/g) ?? []) {
    const isTooLong = displayWidth(line) + 1 + displayWidth(word) > reportWidth
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
