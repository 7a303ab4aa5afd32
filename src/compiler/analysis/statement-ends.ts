/** Whether the end of a body can be reached, which gives nil. */

import { branchesOf, hasElse } from '../syntax/if-branches.ts'
import type { Statement } from '../syntax/tree.ts'

/** Whether `statements` certainly end in a `return`; not every case that does is seen. */
export function endsInReturn(statements: readonly Statement[]): boolean {
  const last = statements.at(-1)
  if (last?.kind === 'return') return true
  if (last?.kind === 'if') {
    return hasElse(last) && branchesOf(last).every(({ block }) => endsInReturn(block.statements))
  }
  if (last?.kind === 'session') return endsInReturn(last.body.statements)
  if (last?.kind !== 'attempt') return false
  return endsInReturn(last.body.statements) && endsInReturn(last.failed.statements)
}
