/** The core builtins (spec 01 §11), and three that the fuzzer's host adds to make things stop on the way. */

import { toFloat, toInt } from '../../src/runtime/values/conversions.ts'
import { lengthOf, push } from '../../src/runtime/values/indexing.ts'
import { range } from '../../src/runtime/values/range.ts'
import { textForm } from '../../src/runtime/values/text-form.ts'
import { isTruthy } from '../../src/runtime/values/truth.ts'
import { typeName } from '../../src/runtime/values/types.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import { isArray } from '../../src/runtime/values/value.ts'
import { agentBuiltins } from './agents.ts'
import { limitedValue, requireShortRange, requireShortText } from './budget.ts'
import { builtin, builtinInSteps } from './builtin.ts'
import { callValue } from './evaluator.ts'
import { BudgetSpent, Failure } from './failure.ts'
import { modelBuiltins } from './models.ts'
import type { Builtin } from './objects.ts'
import { ProblemObject } from './objects.ts'
import { Scope } from './scope.ts'
import type { World } from './world.ts'

const outputLengthMax = 100_000

/**
 * The scope around every module. Builtins that an assignment must not reach stand one scope further out, in a chain that
 * reading follows and assigning does not get to, because it is cut by `additionsBehind`.
 */
export function builtinScope(world: World, isWithHost: boolean): Scope {
  const scope = new Scope(additionsBehind(isWithHost ? hostBuiltins(world) : []))
  for (const each of [...coreBuiltins(world), ...modelBuiltins(), ...agentBuiltins(world), ...retiredBuiltins()]) {
    scope.names.set(each.name, each)
  }
  return scope
}

/** A scope that can be read and in which nothing counts as bound (spec 01 §4: a builtin that we add). */
function additionsBehind(builtins: readonly Builtin[]): Scope {
  const scope = new Scope(undefined)
  for (const each of builtins) scope.names.set(each.name, each)
  scope.names.has = () => false
  return scope
}

function coreBuiltins(world: World): readonly Builtin[] {
  const text = (value: Value, line: number): string => {
    requireShortText(value)
    return textForm(value, line)
  }
  return [
    builtin('print', 0, Infinity, ({ line }, args) => {
      world.output += `${args.map((arg) => text(arg, line)).join(' ')}\n`
      if (world.output.length > outputLengthMax) throw new BudgetSpent()
      return null
    }),
    builtin('len', 1, 1, ({ line }, [value = null]) => lengthOf(value, line)),
    builtin('range', 1, 3, ({ line }, args) => {
      requireShortRange(args)
      return range(args, line)
    }),
    builtin('str', 1, 1, ({ line }, [value = null]) => limitedValue(text(value, line))),
    builtin('int', 1, 1, ({ line }, [value = null]) => toInt(value, line)),
    builtin('float', 1, 1, ({ line }, [value = null]) => toFloat(value, line)),
    builtin('type_of', 1, 1, (_, [value = null]) => typeName(value)),
    builtin('push', 2, 2, ({ line }, [array = null, value = null]) => {
      if (isArray(array)) limitedValue(array)
      return push(array, value, line)
    }),
    builtin('assert', 1, 2, ({ line }, [condition = null, message]) => {
      if (isTruthy(condition)) return null
      // Spec 01 §6: a Problem is raised again as that very error.
      if (message instanceof ProblemObject) throw message.error
      throw new Failure('SenseRuntimeError', line, message === undefined ? 'assertion failed' : text(message, line))
    }),
    builtin('audit_log', 0, 0, () => [...world.audit]),
  ]
}

/** Spec 02 §5: old spellings are errors, whatever their arguments. */
function retiredBuiltins(): readonly Builtin[] {
  return ['verify', 'approve', 'rollback', 'mock_model'].map((name) =>
    builtin(name, 0, Infinity, ({ line }) => {
      throw new Failure('SenseRuntimeError', line, `${name} is spelled otherwise now`)
    }),
  )
}

/** `later(x)` and `hand_back(x)` give x after a wait for the outside; `apply(f, x)` calls back. */
function hostBuiltins(world: World): readonly Builtin[] {
  const waiting = (name: string): Builtin =>
    builtinInSteps(name, 1, 1, function* (_, [value = null]) {
      yield { kind: 'outside' }
      return value
    })
  return [
    waiting('later'),
    waiting('hand_back'),
    builtinInSteps('apply', 2, 2, (place, [callee = null, value = null]) => callValue(world, place, callee, [value])),
  ]
}
