/** `time.now`, `iso` and `sleep`. */

import { readAfterOthers } from '../execution/polling.ts'
import { Wait, type Suspension } from '../execution/suspension.ts'
import { Float } from '../values/float.ts'
import { floatText } from '../values/float-text.ts'
import type { Value } from '../values/value.ts'
import { numberArgument, wrongArgument, type ModuleCall } from './module-call.ts'

/** The times whose year is written with four digits. */
const isoMinMs = Date.parse('0001-01-01T00:00:00.000Z')
const isoMaxMs = Date.parse('9999-12-31T23:59:59.999Z')

export function now({ context }: ModuleCall): Value {
  return new Float(context.run.clock.now() / 1_000)
}

export function iso(call: ModuleCall): Value {
  const seconds = call.args.length === 0 ? undefined : doubleOfNumber(numberArgument(call, 0))
  // Rounded, because seconds such as 1.001 are no whole milliseconds as doubles.
  const ms = seconds === undefined ? call.context.run.clock.now() : Math.round(seconds * 1_000)
  const isInRange = ms >= isoMinMs && ms <= isoMaxMs
  if (!isInRange) throw wrongArgument(call, 0, 'a time in the years 1 to 9999', 'one outside them')
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** Waiting no time at all lets the others go on once, so that a loop around it is no standstill. */
export function sleep(call: ModuleCall): Value | Suspension {
  const { run, site } = call.context
  const delayMs = delayOf(call)
  if (delayMs === 0) return readAfterOthers(run, site, () => null)
  return new Wait((wake) => {
    wake.cancel = run.clock.setAlarm(delayMs, () => {
      wake.resume(null)
    })
  })
}

function delayOf(call: ModuleCall): number {
  const seconds = doubleOfNumber(numberArgument(call, 0))
  if (seconds >= 0 && seconds < Infinity) return seconds * 1_000
  const actual = seconds < 0 ? 'a negative one' : floatText(seconds)
  throw wrongArgument(call, 0, 'a finite number of at least 0', actual)
}

/** An Int beyond the doubles is as good as infinite here. */
function doubleOfNumber(number: number | bigint | Float): number {
  return number instanceof Float ? number.double : Number(number)
}
