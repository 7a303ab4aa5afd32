/** Async agents, async tools and Futures: what runs side by side, in which order, and how a program ends (spec 02 §2, §6). */

import { describe, expect, it } from 'vitest'
import { headOf, later, resultOf, runSource } from '../support/run-source.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const run = (text: string): Promise<string> =>
  resultOf(text, { hostBuiltins: [later], ports: { clock: createVirtualClock() } })

/** What was printed and all reports. */
async function runAll(text: string): Promise<{ output: string; reports: readonly string[]; ending: string }> {
  const { output, diagnostics, ending } = await runSource(text, {
    hostBuiltins: [later],
    ports: { clock: createVirtualClock() },
  })
  return { output, reports: diagnostics.map(headOf), ending }
}

describe('an async agent', () => {
  it('is running at once; start yields it, and the body goes on when its starter waits', async () => {
    const text = `
async agent a:
    print("body")
    return
print(start(a) == a)
print("main")
await(a)
print(a.status)
`
    expect(await run(text)).toBe('true\nmain\nbody\ncompleted\n')
  })

  it('goes on when its starter asks', async () => {
    expect(await run('async agent a:\n    print("body")\nstart(a)\nprint(a)\nprint(a.status)\n')).toBe(
      '<agent a status=running>\nbody\ncompleted\n',
    )
  })

  it('goes on when its starter ends', async () => {
    expect(await run('async agent a:\n    print("body")\nstart(a)\nprint("main ends")\n')).toBe('main ends\nbody\n')
  })

  it('first runs in the order of starting', async () => {
    const text = `
def make(n):
    async agent a:
        print(n)
        later(n)
        print(n + 10)
    return a
crew = [make(1), make(2), make(3)]
for a in [crew[2], crew[0], crew[1]]:
    start(a)
for a in crew:
    await(a)
`
    expect(await run(text)).toBe('3\n1\n2\n13\n11\n12\n')
  })

  it('pauses and is resumed without stopping whoever does that', async () => {
    const text = `
async agent a:
    print("got", pause("one"))
    pause("two")
start(a)
print(await(a).pause_reason)
print(resume(a, "x") == a, "main goes on")
print(await(a).pause_reason, a.status)
`
    expect(await run(text)).toBe('one\ntrue main goes on\ngot x\ntwo paused\n')
  })

  it('cannot be started or resumed while it runs', async () => {
    const text = 'async agent a:\n    receive()\nstart(a)\n'
    expect(await run(`${text}start(a)\n`)).toMatch(/\[agent-already-started\] 4: .* it is running/)
    expect(await run(`${text}resume(a)\n`)).toMatch(/\[agent-not-paused\] 4: .* it is running/)
  })

  it('never races: plain code is not interrupted', async () => {
    const text = `
shared = []
def make(name):
    async agent a:
        for i in range(3):
            push(shared, name)
            local busy = 0
            while busy < 100:
                busy = busy + 1
            push(shared, name)
    return a
for n in ["a", "b"]:
    start(make(n))
later(0)
print(shared)
`
    expect(await run(text)).toBe('[a, a, a, a, a, a, b, b, b, b, b, b]\n')
  })
})

describe('await', () => {
  it('blocks until the agent pauses, completes or fails, and yields it', async () => {
    const text = `
async agent a:
    later(1)
    pause("here")
    later(2)
start(a)
print(await(a) == a, a.status, await(a).status)
resume(a)
print(await(a).status)
`
    expect(await run(text)).toBe('true paused paused\ncompleted\n')
  })

  it('raises the error each time, at the place where it happened', async () => {
    const text = `
async agent a:
    x = 1 / 0
start(a)
for i in range(2):
    attempt:
        await(a)
    failed p:
        print(p.line, p.code, a.status)
await(a)
`
    expect(await run(text)).toMatch(
      /^3 division-by-zero failed\n3 division-by-zero failed\nSenseRuntimeError\[division-by-zero\] 3: /,
    )
  })

  it('takes sync agents as well', async () => {
    expect(await run('agent a:\n    pause(1)\nstart(a)\nprint(await(a).pause_reason)\n')).toBe('1\n')
  })

  it('waits for a sync agent that another body runs', async () => {
    const text = `
agent a:
    later(1)
    x = 5
async agent b:
    start(a)
start(b)
print(b.status, await(a).x)
`
    expect(await run(text)).toBe('running 5\n')
  })

  it('wakes all who wait, in the order in which they came', async () => {
    const text = `
async agent slow:
    later(1)
def make(n):
    async agent w:
        await(slow)
        print(n)
    return w
start(slow)
for n in [1, 2, 3]:
    start(make(n))
await(slow)
print("main")
`
    expect(await run(text)).toBe('main\n1\n2\n3\n')
  })

  it('refuses agents that were never started, other values, and the agent itself', async () => {
    expect(await run('async agent a:\n    x = 1\nawait(a)\n')).toMatch(/\[agent-not-started\] 3: /)
    expect(await run('await([1])\n')).toMatch(
      /\[not-awaitable\] 1: `await` needs an Agent or a Future, but got an Array/,
    )
    expect(await run('agent a:\n    await(a)\nstart(a)\n')).toMatch(/\[awaits-itself\] 2: /)
  })
})

