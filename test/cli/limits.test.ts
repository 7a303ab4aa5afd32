/**
 * Programs that go to the limits, each in a process of its own: every one succeeds or ends in a clean error, and none ever
 * brings the process down (status 133, 134, 139).
 */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ProgramFolder, runSense } from './sense-process.ts'

const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

/** The program tries `lines` and prints the code of the error that ends them. */
const tried = (lines: string): string =>
  `attempt:\n    ${lines.replaceAll('\n', '\n    ')}\nfailed problem:\n    print(problem.code)\n`
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('')

/** A program, and what it prints or, in brackets, the code of the error that ends it. */
type Case = readonly [program: string, expected: string]

const values: Readonly<Record<string, Case>> = {
  'a range beyond an Array': [tried('x = range(1000000000)'), 'array-too-long\n'],
  'an Array doubled without end': [`xs = [1]\n${tried('while true: xs = xs + xs')}`, 'array-too-long\n'],
  'a String doubled without end': [`s = "ab"\n${tried('while true: s = s + s')}`, 'string-too-long\n'],
  'an Int squared without end': [`x = 3\n${tried('while true: x = x * x')}`, 'int-too-large\n'],
  'a String of a million units, built one by one': [
    's = ""\nfor i in range(1000000): s = s + "x"\nprint(len(s), s[500000])\n',
    '1000000 x\n',
  ],
  'Arrays nested 100,000 deep, as text and compared': [
    `def nested():
    xs = []
    for i in range(100000): xs = [xs]
    return xs
import sense json
xs = nested()
print(len(str(xs)), xs == nested(), xs == [xs], len(json.text(xs)))
`,
    '200002 true false 200002\n',
  ],
  'Arrays that hold each other': [
    'xs = []\nfor i in range(8): push(xs, [])\nfor a in xs:\n    for b in xs: push(a, b)\nprint(len(str(xs)), xs == xs)\n',
    '5589656 true\n',
  ],
  'JSON text nested a million deep': [
    `import sense json\nimport sense text\n${tried('json.parse(text.repeat("[", 1000000))')}`,
    'json-text-malformed\n',
  ],
  'a value too deep for a memory': [
    `xs = []\nfor i in range(100000): xs = [xs]\npersistent memory m: ":memory:"\n${tried('m.remember("a", xs)')}`,
    'memory-value\n',
  ],
  'a value deeper than its type': [
    `xs = []\nfor i in range(100000): xs = [xs]\n${tried(`y: ${'Array<'.repeat(900)}Int${'>'.repeat(900)} = xs`)}`,
    'wrong-declared-type\n',
  ],
}

const sources: Readonly<Record<string, Case>> = {
  'ten thousand nested brackets': [`print(${'['.repeat(10_000)}${']'.repeat(10_000)})\n`, '[nesting-too-deep]'],
  'ten thousand nested `not`': [`print(${'not '.repeat(10_000)}1)\n`, '[nesting-too-deep]'],
  'a thousand nested brackets, but few': [`print(len(str(${'['.repeat(900)}${']'.repeat(900)})))\n`, '1800\n'],
  'blocks 900 deep': [`${many(900, (depth) => `${' '.repeat(depth)}if true:\n`)}${' '.repeat(900)}print(1)\n`, '1\n'],
  'a String literal of a megabyte': [`s = "${'x'.repeat(2 ** 20)}"\nprint(len(s))\n`, '1048576\n'],
  'twenty thousand lines': [
    `def f(a): return a + 1\n${many(19_998, (index) => `x${index} = f(${index})\n`)}print(x19997)\n`,
    '19998\n',
  ],
  'ten thousand operators': [`x = 1\nprint(1${' + x'.repeat(10_000)})\n`, '10001\n'],
  'ten thousand calls of what a call gives': [`def f(): return f\nprint(f${'()'.repeat(10_000)})\n`, '<fn f>\n'],
  'ten thousand indices': [`xs = []\npush(xs, xs)\nprint(xs${'[0]'.repeat(10_000)} == xs)\n`, 'true\n'],
  'seventy thousand arguments': [
    `def f(a): return a\n${tried(`f(${'1, '.repeat(70_000)})`)}`,
    'wrong-argument-count\n',
  ],
  'seventy thousand parameters': [
    `def f(${many(70_000, (index) => `p${index}, `)}): return 1\n`,
    '[too-many-parameters]',
  ],
  'a hundred thousand elements': [`print(len([${many(100_000, (index) => `${index}, `)}]))\n`, '100000\n'],
}

