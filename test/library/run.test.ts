/** Running programs from TypeScript: outcomes, options, and what a host gives to a program. */

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defineBuiltin, defineModel, defineTool, problemText, runFile, runText } from '../../src/index.ts'
import type { HostValue, RunOptions, RunResult } from '../../src/index.ts'

/** What was printed, or the codes of the problems. */
async function shown(text: string, options: RunOptions = {}): Promise<string> {
  const { ok, output, problems } = await runText(text, options)
  return ok ? output : `${output}${problems.map(({ code, headline }) => `${code}: ${headline}`).join('\n')}`
}

describe('a run', () => {
  it('gives output, ending, audit log and tests', async () => {
    const result = await runText(
      'tool t() requires a.b "x":\n  return 1\nprint(t())\ntest "good": assert(true)\ntest "bad": assert(false, "no")\n',
    )
    expect(result).toMatchObject({ ok: true, ending: 'completed', output: '1\n', problems: [] })
    expect(result.auditLines).toEqual(["[line 3] tool 't' -> called"])
    expect(result.audit).toMatchObject([{ kind: 'tool', name: 't', event: 'called', capability: 'a.b', line: 3 }])
    expect(result.tests).toMatchObject([
      { name: 'good', passed: true },
      { name: 'bad', passed: false, problem: { headline: 'no' } },
    ])
  })

  it('reports errors as records with places, which can be shown', async () => {
    const { ok, problems } = await runText('x = 1\nprint(y)\n', { name: 'a.sns' })
    expect(ok).toBe(false)
    expect(problems[0]).toMatchObject({ class: 'SenseNameError', code: 'unknown-name' })
    expect(problems.map(problemText).join('')).toContain('a.sns:2:7')
  })

  it('runs a file with its imports, and reports one that is not there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sense-library-'))
    writeFileSync(join(folder, 'm.sns'), 'x = 41\n')
    writeFileSync(join(folder, 'main.sns'), 'import "./m.sns" as m\nprint(m.x + 1)\n')
    expect(await runFile(join(folder, 'main.sns'))).toMatchObject({ ok: true, output: '42\n' })
    const missing = await runFile(join(folder, 'none.sns'))
    expect(missing.problems).toMatchObject([{ code: 'file-missing' }])
  })

  it('keeps several runs apart', async () => {
    const count = defineTool({ name: 'count', parameters: {}, runAsync: () => Promise.resolve(1) })
    const program = 'i = 0\nwhile i < 50:\n  i = i + count()\nprint(i)\nprint(len(audit_log()))\n'
    const results = await Promise.all(Array.from({ length: 8 }, () => shown(program, { provide: [count] })))
    expect(new Set(results)).toEqual(new Set(['50\n50\n']))
  })
})

describe('how a run is ended', () => {
  it('by a signal where it waits', async () => {
    const stop = new AbortController()
    const wait = defineBuiltin({
      name: 'wait',
      parameters: {},
      runAsync: (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('given up'))
          })
          stop.abort()
        }),
    })
    const result = await runText('print("a")\nwait()\nprint("b")\n', { provide: [wait], signal: stop.signal })
    expect(result).toMatchObject({ ok: false, ending: 'cancelled', output: 'a\n' })
  })

  it('by a signal, and tells what had failed until then', async () => {
    const stop = new AbortController()
    const end = defineBuiltin({
      name: 'end',
      parameters: {},
      run: () => {
        stop.abort()
        return null
      },
    })
    const program = `async agent failing: x = 1 / 0
async agent waiting: receive(100)
start(failing)
while failing.status == "running": x = 1
start(waiting)
end()
await(waiting)
`
    const result = await runText(program, { provide: [end], signal: stop.signal })
    expect(result).toMatchObject({ ending: 'cancelled', problems: [{ code: 'division-by-zero' }] })
  })

  it('by a time limit, also in a busy loop', async () => {
    const result = await runText('while true:\n  x = 1\n', { timeoutMs: 100 })
    expect(result.problems).toMatchObject([{ code: 'run-timeout' }])
  })

  it.each([0, -1, Number.NaN])('refuses the time limit %s', async (timeoutMs) => {
    await expect(runText('', { timeoutMs })).rejects.toThrow(TypeError)
  })
})

