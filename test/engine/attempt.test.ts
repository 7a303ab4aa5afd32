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
