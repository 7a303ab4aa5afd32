import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sourceFileOf } from '../../src/compiler/source/source-file.ts'
import { parse } from '../../src/compiler/syntax/parse.ts'
import { Interrupted } from '../../src/runtime/ports/interrupter.ts'
import { SessionRun } from '../support/run-session.ts'

const folder = mkdtempSync(join(tmpdir(), 'sense-session-'))

afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe('a failed assertion', () => {
  it('shows both values, until a text replaces `assert`', async () => {
    const run = new SessionRun()
    const factsOf = async (text: string) => (await run.run(text)).diagnostics[0]?.evidence?.facts
    const both = [
      ['left', '3'],
      ['right', '"a"'],
    ]
    expect(await factsOf('def f(x): assert(x + 1 == "a", "no")\nf(2)')).toEqual(both)
    expect(await factsOf('assert(len("abc") == "a")')).toEqual(both)
    expect(await factsOf('assert = print')).toBeUndefined()
    expect(await factsOf('f(2)\nassert(1 < 2, "yes")')).toBeUndefined()
    expect(run.output).toBe('false no\ntrue yes\n')
  })
})

/** What each text gives: what it shows, `CODE` of its first problem, or nothing. */
async function answersOf(texts: readonly string[]): Promise<readonly string[]> {
  const run = new SessionRun()
  const answers: string[] = []
  for (const text of texts) {
    run.output = ''
    const { shown = '', diagnostics } = await run.run(text)
    answers.push(run.output + (diagnostics[0]?.code ?? shown))
  }
  await run.session.close()
  return answers
}

describe('what later texts do reaches what earlier ones have declared', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a variable', ['x = 1', 'x + 1', 'x = "s"', 'x'], ['', '2', '', 's']],
    ['a name that is bound later', ['def f(): return y', 'f()', 'y = 2', 'f()'], ['', 'unknown-name', '', '2']],
    ['a variable that a function then writes', ['def f(): y = 1', 'f()', 'y = 5', 'f()', 'y'], ['', '', '', '', '1']],
    [
      'another function of that name',
      ['def f(): return 1', 'def g(): return f()', 'def f(): return 2', 'g()'],
      ['', '', '', '2'],
    ],
    [
      'values of other types',
      ['def f(n): return n * 2', 'f(2)', 'f(1.5)', 'f("a")'],
      ['', '4', '3.0', 'wrong-operand-types'],
    ],
    [
      'a replaced builtin',
      ['def f(): return len("ab")', 'f()', 'len = 3', 'f()', 'len'],
      ['', '2', '', 'not-callable', '3'],
    ],
    ['a builtin that is only shadowed', ['def len(x): return 9', 'len("")', 'str(1)'], ['', '9', '1']],
    [
      'a function that waits',
      ['f = len', 'def g(x): return f(x)', 'g("ab")', 'agent a: print(pause(1))', 'f = start', 'x = g(a)', 'a.status'],
      ['', '', '2', '', '', '', 'paused'],
    ],
    [
      'an agent and its variables',
      ['agent a:\n  note = 1\n  pause()\n  note = 2', 'x = start(a)', 'a.note', 'x = resume(a)', 'a.note'],
      ['', '', '1', '', '2'],
    ],
    [
      'an agent that waits for messages',
      ['async agent a:\n  print(receive())', 'x = start(a)', 'send(a, "hi")'],
      ['', '', 'hi\n'],
    ],
    [
      'a policy',
      ['tool t() requires a.b: return 1', 't()', 'policy: deny a.b', 't()', 'policy: allow a.b', 't()'],
      ['', '1', '', 'capability-denied', '', '1'],
    ],
    [
      'a delegation',
      ['model m = inference("mock", response_template: "r")', 'set delegation = m', 'ask("?").value'],
      ['', '', 'r'],
    ],
    ['a closure', ['fs = []', 'for i in range(3):\n  def f(): return i\n  push(fs, f)', 'fs[1]()'], ['', '', '1']],
    [
      'names of JavaScript',
      ['__proto__ = 1', 'constructor = 2', '__proto__ + constructor', 'toString'],
      ['', '', '3', 'unknown-name'],
    ],
  ])('%s', async (_what, texts, expected) => {
    expect(await answersOf(texts)).toEqual(expected)
  })
})