describe('tools of the host', () => {
  const add = defineTool({
    name: 'add',
    description: 'Adds two numbers.',
    capability: 'math.add',
    parameters: { a: 'Int', b: 'Int' },
    returns: 'Int',
    run: ({ a, b }) => a + b,
  })
  const later = defineTool({
    name: 'later',
    description: 'Gives its argument back.',
    parameters: { x: 'Any' },
    runAsync: async ({ x }) => {
      await new Promise(setImmediate)
      return x
    },
  })

  it('are called like declared ones, are tools, and are audited', async () => {
    const text = 'print(add(1, 2), later([1, 2.5, nil]), add, type_of(later))\nfor l in audit_log(): print(l)\n'
    expect(await shown(text, { provide: [add, later] })).toBe(
      "3 [1, 2.5, nil] <tool add> Tool\n[line 1] tool 'add' -> called\n[line 1] tool 'later' -> called\n",
    )
  })

  it('are asked for their capability', async () => {
    expect(await shown('policy: deny math.add\nadd(1, 2)\n', { provide: [add] })).toContain('capability-denied')
  })

  it('are called by models', async () => {
    const text =
      'model m = inference("mock", "m", script: ["call add {\\"a\\": 1, \\"b\\": 2}", "it is {result}"])\n' +
      'set delegation = m\nprint(ask_with_tools("?", [add]).value)\n'
    expect(await shown(text, { provide: [add] })).toBe('it is 3\n')
  })

  it('wait anywhere: in loops, in half-evaluated expressions, through variables and in agents', async () => {
    const text =
      'def twice(f, x):\n  return [f(x), f(x)]\ntotal = 0\nfor i in range(3):\n  total = total + (10 * later(i)) + later(1)\n' +
      'print(total, twice(later, "x"))\nasync agent a:\n  y = later(7)\nstart(a)\nawait(a)\nprint(a.y)\n'
    expect(await shown(text, { provide: [later] })).toBe('33 [x, x]\n7\n')
  })

  it.each([
    ['add(1)', 'wrong-argument-count'],
    ['add("1", 2)', 'wrong-argument-type'],
    ['add(9007199254740993, 2)', 'argument-stays'],
    ['later(print)', 'argument-stays'],
  ])('%s is an error: %s', async (call, code) => {
    expect(await shown(`${call}\n`, { provide: [add, later] })).toContain(code)
  })
})

describe('what crosses', () => {
  const echo = defineBuiltin({ name: 'echo', parameters: { x: 'Any' }, run: ({ x }) => x })
  const typeOf = defineBuiltin({ name: 'js_type', parameters: { x: 'Any' }, run: ({ x }) => typeof x })

  it.each([
    ['nil', 'nil'],
    ['true', 'true'],
    ['9007199254740991', '9007199254740991'],
    ['-123456789012345678901234567890', '-123456789012345678901234567890'],
    ['2.5', '2.5'],
    ['-0.0', '-0.0'],
    ['"a😀"', 'a😀'],
    ['[1, [2, "x"], []]', '[1, [2, x], []]'],
  ])('%s and back', async (written, printed) => {
    expect(await shown(`print(echo(${written}))\n`, { provide: [echo] })).toBe(`${printed}\n`)
  })

  it('crosses Records with keys that JavaScript finds special', async () => {
    const text = 'import sense json\nprint(echo(json.parse("{\\"__proto__\\": 1, \\"1\\": [2], \\"a\\": {}}")))\n'
    expect(await shown(text, { provide: [echo] })).toBe('{"1": [2], "__proto__": 1, "a": {}}\n')
  })

  it('gives large Ints as bigint, all others as number', async () => {
    expect(await shown('print(js_type(2.0), js_type(1), js_type(9007199254740993))\n', { provide: [typeOf] })).toBe(
      'number number bigint\n',
    )
  })

  it('copies, so that neither side sees the changes of the other', async () => {
    const given: HostValue[] = [1]
    const push = defineBuiltin({ name: 'grow', parameters: { xs: 'Array' }, run: ({ xs }) => [...xs, 2] })
    const text = 'ys = grow(xs)\npush(xs, 3)\nprint(xs, ys)\n'
    expect(await shown(text, { provide: [push], values: { xs: given } })).toBe('[1, 3] [1, 2]\n')
    expect(given).toEqual([1])
  })

  it('copies a part once that is reached on many ways', async () => {
    const length = defineBuiltin({ name: 'length', parameters: { xs: 'Array' }, run: ({ xs }) => xs.length })
    const text = 'xs = [1]\nfor i in range(60):\n  xs = [xs, xs]\nprint(length(xs))\n'
    expect(await shown(text, { provide: [length] })).toBe('2\n')
  })

  it('refuses what nests too deep, also where a part of it was copied before', async () => {
    const half = 'def half(xs):\n  for i in range(600):\n    xs = [xs]\n  return xs\n'
    const text = `${half}xs = half(1)\necho(xs)\necho([xs, half(xs)])\n`
    expect(await shown(text, { provide: [echo] })).toContain('nested more than 1000 deep cannot be copied')
  })

  it('takes a whole number for a Float where the type says so', async () => {
    const half = defineBuiltin({ name: 'half', parameters: { x: 'Float' }, returns: 'Float', run: ({ x }) => x / 2 })
    expect(await shown('print(half(4), type_of(half(4.0)))\n', { provide: [half] })).toBe('2.0 Float\n')
  })

  it.each([
    ['a function', () => 1, 'a function of JavaScript has no meaning in a program'],
    ['a symbol', Symbol('s'), 'a symbol of JavaScript has no meaning in a program'],
    ['a Date', new Date(0), 'an object of the class Date is no plain data'],
    ['a Map', new Map(), 'an object of the class Map is no plain data'],
    ['a cycle', cycle(), 'data that contains itself cannot be copied'],
  ])('refuses %s as a result', async (_name, result, reason) => {
    const bad = defineBuiltin({ name: 'bad', parameters: {}, run: () => result as HostValue })
    expect(await shown('bad()\n', { provide: [bad] })).toContain(`result-stays: what \`bad\` gave back`)
    expect(await shown('bad()\n', { provide: [bad] })).toContain(reason)
  })
})

