import { expect, it } from 'vitest'
import { builtinSignatures } from '../../../../src/language/builtins.ts'
import { builtinDefinitions } from '../../../../src/runtime/builtins/builtins.ts'
import { BuiltinValue } from '../../../../src/runtime/execution/builtin.ts'
import type { CallContext } from '../../../../src/runtime/execution/callable.ts'
import type { Suspension } from '../../../../src/runtime/execution/suspension.ts'
import { Frame, Wait } from '../../../../src/runtime/execution/suspension.ts'
import { NoTerminal } from '../../../../src/runtime/ports/console.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { fakeContext } from './fake-context.ts'

function call(name: string, args: readonly Value[], context: CallContext = fakeContext()): Value | Suspension {
  const definition = builtinDefinitions.find((candidate) => candidate.name === name)
  if (definition === undefined) throw new Error(`there is no builtin ${name}`)
  return new BuiltinValue(definition).call(context, args, new Map())
}

/** Drives a builtin that waits, as the driver does. */
async function callToEnd(name: string, args: readonly Value[], context: CallContext): Promise<Value> {
  const called = call(name, args, context)
  if (!(called instanceof Frame)) throw new Error(`${name} did not wait`)
  let step = called.steps.next()
  while (step.done !== true) {
    const wait = step.value
    if (!(wait instanceof Wait)) throw new Error(`${name} called something`)
    const { outcome, error } = await new Promise<{ outcome?: unknown; error?: unknown }>((resolve) => {
      const resume = (value: unknown): void => resolve({ outcome: value })
      const fail = (reason: unknown): void => resolve({ error: reason })
      wait.begin({ resume, fail, resumeAtOnce: resume, failAtOnce: fail, cancel: undefined })
    })
    step = error === undefined ? called.steps.next(outcome) : called.steps.throw(error)
  }
  return step.value
}

it('defines exactly the builtins that the compiler knows', () => {
  const defined = builtinDefinitions.map((definition) => definition.name)
  expect([...defined].sort()).toEqual(builtinSignatures.map((signature) => signature.name).sort())
})

it('print writes text forms on one line', () => {
  const context = fakeContext()
  expect(call('print', ['a', 1, new Float(2), null, ['x', true]], context)).toBeNull()
  call('print', [], context)
  expect(context.printed.join('')).toBe('a 1 2.0 nil [x, true]\n\n')
})

it('print writes texts that are too long to be joined', () => {
  const context = fakeContext()
  const long = 'x'.repeat(2 ** 28)
  call('print', [long, long, long], context)
  expect(context.printed.map((text) => text.length)).toEqual([2 ** 28, 1, 2 ** 28, 1, 2 ** 28, 1])
})

it('len counts code points, elements and entries', () => {
  expect(call('len', ['a😀b'])).toBe(3)
  expect(call('len', [[1, 2]])).toBe(2)
  expect(call('len', [new SenseRecord([['a', 1]])])).toBe(1)
  expect(() => call('len', [5])).toThrow('`len` needs a String, an Array or a Record, but got an Int')
})

it('push appends in place and yields the Array', () => {
  const array: Value[] = [1]
  expect(call('push', [array, 2])).toBe(array)
  expect(array).toEqual([1, 2])
  expect(() => call('push', ['text', 1])).toThrow('`push` needs an Array')
})

it('range, int, float, str and type_of convert', () => {
  expect(call('range', [1, 7, 3])).toEqual([1, 4])
  expect(call('int', [' -1_000 '])).toBe(-1000)
  expect(call('float', ['.5'])).toEqual(new Float(0.5))
  expect(call('str', [[new Float(1), 'a']])).toBe('[1.0, a]')
  expect(call('type_of', [new Float(1)])).toBe('Float')
})

it('assert fails with the text form of its message', () => {
  expect(call('assert', [1, 'not shown'])).toBeNull()
  expect(() => call('assert', [[]])).toThrow('assertion failed')
  expect(() => call('assert', [null, ['a', 1]])).toThrow('[a, 1]')
  expect(() => call('assert', [0, null])).toThrow('nil')
})

it('audit_log yields a fresh Array each time', () => {
  const context = fakeContext()
  expect(call('audit_log', [], context)).toEqual(["[line 1] tool 't' -> called"])
  expect(call('audit_log', [], context)).not.toBe(call('audit_log', [], context))
})

it('ask_human yields the answer', async () => {
  const context = fakeContext((question) => Promise.resolve(`answer to ${question}`))
  expect(await callToEnd('ask_human', ['ok?'], context)).toBe('answer to ok?')
})

it('ask_human tells why there is no answer', async () => {
  await expect(callToEnd('ask_human', ['ok?'], fakeContext())).rejects.toThrow('the input has ended')
  const nobody = fakeContext(() => Promise.reject(new NoTerminal()))
  await expect(callToEnd('ask_human', ['ok?'], nobody)).rejects.toThrow('there is no terminal')
  expect(() => call('ask_human', [1])).toThrow('needs a String as its question')
})

it('spellings of older versions are refused', () => {
  for (const name of ['verify', 'approve', 'rollback', 'mock_model']) {
    expect(() => call(name, [1, 2, 3])).toThrow(`\`${name}\` is no longer a builtin`)
  }
})
