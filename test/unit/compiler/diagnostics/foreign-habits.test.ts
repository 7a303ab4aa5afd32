import { expect, it } from 'vitest'
import { foreignMemberHint, foreignNameHint } from '../../../../src/compiler/diagnostics/foreign-habits.ts'

it.each(['None', 'True', 'False', 'null', 'undefined', 'self', 'this', 'console', 'elif', 'pass', 'except'])(
  'knows the name %s',
  (name) => {
    expect(foreignNameHint(name)).toMatch(/\S/)
  },
)

it('names the module that holds a function', () => {
  expect(foreignNameHint('sqrt')).toBe('write `import sense math`, then `math.sqrt(x)`')
  expect(foreignNameHint('text')).toBe('import the module first: `import sense text`')
})

it('knows nothing of ordinary names', () => {
  expect(foreignNameHint('total')).toBeUndefined()
  expect(foreignNameHint('constructor')).toBeUndefined()
  expect(foreignNameHint('__proto__')).toBeUndefined()
})

it('says what Sense has in place of a member', () => {
  expect(foreignMemberHint('Array', 'length')).toContain('`len(xs)`')
  expect(foreignMemberHint('Array', 'append')).toContain('`push(xs, x)`')
  expect(foreignMemberHint('String', 'upper')).toContain('`text.upper(s)`')
  expect(foreignMemberHint('Record', 'keys')).toContain('`records.keys(r)`')
  expect(foreignMemberHint('String', 'anything')).toContain('`import sense text` has the rest')
  expect(foreignMemberHint('Int', 'size')).toBe('write `len(x)`')
  expect(foreignMemberHint('Agent', 'nope')).toBeUndefined()
})