describe('an async tool', () => {
  it('makes its checks at once and gives a Future', async () => {
    const text = `
async tool t(n: Int) returns Int requires a.b:
    print("body")
    return n * 2
f = t(4)
print(type_of(f), f)
print(await(f), f, f.done)
`
    expect(await run(text)).toBe("Future <future tool 't' (pending)>\nbody\n8 <future tool 't' (ready)> true\n")
  })

  it('raises the error of its body at await, each time; a wrong result too', async () => {
    const text = `
async tool t(n) returns Int:
    return n
f = t("x")
attempt:
    await(f)
failed p:
    print(p.class, p.line, f.done)
await(f)
`
    expect(await run(text)).toMatch(/^SenseTypeError 4 true\nSenseTypeError\[wrong-result-type\] 4: /)
  })

  it('runs bodies side by side in the order of the calls', async () => {
    const text = `
async tool t(n):
    print("begin", n)
    later(n)
    print("end", n)
    return n
a = t(1)
b = t(2)
print(await(b), await(a))
`
    expect(await run(text)).toBe('begin 1\nbegin 2\nend 1\nend 2\n2 1\n')
  })

  it('works through a variable, and in an expression', async () => {
    expect(await run('async tool t(n): return n\nf = t\nprint(await(f(1)) + await([f][0](2)))\n')).toBe('3\n')
  })

  it('has a Future without other members, that cannot be called', async () => {
    expect(await run('async tool t(): return 1\nprint(t().value)\n')).toMatch(
      /\[no-such-member\] 2: a Future has no member `value`/,
    )
    expect(await run('async tool t(): return 1\nt()()\n')).toMatch(/\[not-callable\] 2: /)
  })

  it('is among the callers of its effects, and whoever called it is not', async () => {
    const text = 'tool inner(): return 1\nasync tool t(): return inner()\ntool outer(): return await(t())\nouter()\n'
    const { auditEntries } = await runSource(text)
    const entry = auditEntries.find(({ name }) => name === 'inner')
    expect(entry?.callers.map(({ name }) => name)).toEqual(['t'])
  })

  it('gives a Future of nil in a dry run of tools', async () => {
    const text = 'async tool t(): print("no")\nf = t()\nprint(f, await(f))\n'
    expect(await resultOf(text, { dryRun: 'actions-and-tools' })).toBe("<future tool 't' (ready)> nil\n")
  })
})

describe('polling', () => {
  it('lets the others go on once per read, so loops end', async () => {
    const text = `
async agent w:
    for i in range(3):
        later(i)
polls = 0
start(w)
while w.status == "running":
    polls = polls + 1
async tool t():
    return later(7)
f = t()
while not f.done:
    polls = polls + 1
print(w.status, await(f), polls > 0)
`
    expect(await run(text)).toBe('completed 7 true\n')
  })

  it('receive(0) lets others go on before it looks', async () => {
    const text = `
agent a:
    async agent friend:
        send(a, "there already")
    start(friend)
    print(receive(0))
start(a)
`
    expect(await run(text)).toBe('there already\n')
  })

  it('receive(0) lets the outside go on, so that polling for a message ends', async () => {
    const text = `
agent a:
    async agent friend:
        later(1)
        send(a, "at last")
    start(friend)
    m = receive(0)
    while m == nil:
        m = receive(0)
    print(m)
start(a)
`
    expect(await run(text)).toBe('at last\n')
  })

  it('answers at once where nothing else can go on', async () => {
    const text = `
agent a:
    n = 0
    while n < 100000:
        receive(0)
        n = n + 1
start(a)
print(a.n)
`
    expect(await run(text)).toBe('100000\n')
  })

  it('does not let others go on for an agent that is not running, or a Future that is ready', async () => {
    const text = `
async agent other:
    print("other")
async agent done:
    x = 1
async tool t(): return 1
start(done)
f = t()
await(done)
await(f)
start(other)
print(done.status, f.done, "main")
`
    expect(await run(text)).toBe('completed true main\nother\n')
  })

  it('is fair: two that poll for each other both get on', async () => {
    const text = `
flags = [false, false]
async agent a:
    flags[0] = true
    while not flags[1]:
        receive(0)
    print("a sees b")
async agent b:
    while not flags[0]:
        receive(0)
    later(1)
    flags[1] = true
    print("b sees a")
start(a)
start(b)
`
    expect(await run(text)).toBe('b sees a\na sees b\n')
  })
})

