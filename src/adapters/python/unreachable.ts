/**
 * Lets WeakRefs empty in the middle of code that never waits.
 *
 * V8 calls back for collected objects, and empties WeakRefs that were looked at, only between two turns of the event loop;
 * a program that calls Python in a loop may not have any for minutes. So the collector is asked to run, and an empty script
 * with a queue of microtasks of its own ends what counts as a turn for WeakRefs. How much time that may take is limited:
 * it is done again only when many times as long has passed.
 */

import { setFlagsFromString } from 'node:v8'
import { createContext, runInNewContext, Script } from 'node:vm'

/** Sweeps take at most this part of the time, and there is none more often than that. */
const timePartMax = 1 / 30
const intervalMinMs = 100

export class UnreachableSweeper {
  #nextMs = performance.now() + intervalMinMs
  #collect: (() => void) | undefined
  #endTurn: (() => void) | undefined

  /** Collects garbage and calls `sweep`, unless that was done a short time ago. */
  sweepIfDue(sweep: () => void): void {
    const start = performance.now()
    if (start < this.#nextMs) return
    this.#collect ??= garbageCollector()
    this.#endTurn ??= turnEnder()
    this.#endTurn()
    this.#collect()
    sweep()
    const end = performance.now()
    this.#nextMs = end + Math.max(intervalMinMs, (end - start) / timePartMax)
  }
}

/** The function `gc`, which V8 shows to contexts that are made after the flag was set. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect !== 'function') return () => undefined
  return () => void Reflect.apply(collect, undefined, [])
}

function turnEnder(): () => void {
  const context = createContext({}, { microtaskMode: 'afterEvaluate' })
  const nothing = new Script('0', { filename: 'sense' })
  return () => void nothing.runInContext(context)
}
