/** What an application may get wrong, and what it is told: always a TypeError with what to write, before anything runs. */

import { describe, expect, it } from 'vitest'
import { defineBuiltin, defineModel, defineTool, runFile, runText } from '../../src/index.ts'
import type { RunOptions } from '../../src/index.ts'

/** As from a file of JavaScript, where no compiler looks. */
const untyped = (value: unknown): never => value as never

async function complaintAbout(run: () => unknown): Promise<string> {
  try {
    await run()
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return error instanceof Error ? error.message : ''
  }
  throw new Error('nothing was refused')
}

describe('options of a run', () => {
  it.each<[name: string, options: object, complaint: string]>([
    ['a name with a slip', { timeoutMS: 5 }, 'there is no `timeoutMS`; a name close to it is `timeoutMs`'],
    ['an unknown name', { verbose: true }, 'what can stand there is `name`, `provide`, '],
    ['a text for a number', { timeoutMs: '5s' }, '`timeoutMs` must be a number of milliseconds above 0, not "5s"'],
    ['a switch for a mode', { dryRun: true }, '`dryRun` must be "actions" or "actions-and-tools", not true'],
    ['a controller for its signal', { signal: new AbortController() }, '`signal` must be an AbortSignal'],
    ['a text for a list', { args: 'a b' }, '`args` must be an array of strings, not "a b"'],
    ['a number in a list', { args: ['a', 1] }, '`args[1]` must be a string, not 1'],
    ['a function that is not defined as a tool', { provide: [() => 1] }, '`provide[0]` must be what `defineTool`'],
    ['an object of functions', { provide: { f: () => 1 } }, '`provide` must be an array, not an object'],
    ['a number in the environment', { environment: { PORT: 80 } }, 'an object of strings, such as `process.env`'],
    ['an unknown provider', { model: 'antropic' }, 'knows no provider `antropic`; a name close to it is `anthropic`'],
    ['a list as options', [], 'the options of `runText` must be an object, not an array'],
    ['a value that does not cross', { values: { f: () => 1 } }, '`values`: `f` cannot be given: a function of'],
    ['a value under no name', { values: { 'a-b': 1 } }, '"a-b" cannot be a name in Sense'],
    [
      'a policy with a slip',
      { policy: { denny: ['a.b'] } },
      '`policy`: there is no `denny`; a name close to it is `deny`',
    ],
    ['a text for a list of rules', { policy: { deny: 'a.b' } }, '`deny` must be an array of capabilities, not "a.b"'],
    ['a star in a capability', { policy: { deny: ['a.*.b'] } }, '`deny[0]` must be a capability, words joined by dots'],
    ['a star alone', { policy: { allowOnly: ['*'] } }, '`allowOnly[0]` must be a capability'],
  ])('%s', async (_name, options, complaint) => {
    expect(await complaintAbout(() => runText('print(1)\n', options as RunOptions))).toContain(complaint)
  })

  it('are those of the function that is called', async () => {
    expect(await complaintAbout(() => runFile('a.sns', untyped({ name: 'x' })))).toContain('there is no `name`')
  })

  it('may be undefined, as where they come from a condition', async () => {
    const nothing = untyped({ timeoutMs: undefined, policy: undefined, onEvent: undefined, model: undefined })
    expect(await runText('print(1)\n', nothing)).toMatchObject({ ok: true, output: '1\n' })
  })
})

it.each([
  ['no text', () => runText(untyped(undefined)), '`runText` needs the text of a program, a string, but got undefined'],
  ['a promise of text', () => runText(untyped(Promise.resolve(''))), 'but got a promise'],
  ['no path', () => runFile(untyped(undefined)), '`runFile` needs the path of a file, a string or a file: URL'],
  ['an address', () => runFile(new URL('https://example.com/a.sns')), '`runFile` needs the path of a file'],
  ['no tool', () => defineTool(untyped(undefined)), 'what defines the tool must be an object, not undefined'],
  ['a tool without a body', () => defineTool(untyped({ name: 'a' })), 'the tool "a" needs either `run` or `runAsync`'],
  ['a tool without a name', () => defineTool(untyped({ run: () => 1 })), 'needs a `name`, a string, but got undefined'],
  [
    'a field with a slip',
    () => defineTool(untyped({ name: 'a', desciption: 'x', run: () => 1 })),
    'the tool "a": there is no `desciption`; a name close to it is `description`',
  ],
  [
    'parameters in a list',
    () => defineTool(untyped({ name: 'a', parameters: ['x'], run: () => 1 })),
    '`parameters` must be an object of names and types',
  ],
  [
    'a schema for a type',
    () => defineTool(untyped({ name: 'a', parameters: { x: { type: 'string' } }, run: () => 1 })),
    'a type is a string as in Sense, such as "Array<Int>", not an object',
  ],
  [
    'a pattern for a capability',
    () => defineTool({ name: 'a', capability: 'mail.*', run: () => 1 }),
    '`capability` must be a capability, words joined by dots such as "mail.send", not "mail.*"',
  ],
  [
    'a capability of a builtin',
    () => defineBuiltin(untyped({ name: 'a', capability: 'a.b', run: () => 1 })),
    'there is no `capability`',
  ],
  ['a model that answers nothing', () => defineModel(untyped({ name: 'm' })), 'the model "m" needs a `generate`'],
])('%s', async (_name, mistake, complaint) => {
  expect(await complaintAbout(mistake)).toContain(complaint)
})

it('a function without parameters needs none', async () => {
  const one = defineBuiltin({ name: 'one', run: () => 1 })
  const two = defineTool({ name: 'two', returns: 'Int', run: () => 2 })
  expect(await runText('print(one() + two())\n', { provide: [one, two] })).toMatchObject({ output: '3\n' })
})

describe('what a function of the application throws', () => {
  const fault = new Error('the application is broken')
  const fail = (): never => {
    throw fault
  }

  it.each<[option: string, options: RunOptions]>([
    ['onOutput', { onOutput: fail }],
    ['onEvent', { onEvent: fail }],
  ])('in `%s` ends the run, and comes back as it is', async (_option, options) => {
    const text = 'tool t():\n  return 1\nt()\nattempt:\n  print(1)\nfailed p:\n  print(p)\nwhile true:\n  print(2)\n'
    await expect(runText(text, options)).rejects.toBe(fault)
  })

  it('in `answer` is an error of the program, which can catch it', async () => {
    const text = 'attempt:\n  ask_human("?")\nfailed p:\n  print(p.message, p.line)\nask_human("?")\n'
    const result = await runText(text, { answer: () => Promise.reject(new Error('closed')) })
    expect(result.output).toBe('`answer` failed: Error: closed 2\n')
    expect(result.problems).toMatchObject([{ code: 'host-failed' }])
    const wrong = await runText('ask_human("?")\n', { answer: untyped(() => 5) })
    expect(wrong.problems[0]?.headline).toBe('`answer` failed: it gave 5, not a string or null')
  })
})
