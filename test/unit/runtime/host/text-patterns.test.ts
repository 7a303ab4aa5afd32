import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { codeOf, problemOf } from '../values/problem-of.ts'
import { callMember } from './call-member.ts'

const call = (name: string, ...args: readonly Value[]): Value => callMember(`text.${name}`, args)

it('matches searches anywhere', () => {
  expect(call('matches', 'order 66', '\\d+')).toBe(true)
  expect(call('matches', 'order 66', '^\\d+$')).toBe(false)
  expect(call('matches', '😀', '^.$')).toBe(true)
  expect(call('matches', 'élan', '^\\p{L}+$')).toBe(true)
  expect(call('matches', '', '')).toBe(true)
})

it('find_all gives the whole and the groups of each match', () => {
  expect(call('find_all', 'a=1, b=', '(\\w)=(\\d)?')).toEqual([
    ['a=1', 'a', '1'],
    ['b=', 'b', null],
  ])
  expect(call('find_all', '2026-10', '(?<year>\\d+)-(?<month>\\d+)')).toEqual([['2026-10', '2026', '10']])
  expect(call('find_all', 'abc', 'x')).toEqual([])
  expect(call('find_all', '😀a', '')).toEqual([[''], [''], ['']])
})

it('replace_all knows groups by number and by name', () => {
  expect(call('replace_all', 'Ada Lovelace', '(\\w+) (\\w+)', '$2, $1')).toBe('Lovelace, Ada')
  expect(call('replace_all', '2026-10', '(?<y>\\d+)-(?<m>\\d+)', '$<m>/$<y>')).toBe('10/2026')
  expect(call('replace_all', 'a1b2', '\\d', '[$&]$$')).toBe('a[1]$b[2]$')
  expect(call('replace_all', 'aXb', 'X', '$5')).toBe('a$5b')
  expect(call('replace_all', 'ab', '', '-')).toBe('-a-b-')
})

it('replace_all writes what JavaScript writes', () => {
  const pieces = ['$', '$$', '$&', '$`', "$'", '$1', '$2', '$0', '$01', '$10', '$11', '$<n>', '$<m', '>', '1', 'x', '<']
  const templates = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((chosen) => chosen.join(''))
  const patterns = fc.constantFrom('a', '(a)(b)?', '(?<n>a)|(b)', '(?<n>a|😀)', '', '(((((((((((a)))))))))))', '.')
  const texts = fc.array(fc.constantFrom('a', 'b', '😀', '\n', '\ud83d'), { maxLength: 12 }).map((all) => all.join(''))
  fc.assert(
    fc.property(texts, patterns, templates, (text, pattern, template) => {
      expect(call('replace_all', text, pattern, template)).toBe(text.replace(new RegExp(pattern, 'gu'), template))
    }),
    { numRuns: 2_000 },
  )
})

const faults: readonly (readonly [pattern: string, reason: string])[] = [
  ['(', 'unterminated group'],
  ['[a', 'unterminated character class'],
  ['a**', 'nothing to repeat'],
  ['\\', '\\ at end of pattern'],
  ['{', 'lone quantifier brackets'],
  ['\\_', 'invalid escape'],
  [')', "unmatched ')'"],
  ['a/gu: (', 'unterminated group'],
  ['a\n(', 'unterminated group'],
]

it.each(faults)('a bad pattern is an error with its reason: %j', (pattern, reason) => {
  for (const [name, ...rest] of [['matches'], ['find_all'], ['replace_all', '']] as const) {
    const problem = problemOf(() => call(name, 'abc', pattern, ...rest))
    expect(problem?.code).toBe('bad-pattern')
    expect(problem?.headline).toMatch(/^the pattern `.*` cannot be read: /)
    expect(problem?.headline.endsWith(`cannot be read: ${reason}`)).toBe(true)
  }
})

it('a pattern has a limit, because V8 may end the process over a huge one', () => {
  expect(codeOf(() => call('matches', 'a', 'a'.repeat(10_000)))).toBe('none')
  expect(problemOf(() => call('matches', 'a', '('.repeat(10_001)))?.headline).toContain('longer than 10,000 code units')
  expect(codeOf(() => call('matches', 'a', '(?:'.repeat(1_666) + 'a' + ')*'.repeat(1_666)))).toBe('none')
})

it('a pattern that needs too much memory is an error', () => {
  const text = 'ab'.repeat(2 ** 24)
  expect(codeOf(() => call('matches', text, '(?:a|b)*c'))).toBe('pattern-out-of-room')
  expect(codeOf(() => call('find_all', text, '(a|b)*$'))).toBe('pattern-out-of-room')
  expect(codeOf(() => call('matches', text, '^[ab]*$'))).toBe('none')
})
