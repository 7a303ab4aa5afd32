/** The reference of the library is made of its docstrings, and must follow them. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { apiPage, apiText } from '../../scripts/api-docs.mjs'

it('docs/api is made of the present docstrings (if not: npm run docs:api)', async () => {
  const text = await apiText()
  expect(text).toContain('### runText()')
  expect(readFileSync(apiPage, 'utf8') === text).toBe(true)
}, 120_000)
