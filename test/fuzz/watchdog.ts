/** Ends the process when nothing has moved for long: a busy loop cannot be ended from inside. */

import { Worker } from 'node:worker_threads'

const silenceMsMax = 120_000

/** A thread of its own that looks at a counter. Call the result before each piece of work with its number. */
export function startWatchdog(): (number: number) => void {
  const progress = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(
    `const { workerData } = require('node:worker_threads')
     const progress = new Int32Array(workerData)
     let last = -1
     setInterval(() => {
       if (progress[0] === last) {
         require('node:fs').writeSync(1, 'program ' + last + ' hangs\\n')
         process.kill(process.pid, 'SIGKILL')
       }
       last = progress[0]
     }, ${silenceMsMax})`,
    { eval: true, workerData: progress.buffer },
  )
  worker.unref()
  return (number) => {
    progress[0] = number
  }
}
