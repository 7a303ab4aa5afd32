import { afterEach, describe, expect, it } from 'vitest'
import { positionAt } from '../../src/compiler/source/positions.ts'
import { apply, later, runSource } from '../support/run-source.ts'

async function stackOf(text: string): Promise<readonly string[]> {
  const { diagnostics } = await runSource(text, { hostBuiltins: [later, apply] })
  return (diagnostics[0]?.stack ?? []).map(({ functionName, calledAt }) => {
    if (calledAt === undefined) return functionName
    const { line, column } = positionAt(calledAt.file.text, calledAt.file.lineStarts, calledAt.span.offsetStart)
    return `${functionName} ${line}:${column}`
  })
}

const plainProgram = `def average(xs):
    return 1 / len(xs)
def report():
    return average([])
print(report())
`

describe('the call stack of an error', () => {
  const before = Object.getOwnPropertyDescriptors(Error)
  afterEach(() => {
    Reflect.deleteProperty(Error, 'prepareStackTrace')
    Object.defineProperties(Error, before)
  })

  it('names plain functions and where each was called, innermost first', async () => {
    expect(await stackOf(plainProgram)).toEqual(['average 4:12', 'report 5:7'])
  })

  it('joins plain functions, tools and functions that waited', async () => {
    const text = `def average(xs):
    return 1 / len(xs)
def report():
    later(1)
    return average([])
tool t():
    return report()
def f(x):
    return t()
print(apply(f, 1))
`
    expect(await stackOf(text)).toEqual(['average 5:12', 'report 7:12', 't 9:12', 'f 10:7'])
  })

  it('leaves out a function that has returned a wrong result', async () => {
    const f = (body: string) => `def f() -> Int:\n    ${body}\n    return "x"\n`
    const rest = 'def g():\n    y = 1\n    return f()\nprint(g())\n'
    expect(await stackOf(f('y = 2') + rest)).toEqual(['g 7:7'])
    expect(await stackOf(f('later(1)') + rest)).toEqual(['g 7:7'])
  })

  it.each(['rec(0)', 'late(0)', '[rec][0](0)', 'run_tool(0)', 'print(rec(0))'])(
    'is right after the end of a recursion was caught: %s',
    async (call) => {
      const text = `def rec(n):
    return rec(n + 1)
def late(n):
    later(n)
    return late(n + 1)
tool run_tool(n):
    return run_tool(n + 1)
def share():
    return 1 / 0
def outer():
    attempt:
        ${call}
    failed p:
        assert(p.code == "recursion-too-deep", p)
        return share()
outer()
`
      expect(await stackOf(text)).toEqual(['share 15:16', 'outer 16:1'])
    },
  )

  it('leaves no callers behind, whose end the full stack could have hidden', async () => {
    const text = `tool plain(n): return plain(n + 1)
tool look(): return 1
for i in range(3):
    attempt:
        plain(0)
    failed p:
        assert(p.code == "recursion-too-deep")
look()
`
    const { auditEntries, diagnostics } = await runSource(text)
    expect(diagnostics).toEqual([])
    expect(auditEntries.at(-1)).toMatchObject({ name: 'look', callers: [] })
  })

  it('does not care what a host program did to stack traces, and leaves it as it was', async () => {
    Error.stackTraceLimit = 0
    const ours = (): string => 'theirs'
    Error.prepareStackTrace = ours
    expect(await stackOf(plainProgram)).toEqual(['average 4:12', 'report 5:7'])
    expect(Error.stackTraceLimit).toBe(0)
    expect(Reflect.get(Error, 'prepareStackTrace')).toBe(ours)
  })
})

describe('plain recursion', () => {
  it('nests 5,000 deep with 8 names on the stack that the command has', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `    x${index} = n + ${index}\n`).join('')
    const text = `def f(n):\n${names}    if n == 0: return 0\n    return 1 + f(n - 1)\nprint(f(5000))\n`
    expect((await runSource(text)).output).toBe('5000\n')
  })

  it('of a tool, which passes the gate at each call, nests 4,000 deep', async () => {
    const text = 'tool t(n):\n    if n == 0: return 0\n    return 1 + t(n - 1)\nprint(t(4000))\n'
    expect((await runSource(text)).output).toBe('4000\n')
  })
})