function cycle(): unknown {
  const xs: unknown[] = []
  xs.push(xs)
  return xs
}

describe('errors of the host', () => {
  const fail = defineBuiltin({
    name: 'fail',
    parameters: {},
    run: () => {
      throw new RangeError('out of\nreach')
    },
  })
  const failLater = defineTool({
    name: 'fail_later',
    parameters: {},
    runAsync: () => Promise.reject(new Error('no network')),
  })

  it('are errors at the call, which a program can catch', async () => {
    const text = 'x = 1\nattempt:\n  fail_later()\nfailed p:\n  print(p.message, p.line)\nfail()\n'
    const result = await runText(text, { provide: [fail, failLater] })
    expect(result.output).toBe('`fail_later` failed: Error: no network 3\n')
    expect(lineOf(result)).toBe(6)
    expect(result.problems[0]?.headline).toBe('`fail` failed: RangeError: out of\\nreach')
  })

  it.each([
    ['an object', {}, 'a value without a text'],
    ['an object without a prototype', Object.create(null), 'a value without a text'],
    ['nothing', undefined, 'a value without a text'],
    ['a text', 'no paper', 'no paper'],
    ['an error without a text', new TypeError(), 'TypeError'],
  ])('%s that is thrown has words', async (_name, thrown: unknown, words) => {
    const run = (): null => {
      throw thrown
    }
    const bad = defineBuiltin({ name: 'bad', parameters: {}, run })
    const result = await runText('bad()\n', { provide: [bad] })
    expect(result.problems[0]?.headline).toBe(`\`bad\` failed: ${words}`)
  })

  it('a promise from `run` is one', async () => {
    const bad = defineBuiltin({ name: 'bad', parameters: {}, run: () => Promise.resolve(1) as unknown as HostValue })
    expect(await shown('bad()\n', { provide: [bad] })).toContain('host-promise')
  })

  it.each([
    ['a name that is a keyword', () => defineTool({ name: 'agent', parameters: {}, run: () => 1 })],
    ['a name with a dash', () => defineTool({ name: 'a-b', parameters: {}, run: () => 1 })],
    ['a type that does not cross', () => defineTool({ name: 'a', parameters: { x: 'Agent' as 'Any' }, run: () => 1 })],
    ['a type that is none', () => defineTool({ name: 'a', parameters: { x: 'Array<' as 'Any' }, run: () => 1 })],
    ['no body', () => defineTool(JSON.parse('{ "name": "a", "parameters": {} }') as Parameters<typeof defineTool>[0])],
  ])('%s cannot be defined', (_name, define) => {
    expect(define).toThrow(TypeError)
  })

  it('a name provided twice is refused', async () => {
    await expect(runText('', { provide: [fail], values: { fail: 1 } })).rejects.toThrow('provided twice')
  })
})

