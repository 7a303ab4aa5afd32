/** `import sense json`: JSON text to values and back (spec 01 §3, §8). */

import { jsonTextMalformed } from '../../compiler/diagnostics/catalogue/values.ts'
import { jsonText, JsonTextError, parseJson } from '../values/json.ts'
import { STRING_UNITS_MAX } from '../values/limits.ts'
import { SenseError } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import type { Value } from '../values/value.ts'
import { maybeIntArgument, stringArgument, valueArgument, wrongArgument, type ModuleCall } from './module-call.ts'
import { moduleOf } from './sense-module.ts'

export const jsonModule = moduleOf('json', 'JSON text to values and back', [
  {
    name: 'parse',
    parameters: ['s'],
    doc: 'The value that the JSON text `s` holds: objects become Records, a number without `.` or exponent an Int of any size, every other number a Float. What is not JSON is an error that tells line and column within `s`.',
    implementation: parse,
  },
  {
    name: 'text',
    parameters: ['x'],
    optional: ['indent'],
    doc: 'JSON text for `x` on one line, or with `indent` spaces for each level. What JSON does not have, such as `inf`, a function or an Array that holds itself, is an error.',
    implementation: text,
  },
])

function parse(call: ModuleCall): Value {
  try {
    return parseJson(stringArgument(call, 0))
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    throw new SenseError(jsonTextMalformed(error.message, error.line, error.column, error.found), call.context.site)
  }
}

function text(call: ModuleCall): Value {
  return jsonText(valueArgument(call, 0), call.context.site, indentOf(call))
}

/** Spaces for each level. More than a String can hold count as that many: if one is needed, the text is too long. */
function indentOf(call: ModuleCall): number | undefined {
  const indent = maybeIntArgument(call, 1)
  if (indent === undefined) return undefined
  if (indent < 0) throw wrongArgument(call, 1, 'an Int of at least 0', shortTextOf(indent))
  return Math.min(Number(indent), STRING_UNITS_MAX)
}

function shortTextOf(int: number | bigint): string {
  return int < Number.MIN_SAFE_INTEGER ? 'a much smaller one' : textForm(int)
}
