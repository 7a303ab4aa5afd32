/**
 * Runs the examples of `spec/`: each block marked `sense` that is followed by one marked `output`.
 *
 * The output is what the program prints; an error is one more line, `CLASS[code] in line N`.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksIn } from '../support/marked-blocks.ts'
import { outputOf, usesPython } from '../support/spec-example.ts'

const folder = join(import.meta.dirname, '../../spec')

const chapters = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort()

describe.each(chapters)('spec/%s', (chapter) => {
  const blocks = blocksIn(readFileSync(join(folder, chapter), 'utf8'))
  const examples = blocks.filter(({ language }) => language === 'sense')

  it('has programs and text only', () => {
    expect(blocks.filter(({ language }) => language !== 'sense' && language !== 'text')).toEqual([])
  })

  it('has an output for each of its programs', () => {
    expect(examples.filter((example) => example.output === undefined).map((example) => example.title)).toEqual([])
  })

  it.each(examples.filter(({ text }) => !usesPython(text)))('$title', async ({ text, output }) => {
    expect(await outputOf(text)).toBe(output)
  })
})
