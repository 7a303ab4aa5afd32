/** Every kind of callee, called in every way that reaches it: none may lose a wait or be taken for another kind. */

import { describe, expect, it } from 'vitest'
import type { SourcesPort } from '../../src/runtime/ports/sources.ts'
import { handBack, later, resultOf } from '../support/run-source.ts'

interface Callee {
  /** Declares `callee`, which takes an Int `n` and gives `n + 1` in the end. */
  readonly declaration: string
  /** What is done with what a call gives to get at `n + 1`. */
  readonly finish: (call: string) => string
}

const asItIs = (call: string): string => call
const callees: Readonly<Record<string, Callee>> = {
  'a plain function': { declaration: 'def callee(n):\n    return n + 1\n', finish: asItIs },
  'a function that waits': { declaration: 'def callee(n):\n    return later(n) + 1\n', finish: asItIs },
  'a tool': { declaration: 'tool callee(n: Int) "adds":\n    return n + 1\n', finish: asItIs },
  'a tool that waits': { declaration: 'tool callee(n: Int) "adds":\n    return later(n) + 1\n', finish: asItIs },
  'an async tool': {
    declaration: 'async tool callee(n: Int):\n    return n + 1\n',
    finish: (call) => `await(${call})`,
  },
  'an async tool that waits': {
    declaration: 'async tool callee(n: Int):\n    return later(n) + 1\n',
    finish: (call) => `await(${call})`,
  },
  'a builtin': { declaration: 'local callee = str\n', finish: (call) => `int(${call}) + 1` },
  'a builtin that waits': { declaration: 'local callee = later\n', finish: (call) => `${call} + 1` },
  'a builtin whose wait is over at once': {
    declaration: 'local callee = hand_back\n',
    finish: (call) => `${call} + 1`,
  },
  'a JavaScript function': {
    declaration: 'from js "globalThis" import Function\nlocal callee = Function.new("n", "return n + 1")\n',
    finish: asItIs,
  },
  'a JavaScript function that promises': {
    declaration:
      'from js "globalThis" import Function\nlocal callee = Function.new("n", "return Promise.resolve(n + 1)")\n',
    finish: (call) => `await(${call})`,
  },
  'a Python callable': {
    declaration:
      'import python "functools" as functools\nimport python "operator" as operator\n' +
      'local callee = functools.partial(operator.add, 1)\n',
    finish: asItIs,
  },
  'an action': {
    declaration: 'irreversible action callee(n):\n    return n + 1\n',
    finish: (call) => `${call}.verify().commit()`,
  },
  'an action that waits': {
    declaration: 'irreversible action callee(n):\n    return later(n) + 1\n',
    finish: (call) => `${call}.verify().commit()`,
  },
}

/** Programs that print what `callee(1)` gives in the end, called in some way. */
const ways: Readonly<Record<string, (callee: Callee) => string>> = {
  directly: ({ declaration, finish }) => `${declaration}print(${finish('callee(1)')})\n`,
  'through a variable': ({ declaration, finish }) => `${declaration}f = callee\nprint(${finish('f(1)')})\n`,
  'through a variable that held another kind': ({ declaration, finish }) =>
    `${declaration}f = len\nf = callee\nprint(${finish('f(1)')})\n`,
  'through an Array': ({ declaration, finish }) => `${declaration}print(${finish('[len, callee][1](1)')})\n`,
  'through a parameter': ({ declaration, finish }) =>
    `${declaration}def apply(f):\n    return ${finish('f(1)')}\nprint(apply(callee))\n`,
  'as a member of a module': ({ finish }) => `import "./module.sns" as m\nprint(${finish('m.callee(1)')})\n`,
  'by a plain agent': ({ declaration, finish }) =>
    `${declaration}agent a:\n    x = ${finish('callee(1)')}\nprint(start(a).x)\n`,
  'by an async agent': ({ declaration, finish }) =>
    `${declaration}async agent a:\n    x = ${finish('callee(1)')}\nstart(a)\nprint(await(a).x)\n`,
  'in the middle of an expression': ({ declaration, finish }) =>
    `${declaration}print(10 * (${finish('callee(1)')}) - 18)\n`,
}

const sourcesWith = (text: string): SourcesPort => ({
  resolve: (reference) => reference.replace('./', '/'),
  shownAs: (path) => path,
  read: () => ({ kind: 'text', text }),
})

describe.each(Object.entries(callees))('%s', (_kind, callee) => {
  it.each(Object.entries(ways))('can be called %s', async (_way, programOf) => {
    const ports = { sources: sourcesWith(callee.declaration) }
    const options = { hostBuiltins: [later, handBack], path: '/main.sns', ports }
    expect(await resultOf(programOf(callee), options)).toBe('2\n')
  })
})

describe('a model', () => {
  const ask = (declaration: string): string => `
model m = inference("mock", "m", script: ["call callee {\\"n\\": 1}", "{result}"])
set delegation = m
${declaration}
print(ask_with_tools("go", [callee]).value)
`

  it.each(['a tool', 'a tool that waits'])('calls %s', async (kind) => {
    const text = ask(callees[kind]?.declaration ?? '')
    expect(await resultOf(text, { hostBuiltins: [later] })).toBe('2\n')
  })

  it('is not given an async tool', async () => {
    const text = ask(callees['an async tool']?.declaration ?? '')
    expect(await resultOf(text, { hostBuiltins: [later] })).toMatch(/\[async-tool-for-model\]/)
  })
})

describe('what starts and stops bodies', () => {
  it.each([
    ['start', 'agent a:\n    x = 1\n', 'f(a).status', 'completed'],
    ['resume', 'agent a:\n    pause()\nstart(a)\n', 'f(a).status', 'completed'],
    ['await', 'async agent a:\n    x = 1\nstart(a)\n', 'f(a).status', 'completed'],
    ['await', 'async tool t(): return 3\n', 'f(t())', '3'],
  ])('%s works as a value', async (builtin, before, expression, expected) => {
    for (const reach of [
      `f = ${builtin}\n`,
      `f = [${builtin}][0]\n`,
      `def pick():\n    return ${builtin}\nf = pick()\n`,
    ]) {
      expect(await resultOf(`${before}${reach}print(${expression})\n`)).toBe(`${expected}\n`)
    }
  })

  it.each(['pause', 'receive', 'ask_human'])('%s works as a value in a body', async (builtin) => {
    const text = `agent a:\n    f = [${builtin}][0]\n    x = f("q")\nattempt:\n    start(a)\n    resume(a, 1)\nfailed p:\n    print(p.code)\nprint(a.status)\n`
    const expected = builtin === 'receive' ? 'bad-timeout\nfailed\n' : 'completed\n'
    expect(await resultOf(text)).toBe(expected)
  })
})
