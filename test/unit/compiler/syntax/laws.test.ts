/**
 * What holds for any text: tokens and trivia join to it, spans nest, and the parser never throws.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTextFault, findTreeFault } from '../../../fuzz/syntax-laws.ts'
import { builtInPrograms } from '../../../fuzz/syntax-inputs.ts'
import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'
import { parse } from '../../../../src/compiler/syntax/parse.ts'
import { walk } from '../../../../src/compiler/syntax/walk.ts'

function expectLaws(text: string): void {
  const file = sourceFileOf('t.sns', text)
  const { program, problems } = parse(file)
  expect(findTextFault(file)).toBeUndefined()
  expect(findTreeFault(file, program, problems)).toBeUndefined()
}

const damaged = fc
  .tuple(fc.constantFrom(...builtInPrograms), fc.nat(400), fc.nat(20), fc.string({ unit: 'binary', maxLength: 8 }))
  .map(([program, start, length, text]) => program.slice(0, start) + text + program.slice(start + length))

describe('the parser', () => {
  it('keeps its laws for arbitrary text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), expectLaws), { numRuns: 500 })
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 80 }), expectLaws), { numRuns: 500 })
  })

  it('keeps its laws for damaged programs', () => {
    fc.assert(fc.property(damaged, expectLaws), { numRuns: 1_000 })
  })
})

describe('walk', () => {
  it('visits a long chain without recursion, a node before its children', () => {
    const { program } = parse(sourceFileOf('t.sns', `a${' + b'.repeat(9_000)}`))
    const kinds: string[] = []
    walk(program, (node) => {
      kinds.push(node.kind)
      return true
    })
    expect(kinds).toHaveLength(18_002)
    expect(kinds.slice(0, 2)).toEqual(['expression-statement', 'binary'])
  })

  it('leaves out what is below a node on request', () => {
    const { program } = parse(sourceFileOf('t.sns', 'def f(): g(1)\nh(2)'))
    const names: string[] = []
    walk(program, (node) => {
      if (node.kind === 'name') names.push(node.name)
      return node.kind !== 'function-declaration'
    })
    expect(names).toEqual(['h'])
  })
})