describe('the end of a program', () => {
  it('comes when main code has settled and no async body can go on', async () => {
    const text = `
async agent a:
    for i in range(3):
        print("a", later(i))
async agent b:
    print("b", receive(10))
start(a)
start(b)
print("main ends")
`
    const lines = (await run(text)).split('\n')
    expect(lines.slice(0, 2)).toEqual(['main ends', 'a 0'])
    expect(lines).toEqual(expect.arrayContaining(['a 2', 'b nil']))
  })

  it('does not wait for paused agents, nor for messages that nobody is left to send', async () => {
    const text = `
async agent a:
    pause("for ever")
    print("never")
async agent b:
    receive()
    print("never")
async agent c:
    await(b)
    print("never")
agent d:
    pause()
for x in [a, b, c, d]:
    start(x)
print("main ends", a.status, b.status, c.status, d.status)
`
    expect(await runAll(text)).toEqual({
      output: 'main ends paused running running paused\n',
      reports: [],
      ending: 'completed',
    })
  })

  it('reports failures that nobody awaited, in the order in which they happened', async () => {
    const text = `
async agent slow:
    later(1)
    later(1)
    x = [1][5]
async tool quick():
    return 1 / 0
async agent fine:
    x = 1
start(slow)
quick()
start(fine)
print("main ends")
`
    expect(await runAll(text)).toEqual({
      output: 'main ends\n',
      reports: [
        'SenseRuntimeError[division-by-zero] 7: a number cannot be divided by zero',
        expect.stringMatching(/^SenseRuntimeError\[index-out-of-bounds\] 5: /),
      ],
      ending: 'failed',
    })
  })

  it('does not report what an await raised, also inside attempt or test', async () => {
    const text = `
def bad():
    async agent failing:
        x = 1 / 0
    return start(failing)
a = bad()
b = bad()
attempt:
    await(a)
failed p:
    print("caught")
test "t":
    await(b)
`
    expect(await runAll(text)).toEqual({ output: 'caught\n', reports: [], ending: 'completed' })
  })

  it('reports what was only looked at', async () => {
    const text = `
async agent a:
    x = 1 / 0
async tool t(): return [][0]
start(a)
f = t()
print(a.status, f.done, f)
`
    const { output, reports } = await runAll(text)
    expect(output).toBe("failed true <future tool 't' (ready)>\n")
    expect(reports).toHaveLength(2)
  })

  it('reports one error once, though it ended several that awaited each other', async () => {
    const text = `
async agent a:
    x = 1 / 0
def make():
    async agent b:
        await(a)
    return b
start(a)
start(make())
start(make())
`
    expect((await runAll(text)).reports).toEqual([
      'SenseRuntimeError[division-by-zero] 3: a number cannot be divided by zero',
    ])
  })

  it('does not report a sync agent again whose error start raised', async () => {
    const text = `
agent a:
    x = 1 / 0
async agent b:
    attempt:
        start(a)
    failed p:
        print("caught")
start(b)
`
    expect(await runAll(text)).toEqual({ output: 'caught\n', reports: [], ending: 'completed' })
  })

  it('comes at once when main code fails: nothing that still runs goes on', async () => {
    const clock = createVirtualClock()
    const text = `
async agent a:
    receive(1000)
    print("never")
async agent b:
    print("never")
start(a)
later(0)
start(b)
x = 1 / 0
`
    const { output, diagnostics } = await runSource(text, {
      hostBuiltins: [later],
      ports: { clock: { ...clock, setAlarm: () => () => undefined } },
    })
    expect(output).toBe('')
    expect(diagnostics.map(headOf)).toEqual([
      'SenseRuntimeError[division-by-zero] 10: a number cannot be divided by zero',
    ])
  })

  it('takes alarms back that still wait when main code fails', async () => {
    let open = 0
    const clock = {
      now: () => 0,
      setAlarm: () => {
        open += 1
        return () => void (open -= 1)
      },
    }
    const text = 'async agent a:\n    receive(1000)\nstart(a)\nlater(0)\nx = 1 / 0\n'
    await runSource(text, { hostBuiltins: [later], ports: { clock } })
    expect(open).toBe(0)
  })

  it('names an earlier failure before the error that ended main code', async () => {
    const text = 'async tool t(): return [][0]\nt()\nlater(0)\nx = 1 / 0\n'
    const { reports } = await runAll(text)
    expect(reports.map((report) => report.split(' ')[0])).toEqual([
      'SenseRuntimeError[index-out-of-bounds]',
      'SenseRuntimeError[division-by-zero]',
    ])
  })

  it('comes at once when the run is cancelled while bodies wait', async () => {
    const aborter = new AbortController()
    const text = 'async agent a:\n    receive(1000)\n    print("never")\nstart(a)\nawait(a)\n'
    const ended = runSource(text, {
      signal: aborter.signal,
      ports: { clock: { now: () => 0, setAlarm: () => () => undefined } },
    })
    setImmediate(() => {
      aborter.abort()
    })
    const { ending, output } = await ended
    expect([ending, output]).toEqual(['cancelled', ''])
  })

  it('runs nothing if it was cancelled before', async () => {
    const { ending, output } = await runSource('print("no")\n', { signal: AbortSignal.abort() })
    expect([ending, output]).toEqual(['cancelled', ''])
  })
})

