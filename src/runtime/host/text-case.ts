/**
 * Upper and lower case, by Unicode's rules for all languages: `ß` becomes `SS`, and the last sigma of a Greek word is `ς`.
 *
 * A String may grow by this, to three times its length at most. A long one is first converted in pieces, to add up their
 * lengths: the form of a sigma depends on what is around it, but its length does not.
 */

import { stringTooLong } from '../../compiler/diagnostics/catalogue/values.ts'
import { STRING_UNITS_MAX } from '../values/limits.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { stringArgument, type ModuleCall } from './module-call.ts'

/** Units that one unit can become: U+0390 in upper case has three. */
const growthMax = 3

/** Units of a piece: so few that its converted form is small beside the whole. */
const pieceLength = 2 ** 20

export function lower(call: ModuleCall): Value {
  return converted(call, (text) => text.toLowerCase())
}

export function upper(call: ModuleCall): Value {
  return converted(call, (text) => text.toUpperCase())
}

function converted(call: ModuleCall, convert: (text: string) => string): string {
  const text = stringArgument(call, 0)
  const mayBecomeTooLong = text.length * growthMax > STRING_UNITS_MAX
  if (mayBecomeTooLong && convertedLength(text, convert) > STRING_UNITS_MAX) {
    throw new SenseError(stringTooLong(), call.context.site)
  }
  return convert(text)
}

/** A piece may end inside a surrogate pair: no half of one changes alone, and no pair changes its length. */
function convertedLength(text: string, convert: (text: string) => string): number {
  let length = 0
  for (let start = 0; start < text.length; start += pieceLength) {
    length += convert(text.slice(start, start + pieceLength)).length
  }
  return length
}
