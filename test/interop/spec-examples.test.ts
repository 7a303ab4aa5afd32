/** The examples of `spec/` that start Python; all others run in `test/language`. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { senseBlocksIn } from '../support/marked-blocks.ts'
import { outputOf, usesPython } from '../support/spec-example.ts'

const folder = join(import.meta.dirname, '../../spec')
const chapters = readdirSync(folder).filter((name) => name.endsWith('.md'))
const examples = chapters.flatMap((chapter) => senseBlocksIn(readFileSync(join(folder, chapter), 'utf8')))

it.each(examples.filter(({ text }) => usesPython(text)))('$title', async ({ text, output }) => {
  expect(await outputOf(text)).toBe(output)
})
