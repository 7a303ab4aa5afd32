import { describe, expect, it } from 'vitest'
import { later, resultOf, runSource } from '../support/run-source.ts'

const run = (text: string): Promise<string> => resultOf(text, { hostBuiltins: [later] })

describe('attempt', () => {
  it('catches errors of plain and of waiting code, with their facts', async () => {
    const text = `
def plain():
    return 1 / 0
def waiting():
    return [later(1)][3]
for f in [plain, waiting]:
    attempt:
        f()
    failed p:
        print(p.class, p.code, p.line, p.file, type_of(p), p)
`
    expect(await run(text)).toBe(
      'SenseRuntimeError division-by-zero 3 test.sns Problem SenseRuntimeError: a number cannot be divided by zero\n' +
        'SenseRuntimeError index-out-of-bounds 5 test.sns Problem SenseRuntimeError: the index 3 is out of bounds: the Array has 1 element\n',
    )
  })

  it('catches recursion without end and denied tools, which stay on record', async () => {
    const text = `
def down(n):
    return down(n + 1)
attempt:
    down(0)
failed p:
    print(p.message)
tool t() requires a.b:
    return 1
policy: deny a.b
attempt:
    t()
failed p:
    print(p.class)
print(audit_log())
`
    expect(await run(text)).toBe(
      "maximum recursion depth exceeded\nSensePolicyError\n[[line 12] tool 't' -> denied (capability 'a.b' denied by policy)]\n",
    )
  })

  it('lets return, break and continue through, and raises again what assert is given', async () => {
    const text = `
def f():
    for i in range(5):
        attempt:
            if i == 0: continue
            if i == 2: break
            later(i)
        failed p:
            return "no"
    attempt:
        x = nil + 1
    failed p:
        return p
print(f().line)
assert(false, f())
`
    expect(await run(text)).toMatch(/^11\nSenseRuntimeError\[mixed-addition\] 11: /)
  })

  it('does not catch the end of the run', async () => {
    const aborter = new AbortController()
    const running = runSource('attempt:\n    while true: later(1)\nfailed p:\n    print("caught")\n', {
      hostBuiltins: [later],
      signal: aborter.signal,
    })
    setTimeout(() => {
      aborter.abort()
    }, 20)
    const { ending, output } = await running
    expect([ending, output]).toEqual(['cancelled', ''])
  })
})

describe('a test block', () => {
  it('records its result and stops nothing', async () => {
    const text = `
test "passes":
    x = later(1)
test "fails":
    test "inner":
        assert(false, "inner")
    assert(false, "outer")
def f():
    test "leaves":
        return 5
print(f())
`
    expect(await run(text)).toBe('5\n')
  })
})

describe('at a full stack', () => {
  it('attempt and test around a recursion catch its end', async () => {
    const recursion = (block: string): string => `
def r(n):
${block}
    return "none"
print(r(0))
`
    const attempt = '    attempt:\n        return r(n + 1)\n    failed p:\n        return p.code'
    expect(await run(recursion(attempt))).toBe('recursion-too-deep\n')
    expect(await run(recursion('    test "deep":\n        r(n + 1)'))).toBe('none\n')
  })
})

describe('a literal that is called', () => {
  it('is an error where it is reached, and nowhere else', async () => {
    expect(await run('print("a")\nif false:\n    1(2)\n')).toBe('a\n')
    expect(await run('print("a")\nx = 5("f", 1)\n')).toMatch(/^a\nSenseRuntimeError\[not-callable\] 2: /)
    expect(await run('"x"()\n')).toMatch(/^SenseRuntimeError\[not-callable\] 1: /)
    expect(await run('nil(1)\n')).toMatch(/^SenseRuntimeError\[not-callable\] 1: /)
  })
})
