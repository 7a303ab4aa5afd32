import { afterEach, describe, expect, it } from 'vitest'
import { createStores } from '../../../../src/adapters/sqlite/stores.ts'
import { callAtOnceIn } from '../../../../src/runtime/execution/call.ts'
import { PersistentMemory } from '../../../../src/runtime/memory/persistent-memory.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { fakeContext } from '../builtins/fake-context.ts'
import { codeOf, problemOf, siteOf } from '../values/problem-of.ts'

const stores = createStores()
afterEach(() => {
  stores.closeAll()
})

function newMemory(): PersistentMemory {
  const clock = { now: () => Date.UTC(2026, 11, 1, 12), setAlarm: () => () => undefined }
  return new PersistentMemory({ name: 'm', path: ':memory:', store: stores.open(':memory:'), clock })
}

function call(memory: PersistentMemory, member: string, ...args: readonly Value[]): Value {
  const { run, site, scope } = fakeContext()
  return callAtOnceIn(run)(site, scope, memory.readMember(member) ?? null, args)
}

/** The lines of `history` without their dates. */
function historyOf(memory: PersistentMemory, key: string): readonly string[] {
  const lines = call(memory, 'history', key)
  return Array.isArray(lines) ? lines.map((line) => String(line).replace(/ \([^)]*\)$/, '')) : []
}

describe('remembering and forgetting', () => {
  it('keeps keys in the order of the latest remembering', () => {
    const memory = newMemory()
    for (const key of ['c', 'a', 'b', 'a']) call(memory, 'remember', key, `${key}!`)
    expect(call(memory, 'keys')).toEqual(['c', 'b', 'a'])
    call(memory, 'forget', 'c')
    expect(call(memory, 'keys')).toEqual(['b', 'a'])
    call(memory, 'remember', 'c', 'c again')
    expect(memory.entries()).toEqual([
      ['b', 'b!'],
      ['a', 'a!'],
      ['c', 'c again'],
    ])
  })

  it('knows the state after each row of the whole file', () => {
    const memory = newMemory()
    call(memory, 'remember', 'x', 'x1')
    call(memory, 'remember', 'y', 'y1')
    call(memory, 'remember', 'x', 'x2')
    call(memory, 'forget', 'x')
    call(memory, 'forget', 'x')
    const versions = [-(2n ** 70n), -1, 0, 1, 2, 3, 4, 5, 2n ** 70n]
    const states = versions.map((version) => [call(memory, 'as_of', 'x', version), call(memory, 'as_of', 'y', version)])
    expect(states.map(([x]) => x)).toEqual([null, null, null, 'x1', 'x1', 'x2', null, null, null])
    expect(states.map(([, y]) => y)).toEqual([null, null, null, null, 'y1', 'y1', 'y1', 'y1', 'y1'])
  })

  it('lists the history of a key', () => {
    const memory = newMemory()
    call(memory, 'remember', "a'b", ['ada', 1, new Float(2), null])
    call(memory, 'remember', 'other', 1)
    call(memory, 'forget', "a'b")
    expect(historyOf(memory, "a'b")).toEqual(["[v1] remember 'a'b' = [ada, 1, 2.0, nil]", "[v3] forget 'a'b'"])
    expect(call(memory, 'history', 'other')).toMatchObject([expect.stringMatching(/ \(Tue Dec {2}1 .* 2026\)$/)])
    expect(call(memory, 'history', 'never')).toEqual([])
  })

  it('tells nil from forgotten in its keys only', () => {
    const memory = newMemory()
    call(memory, 'remember', 'a', null)
    expect([call(memory, 'recall', 'a'), call(memory, 'recall', 'b')]).toEqual([null, null])
    expect(call(memory, 'keys')).toEqual(['a'])
  })

  it.each(['', '__proto__', 'a\0b', 'é😀', "'; DROP TABLE memory_log; --"])('takes any text as a key: %j', (key) => {
    const memory = newMemory()
    call(memory, 'remember', key, 1)
    expect([call(memory, 'keys'), call(memory, 'recall', key)]).toEqual([[key], 1])
  })
})

