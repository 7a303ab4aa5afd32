/** Agents that run in place of the code that starts or resumes them (spec 02 §6). */

import { describe, expect, it } from 'vitest'
import { positionAt } from '../../src/compiler/source/positions.ts'
import { later, resultOf, runSource } from '../support/run-source.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const run = (text: string): Promise<string> =>
  resultOf(text, { hostBuiltins: [later], ports: { clock: createVirtualClock() } })

describe('a declaration of an agent', () => {
  it('runs nothing and gives an Agent that was created', async () => {
    expect(await run('agent a:\n    print("runs")\nprint(a.status, type_of(a), a)\n')).toBe(
      'created Agent <agent a status=created>\n',
    )
  })

  it('makes a new agent each time it runs', async () => {
    const text = `
crew = []
for n in [1, 2]:
    agent w:
        mine = n
    push(crew, w)
start(crew[1])
print(crew[0].status, crew[1].mine, crew[0] == crew[1])
`
    expect(await run(text)).toBe('created 2 false\n')
  })

  it('keeps a scope of its own, a child of the one that declares it', async () => {
    const text = `
x = 1
agent a:
    x = 2
    mine = 3
start(a)
print(x, a.mine)
print(mine)
`
    expect(await run(text)).toMatch(/^2 3\nSenseNameError\[unknown-name\] 8: /)
  })

  it('follows the one rule of assignment, so it replaces an outer variable', async () => {
    expect(await run('a = 1\ndef f():\n    agent a:\n        pass_by = 1\nf()\nprint(type_of(a))\n')).toBe('Agent\n')
  })
})

describe('start', () => {
  it('runs the body until it pauses, and yields the agent', async () => {
    const text = `
agent a:
    print("in")
    pause("why")
    print("never")
print(start(a) == a, a.status)
`
    expect(await run(text)).toBe('in\ntrue paused\n')
  })

  it('runs the body until it completes, also a body that never waits', async () => {
    expect(await run('agent a:\n    x = 1\nprint(start(a).x, a.status)\n')).toBe('1 completed\n')
  })

  it('raises the error of the body, which has failed then', async () => {
    const text = `
agent a:
    x = 1 / 0
attempt:
    start(a)
failed p:
    print(p.code, p.line, a.status)
`
    expect(await run(text)).toBe('division-by-zero 3 failed\n')
  })

  it.each([
    ['paused', '    pause()\n', ''],
    ['completed', '    x = 1\n', ''],
    ['failed', '    x = 1 / 0\n', ''],
  ])('is refused for an agent that is %s', async (status, body) => {
    const text = `agent a:\n${body}attempt:\n    start(a)\nfailed p:\n    print("failed")\nstart(a)\n`
    expect(await run(text)).toContain(
      `SenseRuntimeError[agent-already-started] 7: agent \`a\` was started before: it is ${status}`,
    )
  })

  it('is refused for the agent that is running', async () => {
    expect(await run('agent a:\n    start(a)\nstart(a)\n')).toMatch(/\[agent-already-started\] 2: .* it is running$/)
  })

  it('needs an Agent', async () => {
    expect(await run('start("a")\n')).toMatch(
      /^SenseRuntimeError\[not-an-agent\] 1: `start` needs an Agent, but got a String/,
    )
  })

  it('nests: an agent may start another and is paused independently of it', async () => {
    const text = `
agent outer:
    agent inner:
        print("inner got", pause("inner waits"))
    start(inner)
    print("outer goes on")
    order = pause("outer waits")
    resume(inner, order)
start(outer)
print(outer.status, outer.inner.status)
resume(outer, "go")
print(outer.status, outer.inner.status)
`
    expect(await run(text)).toBe('outer goes on\npaused paused\ninner got go\ncompleted completed\n')
  })

  it('lets nobody else run between the call and the body', async () => {
    const text = `
async agent other:
    print("other")
start(other)
agent a:
    print("a")
start(a)
print("main")
`
    expect(await run(text)).toBe('a\nmain\nother\n')
  })

  it('works where a value is called: through a variable, an Array, a parameter', async () => {
    const text = `
def twice(f, x):
    return f(x)
go = start
for n in [1, 2, 3]:
    agent a:
        pause(n)
    if n == 1: go(a)
    if n == 2: [start][0](a)
    if n == 3: twice(start, a)
    print(a.pause_reason)
`
    expect(await run(text)).toBe('1\n2\n3\n')
  })
})