function lineOf({ problems: [problem] }: RunResult): number | undefined {
  if (problem?.place === undefined) return undefined
  const { file, span } = problem.place
  return file.text.slice(0, span.offsetStart).split('\n').length
}

describe('models of the host', () => {
  const parrot = defineModel({
    name: 'parrot',
    capability: 'model.parrot',
    generate: ({ messages }) => {
      const [first] = messages
      return Promise.resolve({ text: first?.role === 'user' ? first.text.toUpperCase() : '' })
    },
  })

  it('answer where the program delegates none, and by name', async () => {
    const text = 'print(ask("hello"))\nprint(parrot.ask("a").value)\nfor l in audit_log(): print(l)\n'
    expect(await shown(text, { model: parrot, provide: [parrot] })).toBe(
      "answer<?>(HELLO)\nA\n[line 1] model 'parrot' -> called\n[line 2] model 'parrot' -> called\n",
    )
  })

  it('call tools', async () => {
    const caller = defineModel({
      name: 'caller',
      generate: ({ messages, tools }) => {
        const last = messages.at(-1)
        if (last?.role === 'tools') return Promise.resolve({ text: `got ${last.results[0]?.text}` })
        const call = { id: '1', toolName: tools[0]?.wireName ?? '', argumentsText: '{"n": 20}' }
        return Promise.resolve({ text: '', calls: [call] })
      },
    })
    const text = 'tool double(n: Int) "Doubles.":\n  return n * 2\nprint(ask_with_tools("?", [double]).value)\n'
    expect(await shown(text, { model: caller })).toBe('got 40\n')
  })

  it('fail as errors that name them', async () => {
    const broken = defineModel({ name: 'broken', generate: () => Promise.reject(new Error('overloaded')) })
    expect(await shown('ask("x")\n', { model: broken })).toContain('broken')
  })

  it('are asked for their capability', async () => {
    expect(await shown('ask("x")\n', { model: parrot, policy: { deny: ['model.parrot'] } })).toContain('denied')
  })
})

describe('policy of the host', () => {
  const program = 'tool pay() requires money.send "x":\n  return 1\npolicy: allow money.send\nprint(pay())\n'

  it('cannot be lifted by the program', async () => {
    expect(await shown(program, { policy: { deny: ['money.send'] } })).toContain('capability-denied-by-host')
    expect(await shown(program, { policy: { allowOnly: ['mail.read'] } })).toContain('capability-denied-by-host')
    expect(await shown(program, { policy: { allowOnly: ['money.send'] } })).toBe('1\n')
  })

  it('leaves what it allows to the rules of the program', async () => {
    const denying = program.replace('allow', 'deny')
    expect(await shown(denying, { policy: { allowOnly: ['money.send'] } })).toContain('capability-denied:')
  })
})

describe('other options', () => {
  it('answers `ask_human`', async () => {
    const text = 'print(ask_human("name?"), ask_human("again?"))\n'
    expect(await shown(text, { answer: (question) => `<${question}>` })).toBe('<name?> <again?>\n')
    expect(await shown(text, { answer: () => null })).toContain('no-answer-left')
    expect(await shown(text)).toContain('nobody-to-ask')
  })

  it('hands over data by name', async () => {
    const values = { customer: { name: 'Ada', orders: [1, 2] } }
    expect(await shown('print(customer.name, len(customer.orders))\n', { values })).toBe('Ada 2\n')
  })

  it('leaves effects out in a dry run', async () => {
    const text = 'irreversible action f():\n  print("done")\nprint(f().verify().commit())\n'
    expect(await shown(text, { dryRun: 'actions' })).toBe('nil\n')
  })

  it('gives output as it comes', async () => {
    const pieces: string[] = []
    await runText('print(1)\nprint(2)\n', { onOutput: (text) => pieces.push(text) })
    expect(pieces.join('')).toBe('1\n2\n')
  })

  it('shows only the environment it was given', async () => {
    const text = 'model m = inference("anthropic")\n'
    expect(await shown(text, { environment: {} })).toContain('api-key-missing')
  })
})
