/**
 * A thread that waits for Ctrl-C, so that entering a program costs next to nothing.
 *
 * Each script that can be broken off starts a watcher thread inside Node and joins it at the end: 30 microseconds when the
 * machine is idle, more when it is not, and a Ctrl-C that comes during the joining is lost. Node has one watcher for the
 * whole process, and starts it only if none runs. So this thread sits in such a script for ever. A Ctrl-C breaks off the
 * script that was entered last: the program's if it runs, else this one, which then tells the main thread.
 *
 *   the program runs         Ctrl-C ──> its script is broken off
 *   it waits                 Ctrl-C ──> this thread ──message──> the listeners of SIGINT
 *   it began to run while    Ctrl-C ──> this thread ──no answer for 100 ms──> SIGINT again, now for the program's script
 *   the message was sent
 *
 * While the thread waits, nobody else may listen to SIGINT: removing a listener would take the signal away from Node's
 * watcher. The price is 15 MB and 20 ms on another core, so only programs that are entered often get one.
 */

import type { Worker } from 'node:worker_threads'

export interface InterruptThread {
  /** Whether Ctrl-C goes to the thread, not to the event loop of this one. */
  readonly isListening: boolean
}

/** Takes over from the listeners of SIGINT, which get what comes. Without room for a thread nothing changes. */
export function listenInThread(): InterruptThread {
  const shared = new Int32Array(new SharedArrayBuffer(4))
  const state = { isListening: false }
  let thread: Worker
  try {
    thread = new (process.getBuiltinModule('node:worker_threads').Worker)(THREAD_SCRIPT, {
      eval: true,
      workerData: shared,
      execArgv: [],
      env: {},
    })
  } catch {
    return state
  }
  const listeners = process.rawListeners('SIGINT').filter(isSignalListener)
  thread.on('error', () => undefined)
  thread.on('message', (message) => {
    if (message === 'ready') {
      process.removeAllListeners('SIGINT')
      state.isListening = true
      tell(shared, STATE.listening)
    } else {
      state.isListening = false
      tell(shared, STATE.heard)
      for (const listener of listeners) process.on('SIGINT', listener)
      process.emit('SIGINT', 'SIGINT')
    }
  })
  thread.unref()
  return state
}

/** What the shared number means. The thread waits until it changes. */
const STATE = { starting: 0, listening: 1, interrupted: 2, heard: 3 }
/** How long the main thread has to hear of it before it must be busy. */
const HEAR_MS = 100

function tell(shared: Int32Array, state: number): void {
  Atomics.store(shared, 0, state)
  Atomics.notify(shared, 0)
}

type SignalListener = (signal: NodeJS.Signals) => void

/** Listeners are kept in their wrapped form, whose type Node does not tell. */
function isSignalListener(listener: unknown): listener is SignalListener {
  return typeof listener === 'function'
}

const THREAD_SCRIPT = `
const { parentPort, workerData: shared } = require('node:worker_threads')
const { Script } = require('node:vm')
globalThis.shared = shared
const wait = new Script('Atomics.wait(shared, 0, ${STATE.listening})')
parentPort.postMessage('ready')
Atomics.wait(shared, 0, ${STATE.starting})
try {
  wait.runInThisContext({ breakOnSigint: true, displayErrors: false })
} catch {
  Atomics.store(shared, 0, ${STATE.interrupted})
  parentPort.postMessage('interrupted')
  if (Atomics.wait(shared, 0, ${STATE.interrupted}, ${HEAR_MS}) === 'timed-out') process.kill(process.pid, 'SIGINT')
}
`
