/**
 * The traps of the language: meanings that are easily lost on the way to JavaScript. Each has its programs here, with what
 * they print after `-->`. What needs real processes is elsewhere: trap 10 goes on in `test/cli/limits.test.ts`, trap 11 is in
 * `test/cli/run.test.ts` and `test/cli/interrupt.test.ts`, and the table of trap 9 in `test/engine/agents-callee-kinds.test.ts`.
 */

import { describe, expect, it } from 'vitest'
import { handBack, later, resultOf } from '../support/run-source.ts'

const traps: Readonly<Record<string, readonly string[]>> = {
  'trap 1: blocks and boundness': [
    'if true: x = 1\nprint(x)\n--> SenseNameError 2',
    'x = 0\nif true: x = 1\nprint(x)\n--> 1',
    'for i in range(2):\n    if i == 1: print(t)\n    t = i\n--> SenseNameError 2',
    'i = 0\nwhile i < 2:\n    if i == 1: print(t)\n    t = i\n    i = i + 1\n--> SenseNameError 3',
  ],
  'trap 2: what a function assigns': [
    'def f(): x = 2\nx = 1\nf()\nprint(x)\n--> 2',
    'def f():\n    x = 2\n    return x\nprint(f())\nx = 1\nprint(x)\n--> 2 1',
    'def f():\n    x = 2\n    return x\nf()\nx = 1\nprint(x)\nf()\nprint(x)\n--> 1 2',
    'def outer(binds):\n    if binds: x = 0\n    def inner(): x = 5\n    inner()\n    return x\nprint(outer(true))\n--> SenseNameError 5',
    'def outer():\n    def inner(): x = 5\n    inner()\n    x = 1\n    inner()\n    return x\nprint(outer())\n--> 5',
  ],
  'trap 3: local, parameters and builtins': [
    'x = 1\ndef f():\n    local x = x + 1\n    return x\nprint(f(), x)\n--> 2 1',
    'x = 1\ndef f(x):\n    x = x + 10\n    return x\nprint(f(5), x)\n--> 15 1',
    'def count(xs): return len(xs)\nlen = str\nprint(count([1]), len([1]) == "[1]")\n--> [1] true',
    'def f(len): return len\ndef g():\n    local len = 3\n    return len\nprint(f(1), g(), len([1, 2]))\n--> 1 3 2',
  ],
  'trap 4: functions and their places': [
    'fs = []\nfor i in range(3):\n    def f(): return i\n    push(fs, f)\nprint(fs[0](), fs[1](), fs[2]())\n--> 0 1 2',
    'fs = []\ni = 0\nwhile i < 2:\n    k = i\n    def f():\n        k = k + 10\n        return k\n    push(fs, f)\n    i = i + 1\nprint(fs[0](), fs[0](), fs[1]())\n--> 10 20 11',
    'print(f())\ndef f(): return 1\n--> SenseNameError 1',
    'def f(): return 1\ndef g(): return f()\nprint(g())\ndef f(): return 2\nprint(g())\n--> 1 2',
  ],
  'trap 5: the order of evaluation': [
    'def f():\n    x = 7\n    return 8\nx = 1\nx = f()\nprint(x)\n--> 8',
    'def g():\n    f = nil\n    return 3\ny = g()\nprint(y)\n--> 3',
    'def bind():\n    z = 1\n    return z\ndef f():\n    z = bind()\n    return z\nprint(f())\nprint(z)\n--> 1 SenseNameError 8',
    'a = 1\ndef f():\n    a = 100\n    return a\nprint(a + f(), a)\n--> 101 100',
    'a = [1]\ndef f():\n    a = [9, 9]\n    return 0\nprint(a[f()], a)\n--> 1 [9, 9]',
  ],
  'trap 6: Int and Float': [
    'print(type_of(4 / 2), 4 / 2)\n--> Float 2.0',
    'def half(): return 0.5\nxs = [0.5 + half()]\nimport sense json\nprint(xs[0], type_of(xs[0]), json.text(xs), json.parse("[1.0, 1]"))\n--> 1.0 Float [1.0] [1.0, 1]',
    'print(0 * -5, (0 * -5) * 1.0, -0.0, 0.0 * -1)\n--> 0 0.0 -0.0 -0.0',
    'big = 9007199254740993\nprint(big == 9007199254740992.0, big > 9007199254740992.0, big - 1 == 9007199254740992.0)\n--> false true true',
    'big = 100000000000000000000\nprint(-7 % 3, 7 % -3, -7.5 % 2, -big % 7, big % -7)\n--> 2 -2 0.5 5 -5',
    'print(10000000000000000000000000001 / 10000000000000000000000000000, 9007199254740993 / 3)\n--> 1.0 3002399751580331.0',
    'n = 2147483600\ns = 9007199254740000\nfor i in range(100):\n    n = n + 1\n    s = s + 10\nprint(n, s)\n--> 2147483700 9007199254741000',
    'x = 2\nwhile true: x = x * x\n--> SenseRuntimeError 2',
  ],
  'trap 7: code points': [
    'print(len("a😀b"), "a😀b"[1], "a😀b"[-1])\n--> 3 😀 b',
    'print("\uffff" < "😀", "😀" > "\uffff", "a" < "😀")\n--> true true true',
    's = ""\nfor i in range(200000): s = s + "x"\nn = 0\nfor i in range(200000):\n    if s[i] == "x": n = n + 1\nprint(n)\n--> 200000',
    'import sense text\na = text.repeat("😀b", 20000)\nb = text.repeat("c😀", 20000)\nn = 0\nfor i in range(40000):\n    if a[i] == "b": n = n + 1\n    if b[i] == "c": n = n + 1\nprint(n)\n--> 40000',
  ],
  'trap 8: checks, values and names': [
    'def f(n: Int): return n\nprint(f(1))\ng = f\ng("x")\n--> 1 SenseTypeError 4',
    'def f(n): return n\nprint(f(1))\ng = f\ng()\n--> 1 SenseRuntimeError 4',
    'f = len\nprint(f([1]), [str][0](2) + "!", type_of(f))\n--> 1 2! Function',
    'new = class = eval = arguments = undefined = __proto__ = constructor = this = 3\nprint(new + class + eval + arguments + undefined + __proto__ + constructor + this)\n--> 24',
    'def constructor(__proto__, eval): return __proto__ + eval\ndef arguments(new): return new\nprint(constructor(1, 2), arguments(4))\n--> 3 4',
    'memory m\nprint(m.constructor)\n--> SenseRuntimeError 2',
    'import sense json\nr = json.parse("{\\"__proto__\\": 1, \\"constructor\\": 2}")\nprint(r.__proto__, r["constructor"], len(r))\nprint(r.toString)\n--> 1 2 2 SenseRuntimeError 4',
  ],
  'trap 9: suspension': [
    'def a(x): return pick()(x)\ndef pick(): return b\ndef b(x): return c(x) + 1\ndef c(x): return d(x) + 1\ndef d(x): return pause(x) + 1\nagent w:\n    total = 0\n    for i in range(3):\n        if true: total = total + [10, a(i) * 2][1] + i\nstart(w)\nprint(w.pause_reason, w.total)\nresume(w, 5)\nresume(w, 6)\nprint(w.pause_reason, w.total)\nresume(w, 7)\nprint(w.status, w.total)\n--> 0 0 2 35 completed 57',
    'def plain(x): return x\nf = plain\nfor i in range(4):\n    if i % 2 == 0: f = later\n    else: f = plain\n    print(f(i))\n--> 0 1 2 3',
  ],
  'trap 10: depth and cycles': [
    'def f(n): return f(n + 1)\nf(0)\n--> SenseRuntimeError 1',
    'def f(n): return g(n, 1)\ndef g(n, k): return f(n + k) + 1\nh = g\nattempt:\n    [h][0](1, 1)\nfailed p:\n    print(p.class)\n--> SenseRuntimeError',
    'xs = [1]\npush(xs, xs)\nys = [1]\npush(ys, ys)\nprint(xs, xs == ys, str([xs]))\n--> [1, [...]] true [[1, [...]]]',
  ],
  'trap 12: lines of errors': [
    'x = (1 +\n    2 +\n    "a")\n--> SenseRuntimeError 2',
    'def f(a): return a\nx = f(\n    1,\n    2\n)\n--> SenseRuntimeError 2',
    'xs = [1]\ny = (xs\n    [5])\n--> SenseRuntimeError 3',
    'xs = [1]\ny = (1 *\n    (2 -\n        xs\n        ))\n--> SenseRuntimeError 3',
  ],
}

describe.each(Object.entries(traps))('%s', (_trap, programs) => {
  it.each(programs)('%s', async (program) => {
    const [text = '', expected = ''] = program.split('--> ')
    const result = await resultOf(text, { hostBuiltins: [later, handBack] })
    // One line: what was printed, then the class and line of an error.
    const shown = result
      .replace(/(Sense\w+)\[[^\]]*\] (\d+): .*$/s, '$1 $2')
      .trim()
      .replaceAll('\n', ' ')
    expect(shown).toBe(expected)
  })
})
