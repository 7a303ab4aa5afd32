/**
 * Runs the examples of the README and the guide: what is followed by a block marked `output` must print just that; all
 * others need servers, files or keys, and must at least be written right.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceFileOf } from '../../src/compiler/source/source-file.ts'
import { parse } from '../../src/compiler/syntax/parse.ts'
import { senseBlocksIn } from '../support/marked-blocks.ts'
import { runSource } from '../support/run-source.ts'

const guide = join(import.meta.dirname, '../../docs/guide')
const pages = readdirSync(guide)
  .filter((name) => name.endsWith('.md'))
  .sort()

describe.each(pages)('docs/guide/%s', (page) => {
  const blocks = senseBlocksIn(readFileSync(join(guide, page), 'utf8'))

  if (blocks.length === 0) it.skip('has no program in Sense', () => undefined)
  else
    it.each(blocks)('$title', async ({ program, output }) => {
      expect(parse(sourceFileOf('example.sns', program)).problems.map(({ headline }) => headline)).toEqual([])
      if (output === undefined) return
      const run = await runSource(program)
      expect(run.diagnostics.map(({ headline }) => headline)).toEqual([])
      expect(run.output).toBe(output)
    })
})
