/** A function of the application that throws when it is told what Python printed: the run ends, whenever that was. */

import { expect, it } from 'vitest'
import { runText } from '../../src/index.ts'

const printing = {
  'in a loop that never waits': 'while true:\n  b.print("late")\n',
  'while the program waits for it': 'async agent slow:\n  b.print("late")\n  t.sleep(60)\nstart(slow)\nawait(slow)\n',
  'at its own end': 'import python "atexit" as a\na.register(b.print, "late")\n',
}

it.each(Object.entries(printing))('%s', async (_when, text) => {
  const fault = new Error('the application is broken')
  const onOutput = (): never => {
    throw fault
  }
  const program = `import python "builtins" as b\nimport python "time" as t\n${text}`
  await expect(runText(program, { onOutput })).rejects.toBe(fault)
})
