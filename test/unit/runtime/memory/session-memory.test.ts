import { expect, it } from 'vitest'
import { callAtOnceIn } from '../../../../src/runtime/execution/call.ts'
import { SessionMemory } from '../../../../src/runtime/memory/session-memory.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { fakeContext } from '../builtins/fake-context.ts'

function call(memory: SessionMemory, member: string, ...args: readonly Value[]): Value {
  const { run, site, scope } = fakeContext()
  return callAtOnceIn(run)(site, scope, memory.readMember(member) ?? null, args)
}

it('keeps keys in the order of first remembering', () => {
  const memory = new SessionMemory('m', null)
  for (const key of ['c', 'a', 'b']) call(memory, 'remember', key, 1)
  call(memory, 'remember', 'a', 2)
  expect(call(memory, 'keys')).toEqual(['c', 'a', 'b'])
  call(memory, 'forget', 'c')
  call(memory, 'remember', 'c', 3)
  expect(memory.entries()).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 3],
  ])
})

it('keeps the value itself, and nil is not the same as forgotten', () => {
  const memory = new SessionMemory('m', null)
  const list: Value[] = []
  call(memory, 'remember', 'list', list)
  expect(call(memory, 'recall', 'list')).toBe(list)
  call(memory, 'remember', 'list', null)
  expect(call(memory, 'recall', 'list')).toBeNull()
  expect(call(memory, 'keys')).toEqual(['list'])
  expect(call(memory, 'recall', 'never')).toBeNull()
})

it('hands out a fresh Array of keys each time', () => {
  const memory = new SessionMemory('m', null)
  expect(call(memory, 'keys')).not.toBe(call(memory, 'keys'))
})

it('knows its name, its kind and its text form', () => {
  const memory = new SessionMemory('notes', 'working')
  call(memory, 'remember', '__proto__', 1)
  expect([memory.readMember('name'), memory.readMember('kind')]).toEqual(['notes', 'working'])
  expect(memory.textForm()).toBe('<memory notes (1 entries)>')
  expect(new SessionMemory('m', null).readMember('kind')).toBeNull()
  expect(memory.readMember('path')).toBeUndefined()
})

it('has methods that are named after it', () => {
  const method = new SessionMemory('m', null).readMember('remember')
  expect(method).toMatchObject({ typeName: 'Function', definition: { name: 'm.remember' } })
})

it('refuses keys that are no Strings and a wrong number of arguments', () => {
  const memory = new SessionMemory('m', null)
  expect(() => call(memory, 'remember', 1, 1)).toThrow('`m.remember` needs a String as its key, but got an Int')
  expect(() => call(memory, 'recall', null)).toThrow('but got nil')
  expect(() => call(memory, 'remember', 'a')).toThrow('takes 2 arguments, but got 1')
  expect(() => call(memory, 'keys', 'a')).toThrow('takes no arguments, but got 1')
})
