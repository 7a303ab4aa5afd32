/** The text form of a value: what `str` yields and `print` writes (spec 01 §3). */

import { stringTooLong } from '../../compiler/diagnostics/catalogue/values.ts'
import { STRING_UNITS_MAX } from './limits.ts'
import { atomText, isContainer, nestedText } from './nested-text.ts'
import { noSite, SenseError, type SiteId } from './sense-error.ts'
import type { Value } from './value.ts'

/** The text of any value; an error at `site` if it is longer than a String can be. Deep and cyclic values are fine. */
export function textForm(value: Value, site: SiteId = noSite): string {
  if (typeof value === 'string') return value
  if (isContainer(value)) return nestedText(value, 'str', site)
  const text = atomText(value, site)
  if (text.length > STRING_UNITS_MAX) throw new SenseError(stringTooLong(), site)
  return text
}
