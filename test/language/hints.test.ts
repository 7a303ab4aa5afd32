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

  it('of an index says which there are, and how to keep to them', async () => {
    expect((await runSource('xs = [1, 2]\nxs[2]\n')).diagnostics[0]).toMatchObject({
      detail: 'Its indices run from 0 to 1, or from -1 back to -2.',
      hint: 'indices begin at 0, so `x[-1]` is the last one; `for i in range(len(x)):` never goes too far',
    })
    expect(await reportOf('"ab"[-3]\n')).toMatchObject({ hint: 'look first: `if i < len(x):`' })
  })

  it.each(['def f(xs: Array<Int>): return xs\nf("1,2")\n', 'import sense text\ntext.join("a, b", ",")\n'])(
    'of a String where an Array is wanted shows both ways to make one: %j',
    async (text) => {
      const hint = 'an Array of it alone is `[x]`; its parts are `text.split(x, ",")`, after `import sense text`'
      expect(await reportOf(text)).toMatchObject({ hint })
    },
  )

  it.each([
    ['files = connect_mcp("files", "npx", [], files.use)', 'a capability is given as a String here: `"files.use"`'],
    ['connect_mcp("files", "npx", [], a.b.c, call_timeout: 3)', 'a capability is given as a String here: `"a.b.c"`'],
    ['totl = 1\nconnect_mcp("files", "npx", [total])', 'a name close to it is `totl`'],
  ])('of a name that is not bound knows a capability without quotes: %s', async (text, hint) => {
    expect(await reportOf(text)).toMatchObject({ hint })
  })
})

describe('a failed assertion of a comparison', () => {
  const factsOf = async (text: string) => (await runSource(text)).diagnostics[0]?.evidence?.facts

  it.each([
    ['a = 3\nassert(a + 1 == len("ab"))', '4', '2'],
    ['assert(1.5 + 1 > 3, "too small")', '2.5', '3'],
    ['assert("3" == 3)', '"3"', '3'],
    ['assert(["a", nil] == [])', '["a", null]', '[]'],
    ['x = []\npush(x, x)\nassert(x != x)', '[[...]]', '[[...]]'],
    ['def f(x): return x\nassert((f(1) < f(2)) == f("y"), f("no"))', 'true', '"y"'],
  ])('shows both values: %s', async (text, left, right) => {
    expect(await factsOf(text)).toEqual([
      ['left', left],
      ['right', right],
    ])
  })

  it('shows the beginning of what is long', async () => {
    const [left, right] = (await factsOf('assert(range(1000000) == [1 == 1, "x" + str(range(1000000))])')) ?? []
    expect(left?.[1]).toMatch(/^\[0, 1, 2, .*…$/)
    expect(right?.[1]).toMatch(/^\[true, "x\[0, 1, .*…$/)
    expect(left?.[1].length).toBeLessThan(400)
  })

  it('evaluates its operands once and from left to right, then compares, then evaluates the message', async () => {
    const text = `
def see(x):
    print(x)
    return x
attempt:
    assert(see(1) < see("a"), see("message"))
failed p:
    print(p.code)
attempt:
    assert(see(1) == see(2), see("message"))
failed p:
    print(p.message)
print(assert(see(1) == 1, see("message")))
`
    expect((await runSource(text)).output).toBe('1\na\nnot-comparable\n1\n2\nmessage\nmessage\n1\nmessage\nnil\n')
  })

  it('looks up `assert` before its operands are evaluated', async () => {
    const text = 'def swap():\n    assert = print\n    return 1\nassert(swap() == 2)'
    expect(await runSource(text)).toMatchObject({ output: '', diagnostics: [{ code: 'assertion-failed' }] })
  })

  it('shows no values where `assert` is a function of the program', async () => {
    expect((await runSource('def assert(x): return x\nprint(assert(1 == 2))')).output).toBe('false\n')
  })
})
