/** `print` (spec 01 §11). */

import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext } from '../execution/callable.ts'
import { STRING_UNITS_MAX } from '../values/limits.ts'
import { textForm } from '../values/text-form.ts'
import type { Value } from '../values/value.ts'

export const printBuiltins: readonly BuiltinDefinition[] = [
  { name: 'print', argumentsMin: 0, argumentsMax: Infinity, implementation: print },
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
