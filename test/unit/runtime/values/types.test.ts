import { describe, expect, it } from 'vitest'
import { Float } from '../../../../src/runtime/values/float.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import {
  describeType,
  describeValue,
  fits,
  typeName,
  typeText,
  type ValueType,
} from '../../../../src/runtime/values/types.ts'
import type { ObjectValue, Value } from '../../../../src/runtime/values/value.ts'

const objectOf = (name: string): ObjectValue => ({ typeName: name, textForm: () => name })
const answerOf = (innerValue: Value): ObjectValue => ({ ...objectOf('Answer'), innerValue })
const type = (name: string, ...args: ValueType[]): ValueType => ({ name, arguments: args })

it('typeName is what `type_of` yields', () => {
  const values = [null, true, 1, 2n ** 70n, new Float(1), 'a', [], new SenseRecord(), objectOf('Tool')]
  expect(values.map(typeName)).toEqual(['Nil', 'Bool', 'Int', 'Int', 'Float', 'String', 'Array', 'Record', 'Tool'])
})

describe('fits', () => {
  it.each<[Value, ValueType, boolean]>([
    [null, type('Any'), true],
    [1, type('Int'), true],
    [true, type('Int'), false],
    [new Float(1), type('Int'), false],
    [1, type('Float'), true],
    [2n ** 70n, type('Float'), true],
    [true, type('Float'), false],
    [null, type('Nil'), true],
    [null, type('Int'), false],
    [new SenseRecord(), type('Record'), true],
    [[1, 'x'], type('Array'), true],
    [[1, 2], type('Array', type('Int')), true],
    [[1, new Float(2)], type('Array', type('Int')), false],
    [[[1], [true]], type('Array', type('Array', type('Int'))), false],
    [[], type('Array', type('Int')), true],
    ['x', type('Array'), false],
    [answerOf('x'), type('answer', type('String')), true],
    [answerOf('x'), type('Answer', type('Int')), false],
    [answerOf('x'), type('Answer'), true],
    ['plain', type('answer', type('String')), false],
    [objectOf('Function'), type('Function'), true],
    [objectOf('Tool'), type('Function'), false],
    [objectOf('Action'), type('Action'), true],
    [objectOf('Action'), type('Tool'), false],
    [5, type('Python'), false],
    [5, type('Invoice'), true],
    [5, type('Int', type('String')), true],
  ])('%s as %j: %s', (value, wanted, isFitting) => {
    expect(fits(value, wanted)).toBe(isFitting)
  })
})

it('types and values are written for a message', () => {
  expect(typeText(type('Map', type('String'), type('Array', type('Int'))))).toBe('Map<String, Array<Int>>')
  expect(describeType(type('Array', type('Int')))).toBe('an Array<Int>')
  expect(describeType(type('Nil'))).toBe('nil')
  const values = [null, 'a', 1, [], true, objectOf('Action'), objectOf('McpServer'), objectOf('Python')]
  expect(values.map(describeValue)).toEqual([
    ...['nil', 'a String', 'an Int', 'an Array', 'a Bool', 'an Action', 'an McpServer', 'a Python object'],
  ])
})
