/**
 * Compares `text`, `math`, `json` and `arrays` with Python on random calls: `npm run compare:python -- --calls 10000 --seed 1`.
 *
 * The last line counts the calls and the differences. Without a `python3` it says so and compares nothing.
 */

import { parseArgs } from 'node:util'
import { compareWithPython, isPythonThere } from './compare.ts'

const shownMax = 20

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})

if (isPythonThere()) {
  const { count, errorCount, differences } = await compareWithPython(Number(values.calls), Number(values.seed))
  for (const difference of differences.slice(0, shownMax)) console.log(difference)
  console.log(`${count} calls, ${errorCount} of them errors in both, ${differences.length} differences`)
  process.exitCode = differences.length === 0 ? 0 : 1
} else {
  console.log('skipped: there is no python3 to compare with')
}
