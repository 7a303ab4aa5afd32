import { describe, expect, it } from 'vitest'
import type { DryRun } from '../../src/runtime/execution/gate.ts'
import { dryRunSummary } from '../../src/runtime/safety/dry-run.ts'
import { headOf, later, resultOf, runSource } from '../support/run-source.ts'

const options = { hostBuiltins: [later] }
const run = (text: string): Promise<string> => resultOf(text, options)

/** The events of all entries in order, as `name event`. */
async function eventsOf(text: string): Promise<readonly string[]> {
  const { auditEntries, diagnostics } = await runSource(text, options)
  return [...auditEntries.map(({ name, event }) => `${name} ${event}`), ...diagnostics.map(headOf)]
}

describe('an action', () => {
  it('goes from call to rollback, plain or with waits', async () => {
    const program = (give: string): string => `
reversible action add(xs, x):
    push(xs, ${give}(x))
    size = len(xs)
    return size
rollback:
    ${give}(xs)[0] = 0 - size
    return ${give}(xs)
a = add([], 7)
print(a, a.verify().commit(), a, a.rollback(), a)
`
    const expected =
      '<action add (reversible) state=prepared> 1 <action add (reversible) state=committed> [-1] <action add (reversible) state=rolled_back>\n'
    // The text forms are made when all arguments are there, so the first one is a different value.
    const shown = expected.replaceAll(/state=\w+/g, 'state=rolled_back')
    expect(await run(program('str').replaceAll('str(', '('))).toBe(shown)
    expect(await run(program('later'))).toBe(shown)
  })

  it('is equal to itself only, and so is a declaration', async () => {
    const text = `
irreversible action f(): return 1
a = f()
print(a == a, a == f(), f == f, a.verify() == a, [a] == [a])
`
    expect(await run(text)).toBe('true false true true true\n')
  })

  it('has steps that are values, checked where they were read', async () => {
    const text = `
irreversible action f() requires a.b:
    return later(5)
a = f()
session open:
    policy: allow a.b
    verify = a.verify
    commit = a.commit
    print(verify, type_of(verify))
    def call(step):
        policy: deny a.b
        return step()
    print(call(verify).state, call(commit), a.state)
commits = [f().verify().commit]
print(commits[0]())
`
    expect(await run(text)).toBe('<builtin f.verify> Function\nverified 5 committed\n5\n')
  })

  it('can be handed to a function that takes Actions', async () => {
    const text = `
irreversible action f(): return 1
def go(a: Action):
    return a.verify().commit()
print(go(f()))
def kind(a: Action): return a.kind
print(kind(f))
`
    expect(await run(text)).toBe('1\nirreversible\n')
  })

  it('nests, with the lineage of where it is written', async () => {
    const text = `
tool note(n): return later(n)
reversible action inner(n):
    return note(n)
rollback:
    return note(0 - n)
irreversible action outer(n):
    def step():
        a = inner(n)
        a.verify().commit()
        return a
    made = step()
    note(n + 1)
    made.rollback()
    return made.state
print(outer(3).verify().commit())
for line in audit_log(): print(line)
`
    expect(await run(text)).toBe(`rolled_back
[line 16] irreversible action 'outer' -> prepared
[line 16] irreversible action 'outer' -> verified
[line 9] reversible action 'inner' -> prepared (via irreversible:outer)
[line 10] reversible action 'inner' -> verified (via irreversible:outer)
[line 4] tool 'note' -> called (via reversible:inner)
[line 10] reversible action 'inner' -> committed (via irreversible:outer)
[line 13] tool 'note' -> called (via irreversible:outer)
[line 6] tool 'note' -> called (via reversible:inner > rollback:inner)
[line 14] reversible action 'inner' -> rolled_back (via irreversible:outer)
[line 16] irreversible action 'outer' -> committed
`)
  })

  it('knows the running bodies as callers, other than the lineage', async () => {
    const text = `
tool note(): return 1
irreversible action inner(): return note()
irreversible action outer(): return inner().verify().commit()
outer().verify().commit()
`
    const { auditEntries } = await runSource(text, options)
    const called = auditEntries.find(({ event }) => event === 'called')
    expect(called?.lineage.map(({ name }) => name)).toEqual(['inner'])
    expect(called?.callers.map(({ name }) => name)).toEqual(['outer', 'inner'])
    expect(auditEntries.at(-1)).toMatchObject({ event: 'committed', callers: [] })
  })

  it('keeps rules of its body for the rollback', async () => {
    const text = `
tool t() requires a.b: return "ran"
reversible action f():
    policy: deny a.b
    return 1
rollback:
    return t()
a = f()
a.verify().commit()
a.rollback()
`
    expect(await run(text)).toMatch(/^SensePolicyError\[capability-denied\] 7: /)
  })

  it('is checked by the policy of its declaration inside its body', async () => {
    const text = `
tool t() requires a.b: return "ran"
irreversible action f(): return t()
session open:
    policy: deny a.b
    print(f().verify().commit())
`
    expect(await run(text)).toBe('ran\n')
  })
})

