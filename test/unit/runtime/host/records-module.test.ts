import { expect, it } from 'vitest'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import { textForm } from '../../../../src/runtime/values/text-form.ts'
import { codeOf, problemOf } from '../values/problem-of.ts'
import { callMember } from './call-member.ts'

const ada = () =>
  new SenseRecord([
    ['name', 'Ada'],
    ['age', null],
  ])

it('new makes a Record of its labels, in their order', () => {
  const labels = new Map([
    ['b', 1],
    ['__proto__', 2],
    ['a', 3],
  ])
  expect(textForm(callMember('records.new', [], labels))).toBe('{"b": 1, "__proto__": 2, "a": 3}')
  expect(textForm(callMember('records.new', []))).toBe('{}')
  expect(callMember('records.new', [])).not.toBe(callMember('records.new', []))
})

it('new explains that values need labels', () => {
  expect(problemOf(() => callMember('records.new', ['name', 'Ada']))?.headline).toBe(
    '`records.new` needs a label before each value',
  )
  expect(codeOf(() => callMember('records.new', [1], new Map([['a', 1]])))).toBe('record-needs-labels')
})

it('keys and values are new Arrays in the order of the Record', () => {
  const record = ada()
  expect(callMember('records.keys', [record])).toEqual(['name', 'age'])
  expect(callMember('records.values', [record])).toEqual(['Ada', null])
  expect(callMember('records.keys', [new SenseRecord()])).toEqual([])
})

it('has and get look at the keys, not at what they hold', () => {
  expect(callMember('records.has', [ada(), 'age'])).toBe(true)
  expect(callMember('records.has', [ada(), 'toString'])).toBe(false)
  expect(callMember('records.get', [ada(), 'name', 'x'])).toBe('Ada')
  expect(callMember('records.get', [ada(), 'age', 'x'])).toBeNull()
  expect(callMember('records.get', [ada(), 'size'])).toBeNull()
  expect(callMember('records.get', [ada(), 'size', 0])).toBe(0)
})

it('without leaves the old Record as it was', () => {
  const record = ada()
  expect(textForm(callMember('records.without', [record, 'name']))).toBe('{"age": null}')
  expect(textForm(callMember('records.without', [record, 'size']))).toBe(textForm(record))
  expect(callMember('records.without', [record, 'size'])).not.toBe(record)
  expect(record.entries.size).toBe(2)
})
