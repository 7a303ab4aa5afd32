/**
 * Every syntax error as a reader sees it. The programs are the wrong examples of `docs/errors/`, so a page cannot show one
 * that gives another error; the right examples must parse. Each snapshot holds the program and its report.
 */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as catalogue from '../../../src/compiler/diagnostics/catalogue/syntax.ts'
import { renderTerminal } from '../../../src/compiler/diagnostics/render-terminal.ts'
import { sourceFileOf } from '../../../src/compiler/source/source-file.ts'
import { parse } from '../../../src/compiler/syntax/parse.ts'

// Their programs are too long for a page; `limits.test.ts` has them.
const withoutExample = ['chain-too-long', 'more-problems', 'nesting-too-deep', 'too-many-parameters']
const codes = Object.values(catalogue).map((kind) => kind.code)

function examplesOf(code: string): { wrong: string; right: string } {
  const page = readFileSync(new URL(`../../../docs/errors/${code}.md`, import.meta.url), 'utf8')
  const [wrong = '', right = ''] = Array.from(page.matchAll(/```sense\n([\s\S]*?)```/g), (match) => match[1] ?? '')
  return { wrong, right }
}

const problemsIn = (text: string) => parse(sourceFileOf('example.sns', text)).problems

describe('a page of docs/errors', () => {
  it.each(codes)('%s: the right example parses', (code) => {
    expect(problemsIn(examplesOf(code).right)).toEqual([])
  })

  it.each(codes)(
    '%s: the first sentence is about the program, so that nobody takes the mistake for the rule',
    (code) => {
      const page = readFileSync(new URL(`../../../docs/errors/${code}.md`, import.meta.url), 'utf8')
      expect(page).toMatch(/^# `[\w-]+`\n\nSenseSyntaxError: .*\bthe program\b/)
    },
  )

  it.each(codes.filter((code) => !withoutExample.includes(code)))('%s: the wrong example', async (code) => {
    const { wrong } = examplesOf(code)
    const problems = problemsIn(wrong)
    expect(problems.map((problem) => problem.code)).toEqual([code])
    const reports = problems.map((problem) => renderTerminal(problem))
    await expect(`${wrong}\n${reports.join('\n\n')}\n`).toMatchFileSnapshot(`${code}.txt`)
  })
})
