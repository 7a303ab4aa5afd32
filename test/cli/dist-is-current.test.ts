/** Tests of the command line run `dist/`, so they would say nothing about sources that changed since. */

import { expect, it } from 'vitest'
import { isDistCurrent } from '../../scripts/dist-age.mjs'

it('dist/ was built from the present sources (if not: npm run build)', () => {
  expect(isDistCurrent()).toBe(true)
})
