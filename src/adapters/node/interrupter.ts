/**
 * The doors through which a program's code is entered.
 *
 * A handler of SIGINT never runs while JavaScript is busy, and no timer does. V8 can be told to break off a script at Ctrl-C
 * or after a time, but only one that `node:vm` started, and all handlers of SIGINT are off meanwhile. So the command line
 * enters each tick of a program through a script of one call, and an embedding program, whose handlers are its own, by a
 * plain call unless it sets a time limit.
 */

import { Script } from 'node:vm'
import { Interrupted, TimedOut } from '../../runtime/ports/interrupter.ts'
import type { InterrupterPort } from '../../runtime/ports/interrupter.ts'
import { ctrlCListeners } from './ctrl-c-listeners.ts'
import { codeOfSystemError } from './system-error.ts'

/** Calls the tick; nothing breaks it off. */
export const plainInterrupter: InterrupterPort = {
  enter: (tick) => tick(),
}

/**
 * The one global name we use: a script sees nothing but globals. Whoever was entered last has it; to take it away again
 * would cost more than the call.
 */
const slotName = 'sense-lang.tick'
const slot = Symbol.for(slotName)

/**
 * Makes the door that Ctrl-C breaks open, which calls `onBreak`; with `timeoutMs` it also opens when so much time has passed
 * since it was made. Entering it again from inside is a plain call.
 */
export function createCtrlCInterrupter(onBreak: () => void, timeoutMs?: number): InterrupterPort {
  const door = createDoor(true, timeoutMs)
  return {
    plan(tick) {
      if (ctrlCListeners.areInThread) queueMicrotask(tick)
      else afterSignals(tick)
    },
    enter(tick) {
      ctrlCListeners.takeAway()
      try {
        return door.enter(tick)
      } catch (error) {
        if (error instanceof Interrupted) onBreak()
        throw error
      } finally {
        ctrlCListeners.giveBack()
      }
    },
    beforeWaiting() {
      ctrlCListeners.giveToThread()
    },
  }
}

/** Makes the door that opens when `timeoutMs` have passed since it was made. */
export function createTimedInterrupter(timeoutMs: number): InterrupterPort {
  return createDoor(false, timeoutMs)
}

function createDoor(breakOnSigint: boolean, timeoutMs: number | undefined): InterrupterPort {
  const script = new Script(`globalThis[Symbol.for('${slotName}')]()`, { filename: 'sense' })
  const deadlineMs = timeoutMs === undefined ? undefined : performance.now() + timeoutMs
  let isEntered = false
  let current: () => unknown = () => undefined
  let result: unknown
  const runCurrent = (): void => {
    result = current()
  }
  return {
    enter(tick) {
      if (isEntered) return tick()
      isEntered = true
      current = tick
      if (Reflect.get(globalThis, slot) !== runCurrent) {
        Object.defineProperty(globalThis, slot, { value: runCurrent, configurable: true })
      }
      try {
        // Node would print the script's own line above an error that passes through.
        script.runInThisContext({ breakOnSigint, displayErrors: false, ...timeLeft(deadlineMs) })
        return resultOf(tick, result)
      } catch (error) {
        throw brokenOff(error)
      } finally {
        isEntered = false
        result = undefined
      }
    },
  }
}

/** A script that ended has run the tick to its end, so this is what the tick gave, even if it is undefined. */
function resultOf<Result>(_tick: () => Result, result: unknown): Result {
  return result as Result
}

function brokenOff(error: unknown): unknown {
  const code = codeOfSystemError(error)
  if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') return new Interrupted()
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new TimedOut() : error
}

/** The time until the deadline as Node wants it: a whole number above 0. */
function timeLeft(deadlineMs: number | undefined): { readonly timeout?: number } {
  return deadlineMs === undefined ? {} : { timeout: Math.max(1, Math.ceil(deadlineMs - performance.now())) }
}

/**
 * A signal that came while something else ran waits for the event loop, and is lost when a script is entered first. In one
 * turn of the loop it may come after the signals were read and before the immediates run; two turns leave no time for that.
 */
function afterSignals(tick: () => void): void {
  setImmediate(() => {
    setImmediate(tick)
  })
}