describe('while a body runs', () => {
  const waits = [
    ['plain', ''],
    ['waiting', 'later(1)'],
  ] as const
  it.each(waits)('every other step is refused: %s', async (_kind, wait) => {
    const text = `
held = []
reversible action f():
    ${wait === '' ? 'nil' : wait}
    a = held[0]
    for step in [a.verify, a.approve, a.commit, a.rollback]:
        attempt: 
            step()
        failed p:
            print(p.code, a.state)
    return "once"
rollback:
    ${wait === '' ? 'nil' : wait}
    for step in [a.verify, a.approve, a.commit, a.rollback]:
        attempt:
            step()
        failed p:
            print(p.code, a.state)
    return "undone"
push(held, f())
print(held[0].verify().commit(), held[0].rollback(), held[0].state)
print(len(audit_log()))
`
    expect(await run(text)).toBe(
      `${'action-running verified\n'.repeat(4)}${'action-running committed\n'.repeat(4)}once undone rolled_back\n4\n`,
    )
  })

  it('an error that the body lets through makes it fail, also from the refused step itself', async () => {
    const text = `
held = []
irreversible action f():
    later(1)
    held[0].commit()
push(held, f())
a = held[0].verify()
attempt:
    a.commit()
failed p:
    print(p.class, p.line, a.state)
for line in audit_log(): print(line)
`
    expect(await run(text)).toBe(`SenseRuntimeError 5 failed
[line 6] irreversible action 'f' -> prepared
[line 7] irreversible action 'f' -> verified
[line 9] irreversible action 'f' -> failed (the action \`f\` cannot be committed while its commit is running)
`)
  })
})

describe('errors in a body', () => {
  it('go on with the body and the commit on their call stack', async () => {
    const program = (give: string): string => `
irreversible action f(n):
    return ${give}(1) / n
def pay():
    return f(0).verify().commit()
pay()
`
    for (const give of ['int', 'later']) {
      const { diagnostics } = await runSource(program(give), options)
      expect(diagnostics.map(headOf)).toEqual([
        'SenseRuntimeError[division-by-zero] 3: a number cannot be divided by zero',
      ])
      expect(diagnostics[0]?.stack?.map(({ functionName }) => functionName)).toEqual(['f', 'pay'])
    }
  })

  it('of a refused step do not show the body as called', async () => {
    const text = `
irreversible action f(): return later(1)
def pay():
    return f().commit()
pay()
`
    const { diagnostics } = await runSource(text, options)
    expect(diagnostics.map(headOf)).toEqual([
      'SenseRuntimeError[wrong-action-step] 4: the action `f` cannot be committed: it is prepared',
    ])
    expect(diagnostics[0]?.stack?.map(({ functionName }) => functionName)).toEqual(['pay'])
  })

  it('that end the room for calls are failures as well, and no entry is missing', async () => {
    const text = `
def down(n): return down(n + 1) + 1
irreversible action f(): return down(0)
irreversible action g(n):
    if n == 0: return down(0)
    a = g(n - 1)
    return a.verify().commit()
attempt:
    f().verify().commit()
failed p: 
    print(p.code)
attempt:
    g(2000).verify().commit()
failed p: 
    print(p.code)
`
    const { output, auditEntries } = await runSource(text, options)
    expect(output).toBe('recursion-too-deep\nrecursion-too-deep\n')
    const count = (event: string): number => auditEntries.filter((entry) => entry.event === event).length
    expect(['prepared', 'verified', 'started', 'failed'].map(count)).toEqual([2002, 2002, 2002, 2002])
    expect(auditEntries.at(2002)?.callers).toHaveLength(20)
  })

  it('are told in one line of the log', async () => {
    const text = `
irreversible action f(): assert(false, "one\\ntwo")
attempt: 
    f().verify().commit()
failed p:
    print(audit_log()[2])
`
    expect(await run(text)).toBe("[line 4] irreversible action 'f' -> failed (one two)\n")
  })
})

