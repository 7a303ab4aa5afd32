/** The documentation for models is made of the pages for people, and must follow them. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { llmsTexts } from '../scripts/llms.mjs'

const texts = llmsTexts()

it.each(Object.keys(texts))('%s is made of the present pages (if not: npm run docs:llms)', (name) => {
  expect(readFileSync(join(import.meta.dirname, '..', name), 'utf8') === texts[name as keyof typeof texts]).toBe(true)
})

it('llms-full.txt has every page that the index lists, and no link that leads nowhere', () => {
  const full = texts['llms-full.txt']
  for (const heading of ['# Agents', '# Skills', '# The language', '# Agents and async tools', '# Actions']) {
    expect(full).toContain(`\n${heading}\n`)
  }
  expect(full.replaceAll(/```.*?```/gs, '')).not.toMatch(/\]\([^)\s]+\.md/)
})