describe('a deadlock', () => {
  it('is reported where the sync agent waits that main code started', async () => {
    expect(await run('agent a:\n    receive()\nstart(a)\n')).toBe(
      'SenseRuntimeError[deadlock] 2: this wait can never end: agent `a` waits for a message',
    )
  })

  it('names who waits where for whom', async () => {
    const text = `
async agent a:
    await(b)
async agent b:
    receive()
start(a)
start(b)
await(a)
`
    const { diagnostics } = await runSource(text)
    const [report] = diagnostics
    expect(report && headOf(report)).toBe(
      'SenseRuntimeError[deadlock] 8: this wait can never end: main code waits for agent `a` to pause or end',
    )
    expect(report?.detail).toContain('Agent `a` waits for agent `b` to pause or end in line 3.')
    expect(report?.detail).toContain('Agent `b` waits for a message in line 5.')
    expect(report?.related?.map(({ label }) => label)).toEqual(['agent `a` waits here', 'agent `b` waits here'])
  })

  it('is found in a circle', async () => {
    const text = `
async agent a:
    await(b)
async agent b:
    await(a)
start(a)
start(b)
await(b)
`
    expect(await run(text)).toMatch(/\[deadlock\] 8: /)
  })

  it('is found behind a Future', async () => {
    const text = 'async agent a:\n    receive()\nasync tool t(): return await(a)\nstart(a)\nawait(t())\n'
    expect(await run(text)).toMatch(/\[deadlock\] 5: this wait can never end: main code waits for tool `t`/)
  })

  it('can be caught, and the program goes on', async () => {
    const text = `
agent a:
    attempt:
        receive()
    failed p:
        print(p.code)
    print(receive(0))
attempt:
    start(a)
failed p:
    print("not here")
send(a, 1)
print(a.status)
`
    expect(await run(text)).toBe('deadlock\nnil\ncompleted\n')
  })

  it('loses no message to the wait that was given up', async () => {
    const text = `
agent a:
    def get():
        attempt:
            return receive()
        failed p:
            return p.code
    print(get())
    send(a, "kept")
    print(get())
start(a)
`
    expect(await run(text)).toBe('deadlock\nkept\n')
  })

  it('is none while a timer is pending that may wake someone', async () => {
    const text = `
async agent a:
    receive(3)
    send(b, "late")
async agent b:
    print(receive())
start(a)
start(b)
await(b)
`
    expect(await run(text)).toBe('late\n')
  })
})

describe('imports', () => {
  const files: Readonly<Record<string, string>> = {
    '/main.sns': '',
    '/slow.sns': 'print("slow runs once")\nx = later(5)\n',
    '/one.sns': 'later(0)\nimport "./two.sns" as two\n',
    '/two.sns': 'later(0)\nimport "./one.sns" as one\n',
    '/bad.sns': 'later(0)\nx = 1 / 0\n',
  }
  const sources = {
    resolve: (reference: string): string => reference.replace('./', '/'),
    shownAs: (path: string): string => path.slice(1),
    read: (path: string) =>
      files[path] === undefined ? ({ kind: 'missing' } as const) : ({ kind: 'text', text: files[path] } as const),
  }
  const runFiles = (text: string): Promise<string> =>
    resultOf(text, { hostBuiltins: [later], path: '/main.sns', ports: { sources } })

  it('of one file by two fibers at once run it once', async () => {
    const text = `
async tool t():
    import "./slow.sns" as slow
    return slow.x
a = t()
b = t()
print(await(a) + await(b))
`
    expect(await runFiles(text)).toBe('slow runs once\n10\n')
  })

  it('raise the error of the file in both', async () => {
    const text = `
async tool t():
    attempt:
        import "./bad.sns" as bad
    failed p:
        return p.code
a = t()
b = t()
print(await(a), await(b))
`
    expect(await runFiles(text)).toBe('division-by-zero division-by-zero\n')
  })

  it('that go round in a circle over two fibers are an error, not a deadlock', async () => {
    const text = `
async tool first():
    import "./one.sns" as m
async tool second():
    import "./two.sns" as m
a = first()
b = second()
await(a)
`
    expect(await runFiles(text)).toMatch(/^SenseImportError\[import-cycle\]/)
  })
})
