/** Builtins with their checks of labels and arity, which come before those of the arguments (spec 01 §6). */

import type { Value } from '../../src/runtime/values/value.ts'
import { Failure } from './failure.ts'
import type { Labels } from './objects.ts'
import { Builtin } from './objects.ts'
import type { Place, Steps } from './world.ts'

export type Implementation<Result> = (place: Place, args: readonly Value[], labels: Labels) => Result

/** A builtin that gives its value at once. */
export function builtin(
  name: string,
  countMin: number,
  countMax: number,
  run: Implementation<Value>,
  labelNames: readonly string[] = [],
): Builtin {
  return builtinInSteps(
    name,
    countMin,
    countMax,
    function* (place, args, labels) {
      return run(place, args, labels)
    },
    labelNames,
  )
}

/** A builtin that may stop on the way. */
export function builtinInSteps(
  name: string,
  countMin: number,
  countMax: number,
  run: Implementation<Steps>,
  labelNames: readonly string[] = [],
): Builtin {
  return new Builtin(name, function* (place, args, labels) {
    for (const label of labels.keys()) {
      if (!labelNames.includes(label)) throw new Failure('SenseRuntimeError', place.line, `${name}: no label ${label}`)
    }
    if (args.length < countMin || args.length > countMax) {
      throw new Failure('SenseRuntimeError', place.line, `${name}: wrong argument count`)
    }
    return yield* run(place, args, labels)
  })
}
