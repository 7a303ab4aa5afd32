/** `print` and `assert` (spec 01 §11). */

import { assertionFailed } from '../../compiler/diagnostics/catalogue/builtins.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext } from '../execution/callable.ts'
import { ProblemValue } from '../execution/problem-value.ts'
import { STRING_UNITS_MAX } from '../values/limits.ts'
import { SenseError } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import { isTruthy } from '../values/truth.ts'
import type { Value } from '../values/value.ts'

export const printBuiltins: readonly BuiltinDefinition[] = [
  { name: 'print', argumentsMin: 0, argumentsMax: Infinity, implementation: print },
  { name: 'assert', argumentsMin: 1, argumentsMax: 2, implementation: assert },
]

function print(context: CallContext, args: readonly Value[]): Value {
  const { console } = context.run
  const texts = args.map((argument) => textForm(argument, context.site))
  const unitCount = texts.reduce((sum, text) => sum + text.length, 0)
  if (unitCount <= STRING_UNITS_MAX) {
    console.write(`${texts.join(' ')}\n`)
    return null
  }
  // Joined, the texts might be longer than a JavaScript string can be.
  texts.forEach((text, index) => {
    console.write(index === 0 ? text : ' ')
    if (index > 0) console.write(text)
  })
  console.write('\n')
  return null
}

function assert(context: CallContext, [condition = null, message]: readonly Value[]): Value {
  if (isTruthy(condition)) return null
  if (message instanceof ProblemValue) throw message.error
  const text = message === undefined ? undefined : textForm(message, context.site)
  throw new SenseError(assertionFailed(text), context.site)
}
