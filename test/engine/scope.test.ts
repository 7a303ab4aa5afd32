import { describe, expect, it } from 'vitest'
import { later, resultOf } from '../support/run-source.ts'

const run = (text: string): Promise<string> => resultOf(text, { hostBuiltins: [later] })

describe('assignment', () => {
  it('in a branch creates there, or updates what was bound before', async () => {
    expect(await run('if true:\n    x = 1\nprint(x)\n')).toMatch(/^SenseNameError\[unknown-name\] 3: /)
    expect(await run('x = 0\nif true:\n    x = 1\nprint(x)\n')).toBe('1\n')
  })

  it('in a loop body creates anew in each round', async () => {
    const text = 'for i in range(2):\n    if i == 1:\n        print(t)\n    t = i\n'
    expect(await run(text)).toMatch(/^SenseNameError\[unknown-name\] 3: /)
  })

  it('in a function writes the module variable only once the module bound it', async () => {
    const text = `
def f(v):
    x = v
    return x
print(f(1))
x = 10
print(f(2), x)
`
    expect(await run(text)).toBe('1\n2 2\n')
  })

  it('in a nested function finds the outer function first', async () => {
    const text = `
def outer():
    def inner():
        n = n + 1
        return n
    local n = 1
    inner()
    return n
n = 100
print(outer(), n)
`
    expect(await run(text)).toBe('2 100\n')
  })

  it('decides its target after the right side ran', async () => {
    const text = `
def f():
    x = 5
    return 1
x = 0
def g():
    y = h()
    return y
def h():
    return 7
x = f() + 1
print(x, g())
`
    expect(await run(text)).toBe('2 7\n')
  })

  it('prefers its own scope when both are bound by then', async () => {
    const text = `
def f(late):
    if late:
        x = 1
    x = 2
    bind()
    x = 3
    return x
def bind():
    return nil
print(f(true))
x = 0
print(f(true), x)
`
    expect(await run(text)).toBe('3\n3 3\n')
  })

  it('of a parameter changes the parameter, of a builtin replaces it, and local shadows', async () => {
    expect(await run('x = 1\ndef f(x):\n    x = 2\n    return x\nprint(f(5), x)\n')).toBe('2 1\n')
    expect(await run('def f():\n    return len("abc")\nlen = str\nprint(f())\n')).toBe('abc\n')
    expect(await run('def f():\n    local len = str\n    return len("abc")\nprint(f(), len("abc"))\n')).toBe('abc 3\n')
    expect(await run('x = 1\ndef f():\n    local x = x + 1\n    return x\nprint(f(), x)\n')).toBe('2 1\n')
  })

  it('behind and / or binds only if it ran', async () => {
    expect(await run('false and (x = 1)\nprint(x)\n')).toMatch(/unknown-name/)
    expect(await run('true and (x = 1)\nprint(x)\n')).toBe('1\n')
  })
})

describe('functions', () => {
  it('close over the variables of their iteration', async () => {
    const text = `
fs = []
for i in range(3):
    j = i * 10
    def f():
        return i + j
    push(fs, f)
print(fs[0](), fs[1](), fs[2]())
`
    expect(await run(text)).toBe('0 11 22\n')
  })

  it('are unbound before their def ran, and a second def wins', async () => {
    expect(await run('f()\ndef f():\n    return 1\n')).toMatch(/^SenseNameError\[unknown-name\] 1: /)
    expect(await run('def f():\n    return 1\ndef g():\n    return f()\ndef f():\n    return 2\nprint(g())\n')).toBe(
      '2\n',
    )
  })

  it('may have names that mean something in JavaScript', async () => {
    const text = `
new = 1
eval = 2
arguments = 3
undefined = 4
__proto__ = 5
constructor = 6
def function(this, await_it):
    return this + await_it
print(new + eval + arguments + undefined + __proto__ + constructor, function(1, 2))
`
    expect(await run(text)).toBe('21 3\n')
  })

  it('recurse until a clean error, in every form', async () => {
    const deep = 'SenseRuntimeError[recursion-too-deep]'
    expect(await run('def f(n):\n    return f(n + 1)\nf(0)\n')).toContain(deep)
    expect(await run('def f(n):\n    return g(n)\ndef g(n):\n    return f(n)\nf(0)\n')).toContain(deep)
    expect(await run('def f(g):\n    return g(g)\nf(f)\n')).toContain(deep)
    expect(await run('def f(n):\n    return [1, f([n])]\nf(0)\n')).toContain(deep)
    expect(await run('tool t(n):\n    return t(n)\nt(0)\n')).toContain(deep)
  })
})

describe('long chains', () => {
  const chain = (link: string, count: number): string => link.repeat(count)

  it('of operators, calls, members and else if run', async () => {
    expect(await run(`x = 0${chain(' + 1', 9000)}\nprint(x)\n`)).toBe('9000\n')
    expect(await run(`x = 1${chain(' and 1', 9000)}\nprint(x)\n`)).toBe('1\n')
    expect(await run(`def f():\n    return f\nprint(f${chain('()', 3000)} == f)\n`)).toBe('true\n')
    expect(await run(`a = [1]\na[0] = a\nprint(a${chain('[0]', 3000)} == a)\n`)).toBe('true\n')
    const branches = Array.from({ length: 3000 }, (_, n) => `else if x == ${n}:\n    print(${n})\n`).join('')
    expect(await run(`x = 2999\nif x == -1:\n    print("no")\n${branches}else:\n    print("none")\n`)).toBe('2999\n')
  })
})

describe('what V8 limits', () => {
  it('does not limit the arguments of a call', async () => {
    const many = Array.from({ length: 70_000 }, () => '1').join(',')
    expect(await run(`def f(a): return a\nf(${many})\n`)).toBe(
      'SenseRuntimeError[wrong-argument-count] 2: `f` takes 1 argument, but got 70000',
    )
  })

  it('does not limit names to what JavaScript calls a letter', async () => {
    expect(await run('\u2e2fa = 5\ndef \u2e2ff(\u2e2f): return \u2e2f + 1\nprint(\u2e2fa, \u2e2ff(2))\n')).toBe('5 3\n')
  })

  it('does not make a loop over a long String copy it', async () => {
    const text =
      's = "ab"\nfor i in range(26): s = s + s\nn = 0\nfor c in s:\n    n = n + 1\n    if n == 9: break\nprint(n)\n'
    expect(await run(text)).toBe('9\n')
  })
})

describe('a type check', () => {
  it('looks at a shared Array once', async () => {
    const type = `${'Array<'.repeat(31)}Int${'>'.repeat(31)}`
    expect(await run(`x = [1]\nfor i in range(30): x = [x, x]\ny: ${type} = x\nprint("ok")\n`)).toBe('ok\n')
    expect(await run('x: Array<Array<Int>> = [[1], ["a"]]\n')).toMatch(/^SenseTypeError/)
  })
})