describe('pause and resume', () => {
  it('hand back and forth: pause yields the value given to resume, or nil', async () => {
    const text = `
agent a:
    print(pause(), pause("q"), [pause(3)])
start(a)
print(resume(a, "one") == a)
resume(a)
resume(a, [2])
print(a.status)
`
    expect(await run(text)).toBe('true\none nil [[2]]\ncompleted\n')
  })

  it('keep locals, loop positions and half-evaluated expressions at any depth', async () => {
    const text = `
def ask_deep(n):
    if n == 0:
        return pause("deep")
    local mine = n
    return ask_deep(n - 1) + mine
agent a:
    total = 0
    for i in range(3):
        k = 0
        while k < 2:
            k = k + 1
            total = total + [ask_deep, str][0](4) * 10 + i
start(a)
while a.status == "paused":
    resume(a, 1)
print(a.total)
`
    expect(await run(text)).toBe('666\n')
  })

  it('go through attempt blocks and tests', async () => {
    const text = `
agent a:
    attempt:
        v = pause("in attempt")
        assert(v, "no")
    failed p:
        print(p.message, pause("in failed"))
    test "t":
        pause("in test")
start(a)
resume(a, false)
print(a.pause_reason)
resume(a, "ok")
print(a.pause_reason)
resume(a)
print(a.status)
`
    expect(await run(text)).toBe('in failed\nno ok\nin test\ncompleted\n')
  })

  it('keep the latest reason, and show it only while paused and truthy', async () => {
    const text = `
agent a:
    pause("first")
    pause(0)
    pause([1, "x"])
print(a.pause_reason)
start(a)
print(a)
resume(a)
print(a, a.pause_reason)
resume(a)
print(a)
resume(a)
print(a, a.pause_reason)
`
    expect(await run(text)).toBe(
      'nil\n<agent a status=paused (first)>\n<agent a status=paused> 0\n' +
        '<agent a status=paused ([1, x])>\n<agent a status=completed> [1, x]\n',
    )
  })

  it('show a reason that holds the agent itself', async () => {
    expect(await run('agent a:\n    pause([a])\nstart(a)\nprint(a)\n')).toBe(
      '<agent a status=paused ([<agent a status=paused (...)>])>\n',
    )
  })

  it('hand control back to whoever resumed, not to whoever started', async () => {
    const text = `
agent a:
    pause()
    pause()
    x = 1 / 0
def starts():
    start(a)
def resumes():
    resume(a)
    return "resumed"
starts()
print(resumes())
attempt:
    resumes()
failed p:
    print("raised by resume", p.line)
`
    expect(await run(text)).toBe('resumed\nraised by resume 5\n')
  })

  it.each([
    ['created', ''],
    ['completed', 'start(a)\nresume(a)\n'],
  ])('resume is refused for an agent that is %s', async (status, before) => {
    expect(await run(`agent a:\n    pause()\n${before}resume(a)\n`)).toContain(
      `agent \`a\` cannot be resumed: it is ${status}, not paused`,
    )
  })

  it('resume is refused for the agent that is running', async () => {
    expect(await run('agent a:\n    resume(a)\nstart(a)\n')).toMatch(/\[agent-not-paused\] 2: .* it is running/)
  })

  it('resume needs an Agent', async () => {
    expect(await run('resume(nil)\n')).toMatch(/\[not-an-agent\] 1: `resume` needs an Agent, but got nil/)
  })

  it('may hand back to different callers a hundred thousand times', async () => {
    const text = `
agent a:
    n = 0
    while n < 100000:
        n = n + pause(n)
start(a)
while a.status == "paused":
    resume(a, 1)
print(a.n)
`
    expect(await run(text)).toBe('100000\n')
  })
})

