/** `assert` (spec 01 §11). */

import { assertionFailed } from '../../compiler/diagnostics/catalogue/builtins.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import { BuiltinValue } from '../execution/builtin.ts'
import type { CallContext } from '../execution/callable.ts'
import { ProblemValue } from '../execution/problem-value.ts'
import { excerptForm } from '../values/nested-text.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import { isTruthy } from '../values/truth.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'

export const assertBuiltins: readonly BuiltinDefinition[] = [
  { name: 'assert', argumentsMin: 1, argumentsMax: 2, implementation: assert },
]

function assert({ site }: CallContext, [condition = null, message]: readonly Value[]): Value {
  if (isTruthy(condition)) return null
  throw failureOf(site, message)
}

/** What `assert` of a comparison that is false ends in; `codegen/write-builtin-call.ts` calls it with both operands. */
export function failComparison(site: SiteId, left: Value, right: Value, message?: Value): never {
  throw failureOf(site, message, { left: operandText(left), right: operandText(right) })
}

/** An object of a host language makes its text itself, and may fail. */
function operandText(value: Value): string {
  try {
    return excerptForm(value)
  } catch (error) {
    if (error instanceof SenseError) return describeValue(value)
    throw error
  }
}

/** The same where `callee` may be another function: one that is `assert` gets to know both operands. */
export function assertComparing(callee: Value, left: Value, right: Value): Value {
  if (!(callee instanceof BuiltinValue) || callee.definition.implementation !== assert) return callee
  return new BuiltinValue({
    ...callee.definition,
    implementation: ({ site }, [condition = null, message]) =>
      isTruthy(condition) ? null : failComparison(site, left, right, message),
  })
}

function failureOf(site: SiteId, message?: Value, compared?: { left: string; right: string }): SenseError {
  // The very error that was caught is raised again.
  if (message instanceof ProblemValue) return message.error
  const text = message === undefined ? undefined : textForm(message, site)
  return new SenseError(assertionFailed(text, compared), site)
}
