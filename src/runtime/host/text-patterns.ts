/**
 * Patterns: JavaScript's regular expressions with the flag `u`, searched anywhere in a String (spec 01 §8).
 *
 * V8 runs them. It reports a bad pattern as a SyntaxError, some only when they are first used, and one that needs too
 * much memory as a RangeError about the call stack; both become errors of ours. Nothing here bounds how long a pattern takes,
 * and some, such as `(a+)+$` on many `a`, take for ever: while V8 searches, nothing else of the run goes on. V8 looks
 * for interruptions while it goes back, so Ctrl-C and a run's time limit end such a search, and the run with it.
 */

import { badPattern, patternOutOfRoom } from '../../compiler/diagnostics/catalogue/host.ts'
import { arrayTooLong } from '../../compiler/diagnostics/catalogue/values.ts'
import { ensureHeadroom } from '../execution/headroom.ts'
import { ARRAY_ELEMENTS_MAX } from '../values/limits.ts'
import { SenseError } from '../values/sense-error.ts'
import { TextBuilder } from '../values/text-builder.ts'
import type { ArrayValue, Value } from '../values/value.ts'
import { stringArgument, type ModuleCall } from './module-call.ts'
import { addReplacement, templateFor, type TemplatePiece } from './replacement-template.ts'

/**
 * Units of a pattern. V8 ends the process, with no way to catch it, when a pattern needs too much memory to compile:
 * nested groups do from some 100,000 units on. At a tenth of that even those compile in a second.
 */
const patternLengthMax = 10_000

/** With `g` a search can go on behind the last match; a pattern that is used once starts at the beginning anyway. */
const flags = 'gu'

export function matches(call: ModuleCall): Value {
  const text = stringArgument(call, 0)
  return withPattern(call, stringArgument(call, 1), (pattern) => pattern.test(text))
}

/** For each match an Array: the whole, then the groups in order, nil for one that took no part. */
export function findAll(call: ModuleCall): Value {
  const text = stringArgument(call, 0)
  return withPattern(call, stringArgument(call, 1), (pattern) => {
    const found: ArrayValue = []
    for (const match of text.matchAll(pattern)) {
      if (found.length === ARRAY_ELEMENTS_MAX) throw new SenseError(arrayTooLong(), call.context.site)
      found.push(Array.from<string | undefined, Value>(match, (group) => group ?? null))
    }
    return found
  })
}

/** What stands for each match is written as in JavaScript: `$1`, `$<name>`, `$&`, `$$`. */
export function replaceAll(call: ModuleCall): Value {
  const text = stringArgument(call, 0)
  const patternText = stringArgument(call, 1)
  const template = stringArgument(call, 2)
  return withPattern(call, patternText, (pattern) => {
    const builder = new TextBuilder(call.context.site)
    let pieces: readonly TemplatePiece[] | undefined
    let start = 0
    for (const match of text.matchAll(pattern)) {
      pieces ??= templateFor(template, match)
      builder.add(text.slice(start, match.index))
      addReplacement(builder, pieces, match)
      start = match.index + match[0].length
    }
    builder.add(text.slice(start))
    return builder.text()
  })
}

/** Runs `search` with the pattern that `source` writes, and turns what V8 says against it into an error at the call. */
function withPattern(call: ModuleCall, source: string, search: (pattern: RegExp) => Value): Value {
  const { site } = call.context
  if (source.length > patternLengthMax) {
    throw new SenseError(badPattern(source, 'it is longer than 10,000 code units'), site)
  }
  // From here on a full stack is the pattern's doing, not the program's.
  ensureHeadroom()
  try {
    return search(new RegExp(source, flags))
  } catch (error) {
    if (error instanceof SyntaxError) throw new SenseError(badPattern(source, reasonOf(error)), site)
    const isStackFull = error instanceof RangeError && error.message.includes('call stack')
    throw isStackFull ? new SenseError(patternOutOfRoom(source), site) : error
  }
}

/** The last part of V8's `Invalid regular expression: /(/gu: Unterminated group`, as a clause. */
function reasonOf(error: SyntaxError): string {
  const mark = `/${flags}: `
  const reason = error.message.slice(error.message.lastIndexOf(mark) + mark.length)
  return reason.charAt(0).toLowerCase() + reason.slice(1)
}
