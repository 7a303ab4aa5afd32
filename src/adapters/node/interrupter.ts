/**
 * The doors through which a program's code is entered.
 *
 * A handler of SIGINT never runs while JavaScript is busy. V8 can be told to break off a script at Ctrl-C, but only one
 * that `node:vm` started, and all handlers of SIGINT are off meanwhile. So the command line enters each tick of a program
 * through a script of one call, and an embedding program, whose handlers are its own, by a plain call.
 */

import { Script } from 'node:vm'
import { Interrupted } from '../../runtime/ports/interrupter.ts'
import type { InterrupterPort } from '../../runtime/ports/interrupter.ts'

/** Calls the tick; nothing breaks it off. */
export const plainInterrupter: InterrupterPort = {
  enter: (tick) => tick(),
}

/** The one global name we use: a script sees nothing but globals. It holds the tick while a program is entered. */
const slotName = 'sense-lang.tick'
const slot = Symbol.for(slotName)

/** Makes the door that Ctrl-C breaks open, which calls `onBreak`. Entering it again from inside is a plain call. */
export function createCtrlCInterrupter(onBreak: () => void): InterrupterPort {
  const script = new Script(`globalThis[Symbol.for('${slotName}')]()`, { filename: 'sense' })
  let isEntered = false
  return {
    enter(tick) {
      if (isEntered) return tick()
      isEntered = true
      try {
        return enterThrough(script, tick)
      } catch (error) {
        if (error instanceof Interrupted) onBreak()
        throw error
      } finally {
        isEntered = false
      }
    },
  }
}

function enterThrough<Result>(script: Script, tick: () => Result): Result {
  const outcome: Outcome<Result> = {}
  Reflect.set(globalThis, slot, () => {
    outcome.result = tick()
  })
  try {
    // Node would print the script's own line above an error that passes through.
    script.runInThisContext({ breakOnSigint: true, displayErrors: false })
    return resultIn(outcome)
  } catch (error) {
    throw isInterruption(error) ? new Interrupted() : error
  } finally {
    Reflect.deleteProperty(globalThis, slot)
  }
}

interface Outcome<Result> {
  result?: Result
}

/** A script that ended has run the tick to its end, so there is a result, even if it is undefined. */
const resultIn = <Result>(outcome: Outcome<Result>): Result => outcome.result as Result

function isInterruption(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED'
}
