import { describe, expect, it } from 'vitest'
import { apply, handBack, later, resultOf } from '../support/run-source.ts'

const options = { hostBuiltins: [later, handBack, apply] }
const run = (text: string): Promise<string> => resultOf(text, options)

describe('a call that suspends', () => {
  it('works directly, at module level', async () => {
    expect(await run('print(later(1) + later(2))\n')).toBe('3\n')
  })

  it('works through a variable', async () => {
    expect(await run('f = later\nprint(f(3))\n')).toBe('3\n')
  })

  it('works through a parameter, an Array and a returned function', async () => {
    const text = `
def twice(f, x):
    return f(f(x))
def pick():
    return later
print(twice(later, 4), [str, later][1](5), pick()(6))
`
    expect(await run(text)).toBe('4 5 6\n')
  })

  it('keeps loop positions and locals', async () => {
    const text = `
total = 0
for n in range(3):
    k = 0
    while k < 2:
        k = k + later(1)
        total = total + n * later(k)
print(total)
`
    expect(await run(text)).toBe('9\n')
  })

  it('keeps half-evaluated expressions', async () => {
    const text = `
a = 1
def change():
    a = later(10)
    return a
print(a + change() * 2, [a, later(2), a + later(3)], "x" + str(later(4)) + "y", later(false) or later(5))
`
    expect(await run(text)).toBe('21 [10, 2, 13] x4y 5\n')
  })

  it('works five calls deep inside a loop in a block', async () => {
    const text = `
def a(n):
    return b(n) + 1
def b(n):
    return c(n) + 1
def c(n):
    if n > 0:
        for i in [1]:
            return d(n) + i
    return 0
def d(n):
    return e(n) + 1
def e(n):
    return later(n)
print(a(10), a(0))
`
    expect(await run(text)).toBe('14 2\n')
  })

  it('nests 100,000 deep', async () => {
    const text = `
def down(n):
    if n == 0:
        return later(0)
    return down(n - 1) + 1
print(down(100000))
`
    expect(await run(text)).toBe('100000\n')
  })

  it('ends in a clean error when it nests without end', async () => {
    const text = `
def down(n):
    hand_back(n)
    return down(n + 1)
down(0)
`
    expect(await run(text)).toMatch(/^SenseRuntimeError\[recursion-too-deep\] \d: maximum recursion depth exceeded$/)
  })

  it('lets one call site call plain and suspending functions in turn', async () => {
    const text = `
def plain(x):
    return x + 1
for f in [plain, later, str, plain, later]:
    print(f(1))
`
    expect(await run(text)).toBe('2\n1\n1\n2\n1\n')
  })

  it('is a tool, called directly and through a variable', async () => {
    const text = `
tool fetch(n: Int) returns Int:
    return later(n) + 1
f = fetch
print(fetch(1), f(2))
for line in audit_log():
    print(line)
`
    expect(await run(text)).toBe("2 3\n[line 5] tool 'fetch' -> called\n[line 5] tool 'fetch' -> called\n")
  })

  it('checks the result type when the body ends', async () => {
    const text = `
def f() -> Int:
    return later("x")
f()
`
    expect(await run(text)).toMatch(/^SenseTypeError\[wrong-result-type\] 4: /)
  })

  it('raises errors where the call stands, through all frames', async () => {
    const text = `
def inner(n):
    later(1)
    return n / 0
def outer(n):
    return inner(n) + 1
outer(1)
`
    expect(await run(text)).toMatch(/^SenseRuntimeError\[division-by-zero\] 4: /)
  })

  it('can be called back by a builtin that may wait', async () => {
    const text = `
def slow(x):
    return later(x) + 1
print(apply(slow, 1), apply(str, 2))
`
    expect(await run(text)).toBe('2 2\n')
  })
})
