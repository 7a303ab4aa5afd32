/**
 * A thread that hears Ctrl-C while a program waits.
 *
 * Each script that can be broken off starts a watcher thread inside Node and joins it at the end. A Ctrl-C that comes during
 * the joining is lost, and whoever presses it when a program has printed something and begins to wait hits just that. Node
 * has one watcher for the whole process, and starts it only if none runs. So this thread sits in such a script, and the
 * program's scripts end without a joining, which also makes entering them cheap. A Ctrl-C breaks off the script that was
 * entered last: the program's if it runs, else this one, which then tells the main thread.
 *
 *   the program runs         Ctrl-C ──> its script is broken off
 *   it waits                 Ctrl-C ──> this thread ──message──> the listeners of SIGINT
 *   it began to run while    Ctrl-C ──> this thread ──no answer for 100 ms──> SIGINT again, now for the program's script
 *   the message was sent
 *
 * While the thread listens, nobody else may listen to SIGINT: adding or removing a listener takes the signal away from
 * Node's watcher. The price is 15 MB and 20 ms before the first wait; a program that never waits has none.
 */

import type { Worker } from 'node:worker_threads'

export interface InterruptThread {
  /** Whether Ctrl-C goes to the thread, not to the event loop of this one. */
  readonly isListening: boolean
  /** Ends the thread; the listeners of SIGINT stay away. */
  end(): void
}

/** What the shared number means. */
const STATE = { starting: 0, listening: 1, interrupted: 2, heard: 3, sentAgain: 4, ending: 5, ended: 6 }
/** How long the main thread has to hear of a Ctrl-C before it must be busy. */
const HEAR_MS = 100
/** A thread that does not start or end within so long never will; under load it takes some 100 ms. */
const CHANGE_MS_MAX = 2_000

/**
 * Starts the thread, and returns when it listens or cannot. Call it inside a script that can be broken off, with no listener
 * of SIGINT: what comes until then breaks that off. `hear` is called when Ctrl-C has come and the thread
 * has ended; it is no news if the thread has sent the signal again meanwhile.
 */
export function listenInThread(hear: (isNews: boolean) => void): InterruptThread {
  const shared = new Int32Array(new SharedArrayBuffer(4))
  const thread: InterruptThread = {
    get isListening() {
      return Atomics.load(shared, 0) === STATE.listening
    },
    end() {
      if (change(shared, STATE.listening, STATE.ending)) Atomics.wait(shared, 0, STATE.ending, CHANGE_MS_MAX)
    },
  }
  const worker = startWorker(shared)
  worker?.on('error', () => undefined)
  worker?.on('message', () => {
    hear(change(shared, STATE.interrupted, STATE.heard))
  })
  worker?.unref()
  if (worker !== undefined) Atomics.wait(shared, 0, STATE.starting, CHANGE_MS_MAX)
  change(shared, STATE.starting, STATE.ended)
  return thread
}

/** Without room for a thread there is none. */
function startWorker(shared: Int32Array): Worker | undefined {
  // Loading threads takes as long as much else at the start of a program, and most programs need none.
  const { Worker: WorkerClass } = process.getBuiltinModule('node:worker_threads')
  try {
    return new WorkerClass(THREAD_SCRIPT, { eval: true, workerData: shared, execArgv: [], env: {} })
  } catch {
    return undefined
  }
}

/** Makes `next` of the shared number, and wakes who waits for that, unless it is not `expected` any more. */
function change(shared: Int32Array, expected: number, next: number): boolean {
  const isChanged = Atomics.compareExchange(shared, 0, expected, next) === expected
  if (isChanged) Atomics.notify(shared, 0)
  return isChanged
}

/** It says that it listens only inside its script, where Node's watcher runs already. */
const THREAD_SCRIPT = `
const { parentPort, workerData: shared } = require('node:worker_threads')
const { Script } = require('node:vm')
globalThis.shared = shared
const wait = new Script(\`
  if (Atomics.compareExchange(shared, 0, ${STATE.starting}, ${STATE.listening}) === ${STATE.starting}) {
    Atomics.notify(shared, 0)
    Atomics.wait(shared, 0, ${STATE.listening})
  }
\`)
try {
  wait.runInThisContext({ breakOnSigint: true, displayErrors: false })
  Atomics.store(shared, 0, ${STATE.ended})
  Atomics.notify(shared, 0)
} catch {
  Atomics.store(shared, 0, ${STATE.interrupted})
  parentPort.postMessage('interrupted')
  Atomics.wait(shared, 0, ${STATE.interrupted}, ${HEAR_MS})
  const isHeard = Atomics.compareExchange(shared, 0, ${STATE.interrupted}, ${STATE.sentAgain}) !== ${STATE.interrupted}
  if (!isHeard) process.kill(process.pid, 'SIGINT')
}
`