describe('values', () => {
  const record = new SenseRecord([
    ['__proto__', 1],
    ['é', [new Float(2)]],
  ])
  it.each<[string, Value]>([
    ['nil', null],
    ['a Bool', true],
    ['an Int', -5],
    ['a large Int', 123456789012345678901234567890n],
    ['a Float that is whole', new Float(3)],
    ['a large Float', new Float(1e300)],
    ['negative zero', new Float(-0)],
    ['text', 'é 😀 "q" \\ \n \u007f \u2028 \ud800'],
    ['long text beyond ASCII', `${'a'.repeat(65_535)}😀${'é'.repeat(70_000)}`],
    [
      'Arrays',
      [
        [1, new Float(2)],
        ['a', null, [true]],
      ],
    ],
    ['a Record', record],
  ])('come back as they were: %s', (_, value) => {
    const memory = newMemory()
    call(memory, 'remember', 'k', value)
    expect(call(memory, 'recall', 'k')).toEqual(value)
  })

  it('are copies', () => {
    const memory = newMemory()
    const list: Value[] = [1]
    call(memory, 'remember', 'k', list)
    list.push(2)
    expect(call(memory, 'recall', 'k')).toEqual([1])
    expect(call(memory, 'recall', 'k')).not.toBe(call(memory, 'recall', 'k'))
  })

  it('may be nested 1,000 deep, and no deeper', () => {
    const memory = newMemory()
    const nested = (depth: number) => {
      let value: Value = ['[\\"[']
      for (let level = 1; level < depth; level += 1) value = [value]
      return value
    }
    call(memory, 'remember', 'k', nested(1_000))
    expect(call(memory, 'recall', 'k')).toEqual(nested(1_000))
    expect(codeOf(() => call(memory, 'remember', 'k', nested(1_001)))).toBe('memory-value')
    call(memory, 'remember', 'text', '['.repeat(3_000))
    expect(call(memory, 'recall', 'text')).toHaveLength(3_000)
  })

  it('are refused, with nothing written, if JSON lacks them', () => {
    const memory = newMemory()
    const endless: Value[] = []
    endless.push(endless)
    const method = memory.readMember('remember') ?? null
    for (const value of [method, [1, [method]], memory, endless, new Float(NaN), new Float(Infinity)]) {
      expect(codeOf(() => call(memory, 'remember', 'k', value))).toBe('memory-value')
    }
    expect([call(memory, 'keys'), call(memory, 'history', 'k')]).toEqual([[], []])
    expect(problemOf(() => call(memory, 'remember', 'k', method))?.headline).toBe(
      '`m.remember` cannot keep this value: JSON cannot express a Function',
    )
  })
})

describe('members', () => {
  it('are its name, its path and methods named after it', () => {
    const memory = newMemory()
    expect(memory.textForm()).toBe('<memory m (persistent, :memory:)>')
    expect([memory.readMember('name'), memory.readMember('path')]).toEqual(['m', ':memory:'])
    expect(memory.readMember('kind')).toBeUndefined()
    for (const member of memory.memberNames) expect(memory.readMember(member)).toBeDefined()
    expect(memory.readMember('as_of')).toMatchObject({ typeName: 'Function', definition: { name: 'm.as_of' } })
  })

  it('check their arguments, at the site of the call', () => {
    const memory = newMemory()
    for (const member of ['remember', 'recall', 'forget', 'history', 'as_of']) {
      const rest = member === 'remember' || member === 'as_of' ? [1] : []
      expect(codeOf(() => call(memory, member, 1, ...rest))).toBe('memory-key')
      expect(codeOf(() => call(memory, member, '\ud800', ...rest))).toBe('memory-key-not-text')
      expect(codeOf(() => call(memory, member))).toBe('wrong-argument-count')
    }
    for (const version of [new Float(1), true, null, '1']) {
      expect(codeOf(() => call(memory, 'as_of', 'a', version))).toBe('memory-version')
    }
    expect(siteOf(() => call(memory, 'recall', 1))).toBe(7)
    expect(call(memory, 'keys')).toEqual([])
  })
})
