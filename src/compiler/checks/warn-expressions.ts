/** Expressions that mean something else than they look like: `not a == b`. */

import * as words from '../diagnostics/catalogue/warnings.ts'
import { walk } from '../syntax/walk.ts'
import type { CheckedFile } from './checked-file.ts'

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])

export function warnExpressions({ analysis, warn }: CheckedFile): void {
  walk(analysis.program, (node) => {
    if (node.kind !== 'binary' || !comparisons.has(node.operator)) return true
    const { left, span } = node
    const isBare = left.kind === 'unary' && left.operator === 'not' && left.span.offsetStart === span.offsetStart
    if (!isBare) return true
    const { offsetEnd } = left.operatorSpan
    const fix = {
      title: `negate the whole comparison: \`not (a ${node.operator} b)\``,
      edits: [
        { span: { offsetStart: offsetEnd, offsetEnd: left.operand.span.offsetStart }, text: ' (' },
        { span: { offsetStart: span.offsetEnd, offsetEnd: span.offsetEnd }, text: ')' },
      ],
      isCertain: false,
    }
    warn(words.negatedComparison(node.operator), left.span, { fix })
    return true
  })
}
