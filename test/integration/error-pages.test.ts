/**
 * The examples of `docs/errors/`: the first one of a page gives the error that the page is about, the second one gives none. All are
 * well written, except where the error is about that.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeSources } from '../../src/adapters/node/source-files.ts'
import { sourceFileOf } from '../../src/compiler/source/source-file.ts'
import { parse } from '../../src/compiler/syntax/parse.ts'
import { checkProgram } from '../../src/engine/check-program.ts'
import { senseBlocksIn } from '../support/marked-blocks.ts'
import { runSource } from '../support/run-source.ts'

/** Pages that are only read, besides those of servers: their programs use names of others, need a key, a file or a host, or are too large. */
const goOnFromElsewhere = [
  'answer-cut-short',
  'argument-stays',
  'async-tool-for-model',
  'chain-too-long',
  'duplicate-tool',
  'host-failed',
  'js-error-lost',
  'js-import-failed',
  'memory-value',
  'model-failed',
  'model-not-ready',
  'model-warning',
  'nesting-too-deep',
  'no-such-member',
  'no-tool-calling',
  'not-a-tool',
  'object-of-ended-python',
  'only-async-iterable',
  'path-missing',
  'path-not-folder',
  'path-not-utf8',
  'path-special',
  'path-too-large',
  'python-import-failed',
  'record-too-large',
  'recursion-too-deep',
  'skill-without-tools',
  'too-large-for-python',
  'too-many-parameters',
  'too-many-rounds',
  'tool-not-described',
  'tools-not-offered',
  'unknown-name',
  'wrong-builtin-argument',
]

const isOnlyRead = (code: string): boolean => code.startsWith('mcp-') || goOnFromElsewhere.includes(code)

/** The example of the first has more mistakes than are shown here; that of the second is refused for a word of the language. */
const notTried = ['more-problems', 'unknown-setting']

/** What right examples may end with here: they lack files, a key, a model or a person, or show how to fail. */
const notHere = ['file-missing', 'path-missing', 'api-key-missing', 'no-model', 'no-answer-left', 'assertion-failed']

const home = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'sense-errors-'))
beforeAll(() => {
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

const pages = readdirSync(join(home, 'docs/errors')).map((name) => {
  const code = name.replace(/\.md$/, '')
  const [wrong, right] = senseBlocksIn(readFileSync(join(home, 'docs/errors', name), 'utf8'))
  const isAlone = wrong?.mark === '' && !isOnlyRead(code) && !notTried.includes(code)
  return { code, wrong: wrong?.text, right: right?.text, isAlone }
})
const alone = pages.filter(({ isAlone }) => isAlone)
const read = pages.filter(({ code, isAlone }) => !isAlone && !notTried.includes(code))

/** The codes of what the program reports when it is checked and run. */
async function codesOf(program: string): Promise<readonly string[]> {
  const run = await runSource(program)
  const checked = checkProgram(sourceFileOf('example.sns', program), undefined, nodeSources)
  return [...run.diagnostics, ...run.warnings, ...checked].map(({ code }) => code)
}

describe('docs/errors (an example that needs more than itself is marked `sense shown`)', () => {
  it.each(alone)('$code: the wrong example', async ({ code, wrong = '' }) => {
    expect(await codesOf(wrong)).toContain(code)
  })

  it.each(alone.filter(({ right }) => right !== undefined))('$code: the right example', async ({ right = '' }) => {
    const run = await runSource(right)
    expect(run.diagnostics.map(({ code }) => code).filter((code) => !notHere.includes(code))).toEqual([])
  })

  it.each(read)('$code: the examples are well written', ({ code, wrong = '', right = '' }) => {
    const problems = [wrong, right].flatMap((program) => parse(sourceFileOf('example.sns', program)).problems)
    expect(problems.filter((problem) => problem.code !== code)).toEqual([])
  })
})
