/** Makes the changes that reports propose. */

import type { Diagnostic, Edit } from '../diagnostics/diagnostic.ts'

/** The text with the certain fixes of `diagnostics` made, and how many those are. One that overlaps another must wait. */
export function applyCertainFixes(
  text: string,
  diagnostics: readonly Diagnostic[],
): { readonly text: string; readonly count: number } {
  const edits: Edit[] = []
  let count = 0
  for (const { fix } of diagnostics) {
    if (fix?.isCertain !== true || fix.edits.some((edit) => edits.some((other) => isTouching(edit, other)))) continue
    edits.push(...fix.edits)
    count += 1
  }
  edits.sort((left, right) => right.span.offsetStart - left.span.offsetStart)
  const changed = edits.reduce(
    (before, { span, text: replacement }) =>
      before.slice(0, span.offsetStart) + replacement + before.slice(span.offsetEnd),
    text,
  )
  return { text: changed, count }
}

const isTouching = (left: Edit, right: Edit): boolean =>
  left.span.offsetStart <= right.span.offsetEnd && right.span.offsetStart <= left.span.offsetEnd
