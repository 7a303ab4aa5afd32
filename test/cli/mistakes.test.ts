/**
 * Forty mistakes that people make, and what `sense run` answers: habits from other languages, models and servers, scope and
 * types, files and the environment. Whoever reads a report must be able to say from it alone how to mend the program.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasPython } from './terminal.ts'
import { runSense } from './sense-process.ts'

const folder = join(import.meta.dirname, 'mistakes')
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.sns'))
  .filter((name) => hasPython || !name.includes('python'))
  .map((name) => name.slice(0, -'.sns'.length))

it('there are forty', () => {
  expect(names.length).toBeGreaterThanOrEqual(hasPython ? 40 : 39)
})

it.each(names)('%s', async (name) => {
  const { stdout, stderr, status } = await runSense(['run', `${name}.sns`], { folder })
  const program = readFileSync(join(folder, `${name}.sns`), 'utf8')
  // How deep a recursion goes, and where the repository lies (which decides on which line that fits), is another matter; a
  // reader must not take them for blanks.
  const report = stderr
    .replaceAll(folder, '/home/ada/shop')
    .replaceAll(/\s+\/home\/ada\/shop/g, '\n      /home/ada/shop')
    .replace(/this call \d+ more/, 'this call 18234 more')
  await expect(`${program}\n${stdout}${report}`).toMatchFileSnapshot(`mistakes/${name}.txt`)
  expect(status).toBe(1)
})
