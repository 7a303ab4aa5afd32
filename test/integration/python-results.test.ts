/** A sample of what `npm run compare:python` does. */

import { expect, it } from 'vitest'
import { compareWithPython, isPythonThere } from '../python/compare.ts'

it.skipIf(!isPythonThere())(
  'text, math, json and arrays give what Python gives (skipped without python3)',
  async () => {
    const { errorCount, differences } = await compareWithPython(500, 1)
    expect(differences).toEqual([])
    // Both sides must have had something to say.
    expect(errorCount).toBeGreaterThan(10)
    expect(errorCount).toBeLessThan(150)
  },
)
