/**
 * What must hold for any text: the tokens give it back, and spans nest.
 */

import type { Diagnostic } from '../../src/compiler/diagnostics/diagnostic.ts'
import type { SourceFile, Span } from '../../src/compiler/source/source-file.ts'
import { tokenize } from '../../src/compiler/syntax/lexer.ts'
import type { Program } from '../../src/compiler/syntax/tree.ts'
import { childrenOf, walk } from '../../src/compiler/syntax/walk.ts'

/** Says how tokens and trivia fail to join to the text; nothing if they do. */
export function findTextFault(file: SourceFile): string | undefined {
  const { tokens, trivia } = tokenize(file)
  const pieces = [...tokens, ...trivia].filter((piece) => piece.text !== '')
  pieces.sort((left, right) => left.offsetStart - right.offsetStart)
  let offset = 0
  for (const piece of pieces) {
    if (piece.offsetStart !== offset) return `a gap or an overlap at offset ${offset}`
    if (file.text.slice(offset, piece.offsetEnd) !== piece.text) return `wrong text at offset ${offset}`
    offset = piece.offsetEnd
  }
  if (offset !== file.text.length) return `the pieces end at offset ${offset}`
  return tokens.at(-1)?.kind === 'end' ? undefined : 'no end token'
}

/** Says which span lies outside the file or outside its parent, or which problem has none; nothing if all is well. */
export function findTreeFault(file: SourceFile, program: Program, problems: readonly Diagnostic[]): string | undefined {
  let last = 0
  for (const problem of problems) {
    const span = problem.place?.span
    if (span === undefined || !isInside(span, program.span)) return `the problem ${problem.code} lies outside the file`
    if (span.offsetStart < last) return `the problem ${problem.code} is out of order`
    last = span.offsetStart
  }
  let fault: string | undefined
  walk(program, (node) => {
    if (!isInside(node.span, program.span)) fault ??= `a ${node.kind} lies outside the file`
    let end = node.span.offsetStart
    for (const child of childrenOf(node)) {
      if (!isInside(child.span, node.span)) fault ??= `a ${child.kind} lies outside its ${node.kind}`
      if (child.span.offsetStart < end && problems.length === 0)
        fault ??= `a ${child.kind} overlaps in its ${node.kind}`
      end = child.span.offsetEnd
    }
    return fault === undefined
  })
  return fault
}

const isInside = (inner: Span, outer: Span): boolean =>
  inner.offsetStart >= outer.offsetStart && inner.offsetEnd <= outer.offsetEnd && inner.offsetStart <= inner.offsetEnd
