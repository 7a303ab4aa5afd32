import { describe, expect, it } from 'vitest'
import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'
import {
  chainLinksMax,
  nestingDepthMax,
  parametersMax,
  problemsKeptMax,
} from '../../../../src/compiler/syntax/limits.ts'
import { parse } from '../../../../src/compiler/syntax/parse.ts'

const codesOf = (text: string) => parse(sourceFileOf('t.sns', text)).problems.map((problem) => problem.code)
const blocks = (depth: number) =>
  `${Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}if x:`).join('\n')} y`

describe('nesting', () => {
  it.each([
    ['parentheses', (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`],
    ['calls', (depth: number) => `${'f(a: '.repeat(depth)}1${')'.repeat(depth)}`],
    ['prefixes', (depth: number) => `${'not - '.repeat(depth / 2)}1`],
    ['assignments', (depth: number) => `${'x = '.repeat(depth)}1`],
    ['types', (depth: number) => `x: ${'Array<'.repeat(depth)}Int${'>'.repeat(depth)} = 1`],
    ['one-line bodies', (depth: number) => `${'if x: '.repeat(depth)}y`],
    ['blocks', blocks],
  ])('of %s is limited', (_, make) => {
    expect(codesOf(make(nestingDepthMax))).toEqual([])
    expect(codesOf(make(nestingDepthMax + 2))[0]).toBe('nesting-too-deep')
  })

  it('of a hundred thousand levels is one problem', () => {
    expect(codesOf(`${'('.repeat(100_000)}1${')'.repeat(100_000)}`)).toEqual(['nesting-too-deep'])
    expect(codesOf('['.repeat(100_000))).toEqual(['nesting-too-deep'])
    expect(codesOf(`${'- '.repeat(100_000)}1`)).toEqual(['nesting-too-deep'])
  })
})

describe('chains', () => {
  it.each([
    ['operators', (links: number) => `1${' + 1'.repeat(links)}`],
    ['members', (links: number) => `x${'.y'.repeat(links)}`],
    ['else if', (links: number) => `if x: y\n${'else if x: y\n'.repeat(links)}`],
  ])('of %s are limited', (_, make) => {
    expect(codesOf(make(chainLinksMax))).toEqual([])
    expect(codesOf(make(chainLinksMax + 1))).toEqual(['chain-too-long'])
  })

  it('of `else if` may all the same end in an `else`', () => {
    expect(codesOf(`if x: y\n${'else if x: y\n'.repeat(chainLinksMax)}else: z\n`)).toEqual([])
  })
})

describe('parameters', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`).join(', ')

  it.each([
    ['function', (list: string) => `def f(${list}): return 1`],
    ['tool', (list: string) => `tool f(${list}): return 1`],
    ['action', (list: string) => `irreversible action f(${list}): return 1`],
  ])('of a %s are limited', (_, make) => {
    expect(codesOf(make(names(parametersMax)))).toEqual([])
    expect(codesOf(make(names(parametersMax + 1)))).toEqual(['too-many-parameters'])
  })
})

describe('problems', () => {
  it('beyond twenty are counted', () => {
    const { problems } = parse(sourceFileOf('t.sns', 'x = ;\n'.repeat(problemsKeptMax + 12)))
    expect(problems).toHaveLength(problemsKeptMax + 1)
    expect(problems.at(-1)).toMatchObject({
      code: 'more-problems',
      headline: '12 more problems in this file are not shown',
    })
  })
})

describe('time', () => {
  // Each of these was, or could be, quadratic; a second is far more than the linear way takes.
  it.each([
    ['a string of a megabyte', `x = "${'a'.repeat(1_000_000)}"`],
    ['twenty thousand lines', 'x = f(1, "a") + y\n'.repeat(20_000)],
    ['unclosed brackets', 'f(\n'.repeat(20_000)],
    ['escaped quotes', `"${'\\"\n'.repeat(20_000)}`],
    ['unclosed single quotes', "' ".repeat(50_001)],
    ['spaces of another kind', 'a\u00a0'.repeat(50_000)],
  ])('stays linear for %s', (_, text) => {
    const start = performance.now()
    codesOf(text)
    expect(performance.now() - start).toBeLessThan(8_000)
  })
})
