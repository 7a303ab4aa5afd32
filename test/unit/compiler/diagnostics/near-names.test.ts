import { describe, expect, it } from 'vitest'
import { nearNames } from '../../../../src/compiler/diagnostics/near-names.ts'

describe('nearNames', () => {
  it.each([
    ['totl', ['total', 'x', 'tot'], ['tot', 'total']],
    ['pritn', ['print', 'point'], ['print']],
    ['Total', ['total'], ['total']],
    ['len', ['range', 'push'], []],
    ['x', ['y', 'z'], []],
    ['ab', ['ba', 'cd'], ['ba']],
    ['count', ['count'], []],
    ['value', ['values', 'valve', 'vale', 'valued'], ['vale', 'valued', 'values']],
  ])('%s among %j', (wanted, candidates, near) => {
    expect(nearNames(wanted, candidates)).toEqual(near)
  })

  it('does bounded work for many and for huge names', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `name_${index}`)
    const start = performance.now()
    nearNames('nmae_77', many)
    nearNames('x'.repeat(1_000_000), ['y'.repeat(1_000_000)])
    nearNames('short', ['y'.repeat(1_000_000)])
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
