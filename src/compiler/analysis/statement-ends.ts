/** Whether the end of a body can be reached, which gives nil. */

import type { Block, IfStatement, Statement } from '../syntax/tree.ts'

/** Whether `statements` certainly end in a `return`; not every case that does is seen. */
export function endsInReturn(statements: readonly Statement[]): boolean {
  const last = statements.at(-1)
  if (last?.kind === 'return') return true
  if (last?.kind === 'if') return ifEndsInReturn(last)
  if (last?.kind === 'session') return endsInReturn(last.body.statements)
  if (last?.kind !== 'attempt') return false
  return endsInReturn(last.body.statements) && endsInReturn(last.failed.statements)
}

/** A loop, because a chain of `else if` may have thousands of links. */
function ifEndsInReturn(statement: IfStatement): boolean {
  for (let current: IfStatement | Block | undefined = statement; current !== undefined;) {
    if (!('kind' in current)) return endsInReturn(current.statements)
    if (!endsInReturn(current.then.statements)) return false
    current = current.otherwise
  }
  return false
}