describe('pause, receive and ask_human belong', () => {
  it('to the agent whose body is running, where none encloses them in the text', async () => {
    const text = `
def f():
    return [pause("from f"), receive(0), ask_human("who?")]
tool t():
    return pause("from t")
agent a:
    print(f(), t())
send(a, "mail")
start(a)
print(a.pause_reason)
resume(a, 1)
print(a.pause_reason)
resume(a, 2)
print(a.pause_reason)
resume(a, 3)
`
    expect(await run(text)).toBe('from f\nwho?\nfrom t\n[1, mail, 2] 3\n')
  })

  it('to the nearest agent that encloses them in the text: its mailbox is read wherever that runs', async () => {
    const text = `
agent a:
    def check():
        return receive(0)
    pause()
agent b:
    print(a.check())
start(a)
send(a, "for a")
send(b, "for b")
start(b)
print(a.check())
`
    expect(await run(text)).toBe('for a\nnil\n')
  })

  it.each(['pause()', 'ask_human("q")'])('but %s is refused where another body runs', async (call) => {
    const text = `
agent a:
    def f():
        ${call}
    pause("here")
start(a)
a.f()
`
    expect(await run(text)).toMatch(/^SenseRuntimeError\[agent-not-running-here\] 4: .* cannot pause agent `a` here/)
  })

  it('and an outer agent is not paused from inside an inner one', async () => {
    const text = `
agent outer:
    def f():
        pause()
    agent inner:
        f()
    start(inner)
start(outer)
`
    expect(await run(text)).toMatch(/\[agent-not-running-here\] 4: .* agent `outer`/)
  })

  it.each(['pause()', 'receive(0)', 'receive()'])('to nobody in main code: %s is an error', async (call) => {
    expect(await run(`def f():\n    ${call}\nf()\n`)).toMatch(/^SenseRuntimeError\[no-agent-here\] 2: /)
  })

  it('to nobody in the body of an async tool, even one that an agent calls', async () => {
    const text = `
async tool t():
    pause()
agent a:
    await(t())
start(a)
`
    expect(await run(text)).toMatch(/^SenseRuntimeError\[no-agent-here\] 3: /)
  })

  it('to the enclosing agent in the text of an async tool: receive works, pause does not', async () => {
    const text = `
agent a:
    async tool mail():
        return receive(0)
    async tool stop():
        pause()
    send(a, 7)
    print(await(mail()))
    await(stop())
start(a)
`
    expect(await run(text)).toMatch(/^7\nSenseRuntimeError\[agent-not-running-here\] 6: /)
  })

  it('to the agent that commits an action whose body pauses', async () => {
    const text = `
reversible action act(n):
    return pause("in action") + n
rollback:
    return pause("in rollback")
agent a:
    x = act(1)
    x.verify()
    print(x.commit(), x.rollback())
start(a)
print(a.pause_reason)
resume(a, 10)
print(a.pause_reason)
resume(a, 20)
`
    expect(await run(text)).toBe('in action\nin rollback\n11 20\n')
  })

  it('to the agent whose model calls a tool that pauses in the middle of the loop', async () => {
    const text = `
model m = inference("mock", "m", script: ["call confirm {\\"what\\": \\"it\\"}", "model says {result}"])
set delegation = m
tool confirm(what: String) "asks":
    return pause("confirm " + what)
agent a:
    print(ask_with_tools("go", [confirm]).value)
start(a)
print(a.status, a.pause_reason)
resume(a, "yes")
`
    expect(await run(text)).toBe('paused confirm it\nmodel says yes\n')
  })

  it('also where only a member of the agent reaches the function that waits', async () => {
    const text = `
agent a:
    def take():
        return receive(0)
start(a)
send(a, "mail")
print(a.take())
`
    expect(await run(text)).toBe('mail\n')
  })
})

