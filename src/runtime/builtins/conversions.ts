/** `str`, `int`, `float` and `type_of` (spec 01 §11). */

import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { SiteId } from '../values/sense-error.ts'
import { toFloat, toInt } from '../values/conversions.ts'
import { textForm } from '../values/text-form.ts'
import { typeName } from '../values/types.ts'
import type { Value } from '../values/value.ts'

export const conversionBuiltins: readonly BuiltinDefinition[] = [
  conversion('str', textForm),
  conversion('int', toInt),
  conversion('float', toFloat),
  conversion('type_of', typeName),
]

function conversion(name: string, convert: (value: Value, site: SiteId) => Value): BuiltinDefinition {
  return {
    name,
    argumentsMin: 1,
    argumentsMax: 1,
    implementation: (context, [value = null]) => convert(value, context.site),
  }
}
