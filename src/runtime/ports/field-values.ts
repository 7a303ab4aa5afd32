/** Which values a field of a form may have: what a person types is held to it, and what a server proposes. */

import type { Json } from './json.ts'
import type { FieldForm } from './server-questions.ts'

export function fitsField(form: FieldForm, value: Json): boolean {
  switch (form.kind) {
    case 'text':
      return typeof value === 'string' && isWithin(form, Array.from(value).length) && hasFormat(form.format, value)
    case 'number':
      return typeof value === 'number' && isWithin(form, value) && (!form.isInteger || Number.isSafeInteger(value))
    case 'yes or no':
      return typeof value === 'boolean'
    case 'choice':
      return form.choices.some((choice) => choice.value === value)
    case 'choices': {
      if (!Array.isArray(value)) return false
      const chosen: readonly Json[] = value
      const isKnown = chosen.every((one) => form.choices.some((choice) => choice.value === one))
      return isKnown && new Set(chosen).size === chosen.length && isWithin(form, chosen.length)
    }
  }
}

function isWithin({ min, max }: { readonly min: number; readonly max: number }, number: number): boolean {
  return Number.isFinite(number) && number >= min && number <= max
}

/** Formats that the protocol names; any other is the server's own business. */
function hasFormat(format: string | undefined, text: string): boolean {
  if (format === 'email') return /^[^\s@]+@[^\s@]+$/.test(text)
  if (format === 'uri') return URL.canParse(text)
  const isTime = !Number.isNaN(Date.parse(text))
  if (format === 'date') return isTime && /^\d{4}-\d\d-\d\d$/.test(text)
  if (format === 'date-time') return isTime && /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(text)
  return true
}
