/** What `sense check --fix` makes of wrong text. */

import { describe, expect, it } from 'vitest'
import { nodeSources } from '../../../../src/adapters/node/source-files.ts'
import { applyCertainFixes } from '../../../../src/compiler/checks/apply-fixes.ts'
import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'
import { checkProgram } from '../../../../src/engine/check-program.ts'

function fixed(text: string): string {
  return applyCertainFixes(text, checkProgram(sourceFileOf('t.sns', text), undefined, nodeSources)).text
}

describe('a certain fix', () => {
  it.each([
    ['if a: b\nelif c: d', 'if a: b\nelse if c: d'],
    ['x = a&&b', 'x = a and b'],
    ['x = a || b', 'x = a or b'],
    ['x = !a', 'x = not a'],
    ['x = a === b', 'x = a == b'],
    ['x = a !== b', 'x = a != b'],
    ['x = a <> b', 'x = a != b'],
    ['x = 1\nx += 2', 'x = 1\nx = x + 2'],
    ['x = 1\nx -= 2 - y  # why', 'x = 1\nx = x - (2 - y)  # why'],
    ['n = 1\nn++', 'n = 1\nn = n + 1'],
    ["x = 'a'", 'x = "a"'],
    ['x = “a”', 'x = "a"'],
    ['// note', '# note'],
    ['x = 1;', 'x = 1'],
    ['x = 1_000', 'x = 1000'],
    ['x = .5', 'x = 0.5'],
    ['x = 5.', 'x = 5.0'],
    ['x = 15e2', 'x = 1500.0'],
    ['if a\n  b', 'if a:\n  b'],
    ['f(x):\n  return x', 'def f(x):\n  return x'],
    ['function f(x):\n  return x', 'def f(x):\n  return x'],
    ['def f() returns Int: return 1', 'def f() -> Int: return 1'],
    ['tool t() -> Int: return 1', 'tool t() returns Int: return 1'],
    ['m = inference("mock")', 'model m = inference("mock")'],
    ['reversible action f(): g()\ncompensate: h()', 'reversible action f(): g()\nrollback: h()'],
    ['if a:\n\tb\n\tif c:\n\t\td', 'if a:\n    b\n    if c:\n        d'],
    ['if a:\n\tb = """x\n\ty\n\tz"""\n\tc', 'if a:\n    b = """x\n\ty\n\tz"""\n    c'],
    ['x := 5', 'x = 5'],
    ['x = None\nprint(x)', 'x = nil\nprint(x)'],
    ['import sense text\nprint(1)', 'print(1)'],
    ['from sense text import trim, lower\nprint(lower)', 'from sense text import lower\nprint(lower)'],
    ['from sense text import trim, lower\nprint(trim)', 'from sense text import trim\nprint(trim)'],
  ])('%j', (text, expected) => {
    expect(fixed(text)).toBe(expected)
  })
})

describe('nothing is changed where it is not certain', () => {
  it.each([
    'x = 1; y = 2',
    'a.b += 1',
    'x += "a"',
    'x = \'say "hi"\'',
    'import python "os"',
    'if not a == b: print(1)\na = 1\nb = 1',
    'if a:\n\t b',
    'x = 1.5e3',
  ])('%j', (text) => {
    expect(fixed(text)).toBe(text)
  })
})