it('cancelled half-way, a commit stays started', async () => {
  const cancellation = new AbortController()
  const stop = {
    suspends: false,
    definition: {
      name: 'stop',
      argumentsMin: 0,
      argumentsMax: 0,
      implementation: () => {
        cancellation.abort()
        return null
      },
    },
  }
  const text = `
irreversible action f():
    later(1)
    stop()
    later(2)
    print("never")
f().verify().commit()
print("never")
`
  const outcome = await runSource(text, { hostBuiltins: [later, stop], signal: cancellation.signal })
  expect(outcome).toMatchObject({ ending: 'cancelled', output: '' })
  expect(outcome.auditEntries.map(({ event }) => event)).toEqual(['prepared', 'verified', 'started'])
})

it('writes `started` before each body and its end after it', async () => {
  const text = `
reversible action f():
    later(1)
rollback:
    assert(false, "no way back")
a = f()
a.verify().approve().commit()
a.rollback()
`
  expect(await eventsOf(text)).toEqual([
    ...['f prepared', 'f verified', 'f started', 'f committed', 'f started', 'f failed'],
    'SenseRuntimeError[assertion-failed] 5: no way back',
  ])
})

describe('a dry run', () => {
  const summaryOf = async (text: string, dryRun: DryRun): Promise<string> => {
    const { output, diagnostics, auditLines, auditEntries } = await runSource(text, { ...options, dryRun })
    return (
      output + diagnostics.map((each) => `${headOf(each)}\n`).join('') + dryRunSummary(dryRun, auditLines, auditEntries)
    )
  }

  it('checks everything and runs no body', async () => {
    const text = `
reversible action f(n: Int) requires a.b, approval:
    print("never", later(1))
rollback:
    print("never")
a = f(1).verify().approve()
print(a.commit(), a.state, a.rollback(), a.state)
attempt: 
    f("x")
failed p:
    print(p.class)
b = f(2).verify()
attempt: 
    b.commit()
failed p:
    print(p.class, b.state)
policy: deny a.b
f(3).verify()
`
    expect(await summaryOf(text, 'actions')).toBe(`nil committed nil rolled_back
SenseTypeError
SenseApprovalError denied
SensePolicyError[capability-denied] 18: reversible action 'f' requires capability 'a.b', which is denied by policy

--- dry run summary ---
[line 6] reversible action 'f' -> prepared
[line 6] reversible action 'f' -> verified
[line 7] reversible action 'f' -> committed (dry run — body not executed)
[line 7] reversible action 'f' -> rolled_back (dry run — rollback not executed)
[line 12] reversible action 'f' -> prepared
[line 12] reversible action 'f' -> verified
[line 14] reversible action 'f' -> denied (requires approval)
[line 18] reversible action 'f' -> prepared
[line 18] reversible action 'f' -> denied (capability 'a.b' denied by policy)
`)
  })

  it('refuses wrong steps as ever', async () => {
    const text = `
irreversible action f(): return 1
a = f().verify()
a.commit()
a.rollback()
`
    expect(await summaryOf(text, 'actions')).toMatch(/^SenseRuntimeError\[irreversible-rollback\] 5: /)
  })

  it('says so where there is nothing on record', async () => {
    expect(await summaryOf('print(1)\n', 'actions')).toBe('1\n\n--- dry run summary ---\n(no actions were prepared)\n')
  })

  const tools = `
tool seven() returns Int requires a.b "seven": return later(7)
tool ten() returns Int "ten": return 10
model m = inference("mock", "m", script: ["call ten {}\\ncall seven {}", "It is {result}."])
set delegation = m
print(seven(), ten(), seven())
print(ask_with_tools("how much?", [seven, ten]).value)
policy: deny a.b
seven()
`

  it('makes tool calls, and counts them', async () => {
    const summary = await summaryOf(tools, 'actions')
    expect(summary).toMatch(/^7 10 7\nIt is 7\.\nSensePolicyError/)
    expect(summary).toMatch(/\n5 tool calls ran for real: seven \(3\), ten \(2\)\n$/)
  })

  it('of tools makes none, but checks each', async () => {
    expect(await summaryOf(tools, 'actions-and-tools')).toBe(`nil nil nil
It is not run (dry run).
SensePolicyError[capability-denied] 9: tool 'seven' requires capability 'a.b', which is denied by policy

--- dry run summary ---
[line 6] tool 'seven' -> called (dry run — body not executed)
[line 6] tool 'ten' -> called (dry run — body not executed)
[line 6] tool 'seven' -> called (dry run — body not executed)
[line 7] tool 'ten' -> called (dry run — body not executed)
[line 7] tool 'seven' -> called (dry run — body not executed)
[line 9] tool 'seven' -> denied (capability 'a.b' denied by policy)
`)
  })
})
