/**
 * Runs the programs in Sense on the pages for users, in a folder of their own. What their marks mean is in
 * `test/support/marked-blocks.ts`; the programs of README.md, those that use Python, and all `sh` and `ts` blocks run
 * with real processes, in `test/cli/readme.test.ts`, `test/interop/doc-examples.test.ts` and `test/cli/doc-commands.test.ts`.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourceFileOf } from '../../src/compiler/source/source-file.ts'
import { parse } from '../../src/compiler/syntax/parse.ts'
import { docPages } from '../support/doc-pages.ts'
import { headOf, runSource } from '../support/run-source.ts'
import { usesPython } from '../support/spec-example.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const languages = ['sense', 'sh', 'ts', 'js', 'json', 'text']
const home = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'sense-docs-'))

beforeAll(() => {
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

describe.each(docPages())('$path', ({ path, blocks }) => {
  it('says of each block what it is', () => {
    expect(blocks.filter(({ language }) => !languages.includes(language)).map(({ title }) => title)).toEqual([])
  })

  it('shows examples as they are', () => {
    for (const { mark, text } of blocks.filter((block) => block.mark.startsWith('examples/'))) {
      expect(text, mark).toBe(readFileSync(join(home, mark), 'utf8'))
    }
  })

  it('links to what is there', () => {
    expect(linksOf(path).filter((link) => !isThere(path, link))).toEqual([])
  })

  const programs = blocks.filter(({ language }) => language === 'sense')
  const alone = path === 'README.md' ? [] : programs.filter(({ mark, text }) => mark === '' && !usesPython(text))
  const others = programs.filter((program) => !alone.includes(program))
  if (alone.length > 0) {
    it.each(alone)('$title', async ({ text, output }) => {
      const run = await runSource(text, { ports: { clock: createVirtualClock() } })
      expect([...run.diagnostics, ...run.warnings].map(headOf)).toEqual([])
      if (output !== undefined) expect(run.output).toBe(output)
    })
  }
  if (others.length > 0 && path !== 'README.md') {
    it.each(others)('$title is well written', ({ text }) => {
      expect(parse(sourceFileOf('example.sns', text)).problems.map(({ headline }) => headline)).toEqual([])
    })
  }
})

it('docs/README.md lists every page', () => {
  const listed = linksOf('docs/README.md').map((link) => join('docs', link))
  const pages = docPages().map(({ path }) => path)
  const beside = ['README.md', 'docs/README.md']
  expect(pages.filter((path) => !listed.includes(path) && !beside.includes(path))).toEqual([])
})

/** The targets of links on a page, without those into the web. */
function linksOf(path: string): readonly string[] {
  const text = readFileSync(join(home, path), 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^https?:/.test(link))
}

function isThere(path: string, link: string): boolean {
  const [target = '', anchor] = link.split('#')
  const file = target === '' ? join(home, path) : join(home, dirname(path), target)
  if (!existsSync(file)) return false
  return anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor)
}

/** What GitHub calls the headings of a page. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}
