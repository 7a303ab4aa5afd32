/**
 * Taking Strings apart and joining them.
 *
 * Whether an Array can hold the parts is found out before they are made: 2^26 small strings may already be more than the
 * memory of the process. Only a text of at least that length can have too many, so only there they are counted first.
 */

import { emptySeparator } from '../../compiler/diagnostics/catalogue/host.ts'
import { arrayTooLong, stringTooLong } from '../../compiler/diagnostics/catalogue/values.ts'
import { ARRAY_ELEMENTS_MAX, STRING_UNITS_MAX } from '../values/limits.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { maybeStringArgument, stringArgument, stringsArgument, type ModuleCall } from './module-call.ts'
import { partOffset } from './part-offset.ts'
import { isWhiteSpaceAt } from './white-space.ts'

/** Is told the start and end, as offsets, of each part in turn. */
type Visit = (start: number, end: number) => void

/** Calls `visit` with every part of `text`. */
type Walk = (text: string, visit: Visit) => void

/** Without a separator: the words between white space, none of them empty. */
export function split(call: ModuleCall): Value {
  const text = stringArgument(call, 0)
  const separator = maybeStringArgument(call, 1)
  if (separator === '') throw new SenseError(emptySeparator(call.functionName), call.context.site)
  if (separator === undefined) return partsOf(call, text, walkWords)
  return partsOf(call, text, (_, visit) => walkSeparated(text, separator, visit))
}

/** LF, CRLF and CR end a line, as in a program. What follows the last of them is a line if it is not empty. */
export function lines(call: ModuleCall): Value {
  return partsOf(call, stringArgument(call, 0), walkLines)
}

export function join(call: ModuleCall): Value {
  const parts = stringsArgument(call, 0)
  const separator = stringArgument(call, 1)
  let length = separator.length * Math.max(0, parts.length - 1)
  for (const part of parts) length += part.length
  if (length > STRING_UNITS_MAX) throw new SenseError(stringTooLong(), call.context.site)
  return parts.join(separator)
}

function partsOf(call: ModuleCall, text: string, walk: Walk): Value {
  if (text.length >= ARRAY_ELEMENTS_MAX) requireRoomForParts(call, text, walk)
  const parts: string[] = []
  walk(text, (start, end) => void parts.push(text.slice(start, end)))
  return parts
}

function requireRoomForParts(call: ModuleCall, text: string, walk: Walk): void {
  let count = 0
  walk(text, () => (count += 1))
  if (count > ARRAY_ELEMENTS_MAX) throw new SenseError(arrayTooLong(), call.context.site)
}

function walkSeparated(text: string, separator: string, visit: Visit): void {
  let start = 0
  for (let offset = partOffset(text, separator, 0); offset !== -1; offset = partOffset(text, separator, start)) {
    visit(start, offset)
    start = offset + separator.length
  }
  visit(start, text.length)
}

function walkWords(text: string, visit: Visit): void {
  let offset = 0
  for (;;) {
    while (isWhiteSpaceAt(text, offset)) offset += 1
    if (offset >= text.length) return
    const start = offset
    while (offset < text.length && !isWhiteSpaceAt(text, offset)) offset += 1
    visit(start, offset)
  }
}

function walkLines(text: string, visit: Visit): void {
  const lineEnd = /\r\n?|\n/g
  let start = 0
  for (let match = lineEnd.exec(text); match !== null; match = lineEnd.exec(text)) {
    visit(start, match.index)
    start = lineEnd.lastIndex
  }
  if (start < text.length) visit(start, text.length)
}
