/** What formatting promises, for every program of this repository and for some generated ones; `test/fuzz/format.ts` makes more. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'
import { format } from '../../../../src/compiler/format/format.ts'
import { parse } from '../../../../src/compiler/syntax/parse.ts'
import { findFormatFault, layOutBadly } from '../../../fuzz/format-laws.ts'
import { featureNames } from '../../../fuzz/program-expressions.ts'
import { ProgramMaker } from '../../../fuzz/program-maker.ts'
import { Random } from '../../../fuzz/random.ts'
import { senseBlocksIn } from '../../../support/marked-blocks.ts'

const root = join(import.meta.dirname, '../../../..')
const programs = globSync('{examples,bench,docs,test}/**/*.sns', { cwd: root })
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .filter(({ text }) => parse(sourceFileOf('program.sns', text)).problems.length === 0)

it.each(globSync('examples/**/*.sns', { cwd: root }))('%s is laid out as sense fmt does it', (path) => {
  const text = readFileSync(join(root, path), 'utf8')
  expect(format(sourceFileOf(path, text))).toMatchObject({ text })
})

it('the files of the tour are, too', () => {
  const blocks = senseBlocksIn(readFileSync(join(root, 'docs/tour.md'), 'utf8')).filter(({ mark }) => mark !== 'shown')
  expect(blocks.length).toBeGreaterThan(6)
  for (const { title, text } of blocks) {
    expect(format(sourceFileOf('tour.sns', text)), title).toMatchObject({ text })
  }
})

describe('formatting keeps its promises', () => {
  it('for the programs of this repository, as they are and some laid out badly', () => {
    expect(programs.length).toBeGreaterThan(300)
    for (const [index, { path, text }] of programs.entries()) {
      expect(findFormatFault(text), path).toBeUndefined()
      if (index % 3 === 0) expect(findFormatFault(layOutBadly(text, new Random(index))), path).toBeUndefined()
    }
  })

  it('for generated programs, as they are and laid out badly', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = new Random(seed)
      const text = new ProgramMaker(random, new Set(featureNames)).program()
      expect(findFormatFault(text)).toBeUndefined()
      expect(findFormatFault(layOutBadly(text, random))).toBeUndefined()
    }
  })

  it('for chains and nesting at their limits', () => {
    const links = 9_000
    for (const text of [
      `x = a${' + b'.repeat(links)}\n`,
      `a${'.b(1)'.repeat(links / 2)}\n`,
      `if a: b\n${'else if a: b\n'.repeat(links)}`,
      `x = ${'['.repeat(900)}1${']'.repeat(900)}\n`,
      `x = ${'('.repeat(900)}1${')'.repeat(900)}\n`,
      `x = ${'not '.repeat(900)}1 + ${'y'.repeat(200)}\n`,
      `${Array.from({ length: 900 }, (_, level) => `${' '.repeat(level)}if a:\n`).join('')}${' '.repeat(900)}b\n`,
    ]) {
      expect(findFormatFault(text)).toBeUndefined()
    }
  })
})
