import { describe, expect, it } from 'vitest'
import { resultOf } from '../support/run-source.ts'

/** Lines of a program, and what it prints. */
async function prints(...lines: readonly string[]): Promise<string> {
  return await resultOf(`${lines.join('\n')}\n`)
}

describe('a variable that only holds Floats', () => {
  it('stays a Float where it is whole', async () => {
    expect(await prints('x = 0.5', 'x = x + 0.5', 'print(x, type_of(x), [x], str(x))')).toBe('1.0 Float [1.0] 1.0\n')
  })

  it('keeps the sign of its zero', async () => {
    expect(await prints('x = 0.0', 'x = -x', 'print(x, x == 0, not x, x * 5)')).toBe('-0.0 true true -0.0\n')
  })

  it('is false as zero only, so nan is true', async () => {
    expect(await prints('x = float("inf")', 'x = x - x', 'if x: print(x, x == x)')).toBe('nan false\n')
  })

  it('refuses to be divided by zero', async () => {
    expect(await prints('x = 1.5', 'y = 0.0', 'print(x / y)')).toMatch(/^SenseRuntimeError\[division-by-zero\] 3/)
    expect(await prints('x = 1.5', 'y = 0', 'print(x % y)')).toMatch(/^SenseRuntimeError\[division-by-zero\] 3/)
  })

  it('is compared exactly with an Int of any size', async () => {
    const text = ['x = 9007199254740992.0', 'n = 9007199254740992', 'n = n + 1', 'print(x == n, x < n, n - 1 == x)']
    expect(await prints(...text)).toBe('false true true\n')
  })

  it('is a Float to closures, parameters and agents too', async () => {
    const text = [
      'x = 1.5',
      'def half(v):',
      '  x = x + v',
      '  return v / 2',
      'agent a:',
      '  y = x * 2.0',
      'start(a)',
      'print(half(3.0), x, a.y, type_of(a.y))',
    ]
    expect(await prints(...text)).toBe('1.5 4.5 3.0 Float\n')
  })

  it('is negated, compared and joined by `or` whatever else the program might have stored', async () => {
    const text = [
      'def f(): return 0',
      'if len("a") == 1: f = 1.25',
      'def minus(v): return -v',
      'print(minus(f), nil or f)',
    ]
    expect(await prints(...text)).toBe('-1.25 1.25\n')
  })
})

describe('a loop over range', () => {
  it('gives each round a variable of its own', async () => {
    const text = ['fs = []', 'for i in range(3):', '  def f(): return i', '  i = i * 10', '  push(fs, f)']
    expect(await prints(...text, 'for f in fs: print(f())')).toBe('0\n10\n20\n')
  })

  it('counts down, in steps, and not at all', async () => {
    const text = [
      'for i in range(5, 0, -2): print(i)',
      'for i in range(3, 0): print(i)',
      's = 4',
      'for i in range(0, 9, s): print(i)',
    ]
    expect(await prints(...text)).toBe('5\n3\n1\n0\n4\n8\n')
  })

  it('goes on beyond 2^53', async () => {
    const text = ['a = 9007199254740990', 'for i in range(a, a + 4): print(i)']
    expect(await prints(...text)).toBe('9007199254740990\n9007199254740991\n9007199254740992\n9007199254740993\n')
  })

  it('counts exactly where the distance is no safe integer', async () => {
    const text = ['a = 9007199254740991', 'for i in range(-a, a, 4503599627370497): print(i)']
    expect(await prints(...text)).toBe('-9007199254740991\n-4503599627370494\n3\n4503599627370500\n')
  })

  it('raises the errors of range where range is called', async () => {
    expect(await prints('x = 1', 'for i in range(0, 5, 0): print(i)')).toMatch(
      /^SenseRuntimeError\[range-zero-step\] 2/,
    )
    expect(await prints('for i in range(1.0): print(i)')).toMatch(/^SenseRuntimeError\[range-not-int\] 1/)
    expect(await prints('for i in range(10000000000): print(i)')).toMatch(/^SenseRuntimeError\[array-too-long\] 1/)
  })

  it('runs over what a program puts in the place of range', async () => {
    expect(await prints('def ends(n): return [n, n]', 'range = ends', 'for i in range(7): print(i)')).toBe('7\n7\n')
  })
})

describe('types of a program', () => {
  it('are found in little time where they travel far', async () => {
    const count = 1_500
    const names = Array.from({ length: count + 1 }, (_, index) => `x${index}`)
    const text = [
      ...names.map((name) => `${name} = 0`),
      'for round in range(2):',
      ...names.slice(1).map((name, index) => `  x${index} = ${name}`),
      `  x${count} = 1.5`,
      'print(x0)',
    ]
    const start = performance.now()
    expect(await prints(...text)).toBe('0\n')
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
