/**
 * Who hears Ctrl-C: the listeners of SIGINT, or, while a program runs, the script that it was entered by.
 *
 * A script can be broken off only while nobody listens to SIGINT, so the listeners are taken away before it is entered. When
 * the program is about to wait, a thread takes over (`interrupt-thread.ts`): the listeners stay away, and get what it hears.
 */

import { listenInThread } from './interrupt-thread.ts'
import type { InterruptThread } from './interrupt-thread.ts'

type SignalListener = (signal: NodeJS.Signals) => void

class CtrlCListeners {
  /** Those that were taken away. */
  #away: readonly SignalListener[] = []
  /** How many entries are open, one inside the other. */
  #entered = 0
  #thread: InterruptThread | undefined
  #canHaveThread = true

  get areInThread(): boolean {
    return this.#thread?.isListening === true
  }

  /** Before a script is entered. */
  takeAway(): void {
    this.#entered += 1
    if (this.#entered > 1) return
    const added = process.rawListeners('SIGINT').filter(isSignalListener)
    // Whoever came to listen meanwhile has taken the signal away from the thread.
    if (added.length > 0) this.#thread?.end()
    this.#away = [...this.#away, ...added]
    process.removeAllListeners('SIGINT')
  }

  /** After a script has ended. */
  giveBack(): void {
    this.#entered -= 1
    if (this.#entered === 0 && !this.areInThread) this.#putBack()
  }

  /** Inside a script after which the program waits. */
  giveToThread(): void {
    if (this.areInThread || !this.#canHaveThread) return
    this.#thread = listenInThread((isNews) => {
      this.#putBack()
      if (isNews) process.emit('SIGINT', 'SIGINT')
    })
    this.#canHaveThread = this.areInThread
  }

  /** When the program has ended: the listeners hear Ctrl-C themselves again. */
  endThread(): void {
    this.#thread?.end()
    if (this.#entered === 0) this.#putBack()
  }

  #putBack(): void {
    for (const listener of this.#away) process.on('SIGINT', listener)
    this.#away = []
  }
}

/** Signals belong to the process, and Node has one watcher for all of it, so this is one for all programs that run in it. */
export const ctrlCListeners = new CtrlCListeners()

/** Listeners are kept in their wrapped form, whose type Node does not tell. */
function isSignalListener(listener: unknown): listener is SignalListener {
  return typeof listener === 'function'
}
