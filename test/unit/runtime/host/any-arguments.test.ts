/** Whatever the functions of the own modules are given, they give a value, wait, or raise an error of Sense. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCallable, noLabels } from '../../../../src/runtime/execution/callable.ts'
import { Suspension } from '../../../../src/runtime/execution/suspension.ts'
import { senseModule, senseModuleNames } from '../../../../src/runtime/host/sense-modules.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import { SenseError } from '../../../../src/runtime/values/sense-error.ts'
import { typeName } from '../../../../src/runtime/values/types.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { context, memberNamed } from './call-member.ts'

const cyclicArray: Value[] = [1]
cyclicArray.push(cyclicArray)
const cyclicRecord = new SenseRecord()
cyclicRecord.entries.set('r', cyclicRecord)

const oddInts = [2 ** 53 - 1, 2n ** 53n, -(2n ** 63n), 2n ** 1024n, -(2n ** 1_000_000n), 2 ** 31, -1, 0, 1]
const oddDoubles = [NaN, Infinity, -Infinity, -0, 0.5, 5e-324, 1.8e308, -2.5, 2 ** 53, 1e22]
const oddTexts = ['', '\ud83d', '\ude00', '😀', '\0', '(a+)*$', '[', '(?<n>a)|b', '$1$<n>', '1e999', '[[]', '{"a":1}']
const callables = ['text.trim', 'text.join', 'arrays.map', 'math.abs', 'records.new', 'json.text', 'time.sleep']
const atoms = fc.oneof(
  fc.constantFrom<Value>(null, true, false, cyclicArray, cyclicRecord, ...oddInts, ...oddTexts),
  fc.constantFrom(...oddDoubles).map((double) => new Float(double)),
  fc.constantFrom(...callables).map(memberNamed),
  fc.integer({ min: -20, max: 20 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
)
const { value: values } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atoms,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(fc.string(), tie('value')), { maxLength: 3 }).map((entries) => new SenseRecord(entries)),
  ),
}))
const argumentLists = fc.array(values, { maxLength: 4 })

/** What changes files is not called with anything. */
const modules = senseModuleNames.filter((name) => name !== 'files' && name !== 'program')
const functions = modules.flatMap((name) =>
  Array.from(senseModule(name)?.members.keys() ?? [], (member) => `${name}.${member}`),
)

describe('any arguments', () => {
  it.each(functions.filter((name) => isCallable(memberNamed(name))))('of %s', (name) => {
    const member = memberNamed(name)
    if (!isCallable(member)) throw new Error('only functions are called')
    fc.assert(
      fc.property(argumentLists, (args) => {
        try {
          const result = member.call(context, args, noLabels)
          if (!(result instanceof Suspension)) expect(typeName(result)).toMatch(/^[A-Z]/)
        } catch (error) {
          if (!(error instanceof SenseError)) throw error
        }
      }),
      { numRuns: 300 },
    )
  })
})
