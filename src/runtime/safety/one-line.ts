/**
 * Text made fit for one line of a log or a report.
 *
 * Names and texts of servers and models reach the audit log. Left as they are, a line break in one could forge an entry,
 * and a control character could hide one on a terminal.
 */

import { visibleText } from '../../compiler/diagnostics/visible-text.ts'

/** A text that is cut ends with this. */
const ellipsis = '…'

/** What most names and many texts are: shown as they stand. */
const plainText = /^[ -~]*$/

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** `text` on one line: line breaks as spaces, what cannot be seen as `\u{1b}`, at most `lengthMax` code points. */
export function oneLine(text: string, lengthMax: number): string {
  if (text.length <= lengthMax && plainText.test(text)) return text
  // No code point takes more than two units, so this much is enough for any result.
  const start = text.slice(0, 2 * lengthMax + 2)
  const visible = visibleText(start.replace(lineBreak, ' '))
  const points = Array.from(visible)
  const isCut = points.length > lengthMax || start.length < text.length
  return isCut ? points.slice(0, lengthMax - 1).join('') + ellipsis : visible
}
