/** The programs on the pages for users that start Python; all others run in `test/language`. */

import { expect, it } from 'vitest'
import { docPages } from '../support/doc-pages.ts'
import { outputOf, usesPython } from '../support/spec-example.ts'

const programs = docPages()
  .flatMap(({ blocks }) => blocks)
  .filter(({ language, mark, text }) => language === 'sense' && mark === '' && usesPython(text))

it.each(programs)('$title', async ({ text, output }) => {
  expect(await outputOf(text)).toBe(output)
})
