/**
 * Every warning of `sense check` as a reader sees it. The programs are the wrong examples of `docs/errors/`; the right ones give
 * no warning at all.
 */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nodeSources } from '../../../src/adapters/node/source-files.ts'
import * as catalogue from '../../../src/compiler/diagnostics/catalogue/warnings.ts'
import { renderTerminal } from '../../../src/compiler/diagnostics/render-terminal.ts'
import { sourceFileOf } from '../../../src/compiler/source/source-file.ts'
import { checkProgram } from '../../../src/engine/check-program.ts'

const codes = Object.values(catalogue).map((kind) => kind.code)

function examplesOf(code: string): { wrong: string; right: string } {
  const page = readFileSync(new URL(`../../../docs/errors/${code}.md`, import.meta.url), 'utf8')
  const [wrong = '', right = ''] = Array.from(page.matchAll(/```sense\n([\s\S]*?)```/g), (match) => match[1] ?? '')
  return { wrong, right }
}

const problemsIn = (text: string) => checkProgram(sourceFileOf('example.sns', text), undefined, nodeSources)

describe('a page of docs/errors', () => {
  it.each(codes)('%s: the right example', (code) => {
    expect(problemsIn(examplesOf(code).right)).toEqual([])
  })

  it.each(codes)('%s: the wrong example', async (code) => {
    const { wrong } = examplesOf(code)
    const problems = problemsIn(wrong)
    expect([...new Set(problems.map((problem) => problem.code))]).toEqual([code])
    const reports = problems.map((problem) => renderTerminal(problem))
    await expect(`${wrong}\n${reports.join('\n\n')}\n`).toMatchFileSnapshot(`${code}.txt`)
  })
})
