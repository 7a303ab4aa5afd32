/** Calls that ran side by side, recorded in the order in which they were asked for, whichever ended first. */

import type { Gate } from '../execution/gate.ts'
import type { EndedCall } from './invoke-mcp-tool.ts'
import type { ToolOutcome } from './tool-outcome.ts'

export class EndedCalls {
  /** Of the calls up to the first that has not ended, in order. */
  readonly outcomes: ToolOutcome[] = []
  readonly #gate: Gate
  readonly #waiting = new Map<number, EndedCall>()

  constructor(gate: Gate) {
    this.#gate = gate
  }

  /** Keeps a call, and records all that are due: those with no earlier call still under way. */
  add(index: number, call: EndedCall): void {
    this.#waiting.set(index, call)
    for (let due = this.#take(this.outcomes.length); due !== undefined; due = this.#take(this.outcomes.length)) {
      this.#record(due)
      this.outcomes.push(due.outcome)
    }
  }

  /**
   * When the run is cancelled, calls that have ended go on record although an earlier one never will. The result takes
   * this back.
   */
  recordAllWhenAborted(signal: AbortSignal): () => void {
    const recordAll = (): void => {
      const indices = [...this.#waiting.keys()].sort((a, b) => a - b)
      for (const index of indices) {
        const call = this.#take(index)
        if (call !== undefined) this.#record(call)
      }
    }
    signal.addEventListener('abort', recordAll, { once: true })
    return () => {
      signal.removeEventListener('abort', recordAll)
    }
  }

  #take(index: number): EndedCall | undefined {
    const call = this.#waiting.get(index)
    this.#waiting.delete(index)
    return call
  }

  #record({ record }: EndedCall): void {
    if (record !== undefined) this.#gate.record(record)
  }
}
