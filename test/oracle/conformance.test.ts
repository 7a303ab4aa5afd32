/**
 * The oracle against the conformance cases: whoever judges the compiler has to be judged as well. Left out are the cases
 * that reach outside the program, and those that print the words of an error, which the oracle does not know.
 */

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { interpret } from './interpret.ts'

const folder = new URL('../conformance/cases/', import.meta.url)
const budget = { stepsMax: 20_000_000, depthMax: 400 }

const casesThatPrintWords = ['policy/one_capability_for_tool_and_action']
const casesThatNeedMore = [
  'beyond/deep_recursion',
  'agents/mailbox_before_start',
  'programs/big_numbers',
  'programs/prime_tools',
  'values/range_forms',
]

describe('the oracle agrees with the conformance case', () => {
  for (const name of caseNames()) {
    it(name, () => {
      const run = interpret(new Map([['main.sns', read(name, 'sns')]]), { budget, isWithHost: false })
      const [errorClass, line] = existsSync(pathOf(name, 'err')) ? read(name, 'err').trim().split(' ') : []
      if (run === 'syntax') {
        expect(errorClass).toBe('SenseSyntaxError')
        return
      }
      if (run === 'over-budget') throw new Error('the budget is too small for this case')
      const [firstError = ''] = run.errors
      const expected = errorClass === undefined ? '' : `${errorClass} ${line === '-' ? firstError.split(' ')[1] : line}`
      expect({ output: run.output, error: firstError }).toEqual({ output: read(name, 'out'), error: expected })
    })
  }
})

function caseNames(): readonly string[] {
  const left = [...casesThatPrintWords, ...casesThatNeedMore]
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sns') && !path.includes('.files'))
    .map((path) => path.slice(0, -'.sns'.length))
    .filter((name) => !left.includes(name) && !reachesOutside(name))
}

function reachesOutside(name: string): boolean {
  return existsSync(pathOf(name, 'files')) || /\bimport\b|persistent|connect_mcp/.test(read(name, 'sns'))
}

function pathOf(name: string, extension: string): URL {
  return new URL(`${name}.${extension}`, folder)
}

function read(name: string, extension: string): string {
  return readFileSync(pathOf(name, extension), 'utf8')
}
