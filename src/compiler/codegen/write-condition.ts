/** What is asked for its truth alone, as a JavaScript boolean. */

import type { ScopeInfo } from '../analysis/scope-info.ts'
import { array, bool, float, isWithin, smallInt, string } from '../analysis/value-types.ts'
import type { Expression } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import { typesOf } from './forms.ts'
import { writeExpression } from './write-expression.ts'

/** So many `and` and `or` are written inside each other; a longer chain is written as the value that it gives. */
const nestedMax = 40

export function writeCondition(body: BodyWriter, scope: ScopeInfo, condition: Expression, depth = 0): string {
  // Which of its operands it gives does not matter, only whether that is true.
  if (condition.kind === 'logical' && depth < nestedMax) {
    const left = writeCondition(body, scope, condition.left, depth + 1)
    const right = writeCondition(body, scope, condition.right, depth + 1)
    return `(${left} ${condition.operator === 'and' ? '&&' : '||'} ${right})`
  }
  return truthOf(writeExpression(body, scope, condition), typesOf(body.module, condition))
}

/** The truth of what `text` gives, which is in the form of its types. */
export function truthOf(text: string, types: number): string {
  if (isWithin(types, bool)) return text
  if (types === float || isWithin(types, smallInt)) return `(${text} !== 0)`
  if (isWithin(types, string)) return `(${text} !== '')`
  if (isWithin(types, array)) return `(${text}.length > 0)`
  return `$.isTruthy(${text})`
}