describe('a session goes on', () => {
  it.each<[string, string, string]>([
    ['a syntax error', 'x = (', 'unclosed-bracket'],
    ['a stray return', 'return 1', 'return-outside'],
    ['an error', '1 / 0', 'division-by-zero'],
    ['an endless recursion', 'def f(n): return f(n + 1)\nf(0)', 'recursion-too-deep'],
    ['an error while an agent waits', 'async agent a: receive()\nstart(a)\nnope', 'unknown-name'],
    ['a failure that nobody awaited', 'async tool t(): return nope\nf = t()', 'unknown-name'],
    ['a wait for nothing', 'receive()', 'no-agent-here'],
  ])('after %s', async (_what, text, code) => {
    expect(await answersOf(['x = 1', text, 'x'])).toEqual(['', code, '1'])
  })

  it('after an interruption, with what was bound before', async () => {
    const run = new SessionRun()
    await run.run('x = 1\nimport sense time')
    const waiting = run.run('x = 2\ntime.sleep(60)')
    await new Promise((resolve) => setTimeout(resolve, 50))
    run.session.interrupt(new Interrupted())
    expect(await waiting).toMatchObject({ ending: 'cancelled', diagnostics: [] })
    expect(await run.run('x')).toMatchObject({ ending: 'completed', shown: '2' })
    await run.session.close()
  })
})

describe('what is shown', () => {
  it.each<[string, string]>([
    ['1 + 1', '2'],
    ['"text"', 'text'],
    ['[1, "a"]', '[1, a]'],
    ['nil', ''],
    ['x = 5', ''],
    ['print(1)', '1\n'],
    ['1\n2', ''],
    ['if true: 5', ''],
  ])('of %j', async (text, expected) => {
    expect(await answersOf([text])).toEqual([expected])
  })
})

it('ends with the status that the program asks for', async () => {
  const run = new SessionRun()
  await run.run('import sense program')
  expect(await run.run('program.exit(7)')).toMatchObject({ ending: 'exited', exitStatus: 7 })
  await run.session.close()
})

it('imports a file once, and anew after it was mended', async () => {
  const path = join(folder, 'm.sns')
  writeFileSync(path, 'print("runs")\nx = nope\n')
  const run = new SessionRun()
  const text = `import ${JSON.stringify(path)} as m`
  expect((await run.run(text)).diagnostics[0]?.code).toBe('unknown-name')
  writeFileSync(path, 'print("runs again")\nx = 1\ndef f(n): return n + x\n')
  expect((await run.run(text)).ending).toBe('completed')
  expect((await run.run(text)).ending).toBe('completed')
  expect(await run.run('m.f(m.x)')).toMatchObject({ shown: '2' })
  expect(run.output).toBe('runs\nruns again\n')
  await run.session.close()
})

it('knows names and members without running anything', async () => {
  const run = new SessionRun()
  await run.run('total = 1\nmemory notes\nif false: hidden = 1\nprint(later)')
  expect(run.session.names).toContain('total')
  expect(run.session.names).toContain('print')
  expect(run.session.names).not.toContain('hidden')
  expect(run.session.names).not.toContain('later')
  expect(run.session.membersOf('notes')).toContain('remember')
  expect(run.session.membersOf('total')).toEqual([])
  expect(run.session.membersOf('nothing')).toEqual([])
  await run.session.close()
})

describe('a conformance case prints the same in one session, as a whole and statement by statement', () => {
  const cases = new URL('../conformance/cases/', import.meta.url).pathname
  const areas = ['scope', 'functions', 'actions', 'agents', 'programs']
  // They are cut off where a text ends, or keep something in a file.
  const left = /persistent|import |async /
  for (const area of areas) {
    it(area, async () => {
      let count = 0
      for (const file of readdirSync(join(cases, area)).filter((name) => name.endsWith('.sns'))) {
        const text = readFileSync(join(cases, area, file), 'utf8')
        const { program, problems } = parse(sourceFileOf('case.sns', text))
        const outputPath = join(cases, area, file.replace(/sns$/, 'out'))
        if (problems.length > 0 || left.test(text) || !existsSync(outputPath)) continue
        const expected = readFileSync(outputPath, 'utf8')
        count += 1
        const whole = new SessionRun()
        await whole.run(`${text}\nnil\n`)
        await whole.session.close()
        expect(whole.output, `${area}/${file}`).toBe(expected)
        const parts = new SessionRun()
        for (const { span } of program.statements) {
          const linesBefore = text.slice(0, span.offsetStart).replace(/[^\n]/g, '')
          const { ending } = await parts.run(`${linesBefore}${text.slice(span.offsetStart, span.offsetEnd)}\n`)
          if (ending !== 'completed') break
        }
        await parts.session.close()
        expect(parts.output, `${area}/${file}, statement by statement`).toBe(expected)
      }
      expect(count).toBeGreaterThan(0)
    })
  }
})