describe('ask_human', () => {
  it('needs a String, in an agent as elsewhere', async () => {
    expect(await run('agent a:\n    ask_human(1)\nstart(a)\n')).toMatch(/\[question-not-string\] 2: /)
  })

  it('outside agents asks on the console, and the end of input is an error', async () => {
    const asked: string[] = []
    const console = {
      write: (): void => undefined,
      writeReport: (): void => undefined,
      flush: (): void => undefined,
      readLine: (question: string): Promise<string | null> => {
        asked.push(question)
        return Promise.resolve(asked.length === 1 ? 'Ada' : null)
      },
    }
    const text =
      'async tool t(): return ask_human("async?")\nname = ask_human("name?")\nassert(name == "Ada")\nawait(t())\n'
    expect(await resultOf(text, { ports: { console } })).toMatch(/^SenseRuntimeError\[no-answer-left\] 1: /)
    expect(asked).toEqual(['name?', 'async?'])
  })
})

describe('members of an agent', () => {
  it('are its own first, then the variables of its scope chain, builtins included', async () => {
    const text = `
outer = "o"
agent a:
    "A docstring."
    name = "not this"
    status = "nor this"
    empty = nil
    len = 5
    inner = "i"
start(a)
print(a.name, a.status, a.doc, a.pause_reason, a.empty, a.inner, a.outer, a.str(1) + "!", a.len)
print(a.nothing)
`
    expect(await run(text)).toMatch(
      /^a completed A docstring. nil nil i o 1! 5\nSenseRuntimeError\[no-such-member\] 12: /,
    )
  })

  it('are unbound before the body has bound them', async () => {
    expect(await run('agent a:\n    x = 1\nprint(a.x)\n')).toMatch(/\[no-such-member\] 3: an Agent has no member `x`/)
  })

  it('let functions of the body be called from outside', async () => {
    const text = `
agent a:
    n = 0
    def add(k):
        n = n + k
        return n
    pause()
start(a)
print(a.add(2), a.add(3), a.n)
`
    expect(await run(text)).toBe('2 5 5\n')
  })
})

describe('send and receive', () => {
  it('keep the order and the values themselves; send yields nil', async () => {
    const text = `
agent a:
    for i in range(3):
        m = receive()
        print(m)
    m = receive(0)
    print(m)
xs = [1]
print(send(a, xs), send(a, "two"), send(a, nil))
push(xs, 9)
start(a)
print(send(a, "after the end"))
`
    expect(await run(text)).toBe('nil nil nil\n[1, 9]\ntwo\nnil\nnil\nnil\n')
  })

  it('need an Agent', async () => {
    expect(await run('send([], 1)\n')).toMatch(/\[not-an-agent\] 1: `send` needs an Agent, but got an Array/)
  })

  it('wait for a message until the timeout, and then yield nil', async () => {
    const text = `
agent a:
    print(receive(5), receive(0.5), receive(0), receive(0.0))
start(a)
`
    const clock = createVirtualClock()
    expect(await resultOf(text, { ports: { clock } })).toBe('nil nil nil nil\n')
    expect(clock.now()).toBe(5500)
  })

  it('take the alarm back when a message comes in time', async () => {
    const text = `
agent a:
    async agent friend:
        send(a, "hello")
    start(friend)
    print(receive(1000))
start(a)
`
    const clock = createVirtualClock()
    expect(await resultOf(text, { ports: { clock } })).toBe('hello\n')
    expect([clock.openAlarms, clock.now()]).toEqual([0, 0])
  })

  it.each([
    ['-1', 'a negative Int'],
    ['-0.5', 'a negative Float'],
    ['"soon"', 'a String'],
    ['true', 'a Bool'],
    ['nil', 'nil'],
    ['float("nan")', 'nan'],
  ])('refuse the timeout %s', async (timeout, description) => {
    const result = await run(`agent a:\n    receive(${timeout})\nstart(a)\n`)
    expect(result).toContain('SenseRuntimeError[bad-timeout] 2: ')
    expect(result).toContain(`but got ${description}`)
  })

  it('take a timeout of any size', async () => {
    const text = `
agent a:
    send(a, 1)
    send(a, 2)
    print(receive(100000000000000000000000), receive(float("inf")))
start(a)
`
    expect(await run(text)).toBe('1 2\n')
  })
})

