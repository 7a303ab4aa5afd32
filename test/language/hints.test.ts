/** What the reports of frequent mistakes say beyond their headline. */

import { describe, expect, it } from 'vitest'
import { positionAt } from '../../src/compiler/source/positions.ts'
import { runSource } from '../support/run-source.ts'

/** The headline, the hint, and the lines and labels of the related places of the first error. */
async function reportOf(text: string) {
  const [error] = (await runSource(text)).diagnostics
  const related = (error?.related ?? []).map(({ place: { file, span }, label }) => {
    return `${positionAt(file.text, file.lineStarts, span.offsetStart).line}: ${label}`
  })
  return { headline: error?.headline, hint: error?.hint, related }
}

const declaredIn = (line: number) => [`${line}: declared here`]

describe('a report', () => {
  it('of a wrong number of arguments shows the declaration and how to write the call', async () => {
    const text = 'x = 1\ndef bill(items, tax): return items\nbill(1)\n'
    expect(await reportOf(text)).toMatchObject({ hint: 'write `bill(items, tax)`', related: declaredIn(2) })
    expect(await reportOf('def f(): return 1\ng = f\ng(1)\n')).toMatchObject({ hint: 'write `f()`' })
  })

  it('of a label written with `=` shows the colon', async () => {
    const text = 'model m = inference("mock", "m", confidence = 0.5)\n'
    expect((await reportOf(text)).hint).toMatch(/is written with a colon: `\w+: value`$/)
  })

  it.each([
    [
      'def f(xs: Array<Int>): return xs\nf([1, 2, "3"])\n',
      '`f` needs Array<Int> for `xs`, but got an Array with a String at `[2]`',
      1,
    ],
    [
      'def f(x: Array<Array<Int>>): return x\nf([[1], [2, nil]])\n',
      '`f` needs Array<Array<Int>> for `x`, but got an Array with nil at `[1][1]`',
      1,
    ],
    [
      'def f() -> Array<Float>:\n    return [1, true]\nf()\n',
      '`f` must return Array<Float>, but returned an Array with a Bool at `[1]`',
      1,
    ],
    ['def f(x: Int): return x\nf([1])\n', '`f` needs Int for `x`, but got an Array', 1],
  ])('of a wrong type names the element and the declaration: %j', async (text, headline, line) => {
    expect(await reportOf(text)).toMatchObject({ headline, related: declaredIn(line) })
  })

  it('of a declared variable names the element', async () => {
    const { headline } = await reportOf('x: Array<String> = ["a", 2]\n')
    expect(headline).toBe('`x` is declared as Array<String>, but its value is an Array with an Int at `[1]`')
  })

  it('of an Answer in an addition points to its value', async () => {
    const text = 'model m = inference("mock")\nset delegation = m\nx = "a" + ask("b")\n'
    expect((await reportOf(text)).hint).toBe('the text of an Answer is its `.value`')
  })

  it('of an action that is handed to a model says what to hand over', async () => {
    const text =
      'irreversible action pay(): print(1)\nmodel m = inference("mock")\nset delegation = m\nask_with_tools("x", [pay])\n'
    expect((await reportOf(text)).hint).toBe(
      'write a tool that prepares the action and verifies it, and hand over that tool',
    )
  })

  it.each([
    [
      'import os',
      "for Python's module write `import python os`, or use `import sense files` and `import sense program`; ",
    ],
    ['from numpy import array', "for Python's module write `import python numpy`; "],
    ['import axios as http', "for JavaScript's module write `import js axios`; "],
    ['import json', 'for the module of Sense write `import sense json`; '],
    ['import shop', 'check the spelling; '],
  ])('of a missing file says what else may be meant: %s', async (text, hint) => {
    expect((await reportOf(text)).hint).toContain(hint)
  })

  it('of an index says which there are', async () => {
    expect((await runSource('xs = [1, 2]\nxs[2]\n')).diagnostics[0]?.detail).toBe(
      'Its indices run from 0 to 1, or from -1 back to -2.',
    )
  })
})
