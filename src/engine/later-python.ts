/** Python processes whose adapter is loaded when a program imports a Python module. */

import type { PythonSettings } from '../adapters/python/python-processes.ts'
import type { PythonPort } from '../runtime/ports/python.ts'

export function createLaterPython(settings: PythonSettings): PythonPort {
  let processes: PythonPort | undefined
  return {
    async prepare() {
      if (processes === undefined) {
        const { createPythonProcesses } = await import('../adapters/python/python-processes.ts')
        processes ??= createPythonProcesses(settings)
      }
      // In a session its guardian may have ended since the last text.
      await processes.prepare()
    },
    start() {
      if (processes === undefined) throw new Error('Python is prepared before a program that imports its modules runs')
      return processes.start()
    },
    async closeAll(hurry) {
      await processes?.closeAll(hurry)
    },
  }
}
