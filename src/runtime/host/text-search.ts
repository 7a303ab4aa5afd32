/** Finding a part of a String, and replacing it. */

import { codePointCount, codePointsOf } from '../values/code-points.ts'
import { TextBuilder } from '../values/text-builder.ts'
import type { Value } from '../values/value.ts'
import { stringArgument, type ModuleCall } from './module-call.ts'
import { isWholeAt, partOffset } from './part-offset.ts'

export function contains(call: ModuleCall): Value {
  return partOffset(stringArgument(call, 0), stringArgument(call, 1), 0) !== -1
}

export function startsWith(call: ModuleCall): Value {
  const text = stringArgument(call, 0)
  const part = stringArgument(call, 1)
  return text.startsWith(part) && isWholeAt(text, 0, part.length)
}

export function endsWith(call: ModuleCall): Value {
  const text = stringArgument(call, 0)
  const part = stringArgument(call, 1)
  return text.endsWith(part) && isWholeAt(text, text.length - part.length, text.length)
}

/** The index of the first code point of the first `part`, or nil. */
export function find(call: ModuleCall): Value {
  const text = stringArgument(call, 0)
  const offset = partOffset(text, stringArgument(call, 1), 0)
  return offset === -1 ? null : codePointCount(text.slice(0, offset))
}

/** Every `old`, from left to right. The empty String stands, as in Python, around each code point. */
export function replace(call: ModuleCall): Value {
  const text = stringArgument(call, 0)
  const old = stringArgument(call, 1)
  const replacement = stringArgument(call, 2)
  const builder = new TextBuilder(call.context.site)
  if (old === '') addSpread(builder, text, replacement)
  else addReplaced(builder, text, old, replacement)
  return builder.text()
}

function addReplaced(builder: TextBuilder, text: string, old: string, replacement: string): void {
  let start = 0
  for (let offset = partOffset(text, old, 0); offset !== -1; offset = partOffset(text, old, start)) {
    builder.add(text.slice(start, offset))
    builder.add(replacement)
    start = offset + old.length
  }
  builder.add(text.slice(start))
}

function addSpread(builder: TextBuilder, text: string, replacement: string): void {
  builder.add(replacement)
  for (const codePoint of codePointsOf(text)) {
    builder.add(codePoint)
    builder.add(replacement)
  }
}