const tooDeep = 'recursion-too-deep\n'
const recursions: Readonly<Record<string, Case>> = {
  'a function': [`def f(n): return f(n + 1)\n${tried('f(0)')}`, tooDeep],
  'two functions': [`def f(n): return g(n + 1)\ndef g(n): return f(n + 1)\n${tried('f(0)')}`, tooDeep],
  'a variable': [`def f(n): return n\ng = f\ndef h(n): return g(n + 1)\ng = h\n${tried('h(0)')}`, tooDeep],
  'an Array': [`fs = []\ndef f(n): return fs[0](n + 1)\npush(fs, f)\n${tried('f(0)')}`, tooDeep],
  arguments: [`def f(n): return len(str(f(n + 1) + 1))\n${tried('f(0)')}`, tooDeep],
  'an attempt': [
    `def f(n):\n    attempt:\n        return f(n + 1)\n    failed p:\n        assert(false, p)\n${tried('f(0)')}`,
    tooDeep,
  ],
  'a session': [`def f(n):\n    session s: return f(n + 1)\n${tried('f(0)')}`, tooDeep],
  'a test': ['def f(n):\n    test "t": f(n + 1)\n    return n\nprint(f(0))\n', '0\n'],
  'a tool': [`tool t(n): return t(n + 1)\n${tried('t(0)')}`, tooDeep],
  'an async tool': [`async tool t(n): return await(t(n + 1))\n${tried('await(t(0))')}`, tooDeep],
  'an action': [
    // Deep enough for the driver, and few enough entries for the audit log.
    `irreversible action a(n):\n    if n == 3000: return f(0)\n    return a(n + 1).verify().commit()\ndef f(n): return f(n + 1)\n${tried('a(0).verify().commit()')}`,
    tooDeep,
  ],
  'an agent': [
    `agent a:\n    def f(n): return f(n + 1)\n    f(0)\n${tried('start(a)')}print(a.status)\n`,
    `${tooDeep}failed\n`,
  ],
  'an agent that may pause': [
    `agent a:\n    def f(n):\n        if n < 0: pause()\n        return f(n + 1)\n    f(0)\n${tried('start(a)')}`,
    tooDeep,
  ],
  'agents that start agents': [`def f():\n    agent a: f()\n    start(a)\n${tried('f()')}`, tooDeep],
  'async agents that await each other': [
    `def f():\n    async agent a: f()\n    start(a)\n    await(a)\n${tried('f()')}`,
    tooDeep,
  ],
}

async function check([program, expected]: Case): Promise<void> {
  const { stdout, stderr, status } = await runSense(['run', '--error-format=line', programs.add('limit.sns', program)])
  const isError = expected.startsWith('[')
  expect({ stdout, status }).toEqual({ stdout: isError ? '' : expected, status: isError ? 1 : 0 })
  expect(stderr).toContain(isError ? expected : '')
}

describe('values', () => {
  it.each(Object.entries(values))('%s', (_name, limit) => check(limit))
})

describe('source', () => {
  it.each(Object.entries(sources))('%s', (_name, limit) => check(limit))
})

describe('recursion through', () => {
  it.each(Object.entries(recursions))('%s', (_name, limit) => check(limit))

  it('files that import each other, a thousand in a row', async () => {
    mkdirSync(join(programs.path, 'chain'))
    for (let index = 0; index < 1000; index += 1) {
      programs.add(`chain/m${index}.sns`, `import "./m${index + 1}.sns" as next\nv = next.v + 1\n`)
    }
    programs.add('chain/m1000.sns', 'v = 0\n')
    await check([`import "./chain/m0.sns" as m\nprint(m.v)\n`, '1000\n'])
  })
})