describe('a return in the body', () => {
  it('ends it, and its value is dropped', async () => {
    expect(await run('agent a:\n    x = 1\n    return 42\n    x = 2\nprint(start(a) == a, a.x, a.status)\n')).toBe(
      'true 1 completed\n',
    )
  })
})

describe('policy in an agent', () => {
  it('lives as long as the agent, over pauses, and only there', async () => {
    const text = `
tool t() requires a.b:
    return 1
agent a:
    policy: deny a.b
    pause()
    t()
start(a)
print(t())
resume(a)
`
    expect(await run(text)).toMatch(/^1\nSensePolicyError\[capability-denied\] 7: /)
  })
})

describe('reports', () => {
  const stackOf = async (text: string): Promise<readonly string[]> => {
    const { diagnostics } = await runSource(text)
    return (diagnostics[0]?.stack ?? []).map(({ functionName, calledAt }) => {
      if (calledAt === undefined) return functionName
      return `${functionName} ${positionAt(calledAt.file.text, calledAt.file.lineStarts, calledAt.span.offsetStart).line}`
    })
  }

  it('show the calls of the body and of whoever started it', async () => {
    const text = `
def deep():
    return 1 / 0
agent a:
    deep()
def starts():
    start(a)
starts()
`
    expect(await stackOf(text)).toEqual(['deep 5', 'a 7', 'starts 8'])
  })

  it('show who resumed it instead, once it was paused', async () => {
    const text = `
agent a:
    pause()
    x = 1 / 0
def starts():
    start(a)
def resumes():
    resume(a)
starts()
resumes()
`
    expect(await stackOf(text)).toEqual(['a 8', 'resumes 10'])
  })

  it('record the bodies that wait for the one that calls, outermost first', async () => {
    const text = `
tool t():
    return 1
tool outer():
    agent a:
        pause()
        t()
    start(a)
    resume(a)
outer()
`
    const { auditEntries } = await runSource(text)
    const entry = auditEntries.find(({ name, event }) => name === 't' && event === 'called')
    expect(entry?.callers.map(({ kind, name }) => `${kind}:${name}`)).toEqual(['tool:outer', 'agent:a'])
    expect(entry?.lineage.map(({ kind, name }) => `${kind}:${name}`)).toEqual(['tool:outer', 'agent:a'])
  })
})

describe('recursion', () => {
  it.each([
    ['agents that start agents', 'def f():\n    agent a:\n        start(f())\n    return a\nstart(f())\n'],
    ['a function of a body', 'agent a:\n    def f(): return f() + receive(0)\n    f()\nstart(a)\n'],
    ['a plain function of a body', 'agent a:\n    def f(): return f() + 1\n    f()\nstart(a)\n'],
    ['async tools that await themselves', 'async tool f(): return await(f())\nawait(f())\n'],
    [
      'async agents that await the next',
      'def f():\n    async agent a:\n        await(start(f()))\n    return a\nawait(start(f()))\n',
    ],
  ])('without end is a clean error: %s', async (_name, text) => {
    expect(await run(text)).toMatch(/^SenseRuntimeError\[recursion-too-deep\]/)
  })

  it('is none where each body starts the next and ends', async () => {
    const text = `
count = 0
async tool tick():
    count = count + 1
    if count < 60000:
        tick()
await(tick())
while count < 60000:
    local done = tick().done
print(count >= 60000)
`
    expect(await run(text)).toBe('true\n')
  })
})
