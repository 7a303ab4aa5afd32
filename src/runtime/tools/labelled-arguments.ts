/**
 * Reading the labelled arguments of a builtin: each value is checked for what its label needs.
 *
 * A label that was not given reads as undefined, so that the caller's default stands where it is used.
 */

import { wrongLabelValue } from '../../compiler/diagnostics/catalogue/tools.ts'
import type { Labels } from '../execution/callable.ts'
import { Float } from '../values/float.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isArray, isInt } from '../values/value.ts'

/** Alarms of the platform go no further: 2^31 - 1 milliseconds, about 24.8 days. */
export const timeoutMsMax = 2 ** 31 - 1

/** What a builtin was called with. */
export interface LabelledCall {
  readonly functionName: string
  readonly labels: Labels
  readonly site: SiteId
}

export function stringLabel(call: LabelledCall, label: string): string | undefined {
  const value = call.labels.get(label)
  if (value === undefined || typeof value === 'string') return value
  throw wrongValue(call, label, 'a String', value)
}

/** The strings of an Array, copied. */
export function stringsLabel(call: LabelledCall, label: string): readonly string[] | undefined {
  const value = call.labels.get(label)
  if (value === undefined) return undefined
  if (!isArray(value)) throw wrongValue(call, label, 'an Array of Strings', value)
  return value.map((element) => {
    if (typeof element === 'string') return element
    throw new SenseError(
      wrongLabelValue(call.functionName, label, 'an Array of Strings', `one with ${describeValue(element)}`),
      call.site,
    )
  })
}

export function flagLabel(call: LabelledCall, label: string): boolean | undefined {
  const value = call.labels.get(label)
  if (value === undefined || typeof value === 'boolean') return value
  throw wrongValue(call, label, 'a Bool', value)
}

/** An Int or a Float, as a double. */
export function numberLabel(call: LabelledCall, label: string): number | undefined {
  const value = call.labels.get(label)
  if (value === undefined) return undefined
  if (isInt(value)) return Number(value)
  if (value instanceof Float) return value.double
  throw wrongValue(call, label, 'a number', value)
}

/** An Int from 1 on; one beyond the safe integers counts as the largest of them. */
export function countLabel(call: LabelledCall, label: string): number | undefined {
  const value = call.labels.get(label)
  if (value === undefined) return undefined
  if (isInt(value) && value >= 1) return Math.min(Number(value), Number.MAX_SAFE_INTEGER)
  throw wrongValue(call, label, 'an Int of at least 1', value)
}

/** Seconds above 0, as whole milliseconds: at least one, at most `timeoutMsMax`. */
export function secondsLabel(call: LabelledCall, label: string): number | undefined {
  const seconds = numberLabel(call, label)
  if (seconds === undefined) return undefined
  if (seconds > 0) return Math.min(Math.ceil(seconds * 1000), timeoutMsMax)
  throw wrongValue(call, label, 'a number of seconds above 0', call.labels.get(label) ?? null)
}

/** The error for a label whose value is of the wrong kind, or a number out of range. */
export function wrongValue(call: LabelledCall, label: string, expected: string, value: Value): SenseError {
  const isNumber = isInt(value) || value instanceof Float
  const actual = isNumber ? `${describeValue(value)} (${shortText(value)})` : describeValue(value)
  return new SenseError(wrongLabelValue(call.functionName, label, expected, actual), call.site)
}

function shortText(value: Value): string {
  const text = textForm(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
