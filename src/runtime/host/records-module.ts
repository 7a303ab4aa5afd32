/** `import sense records`: making Records, and asking them what `r[key]` cannot answer (spec 01 §3, §8). */

import { recordNeedsLabels } from '../../compiler/diagnostics/catalogue/host.ts'
import { BuiltinValue } from '../execution/builtin.ts'
import type { CallContext, Labels } from '../execution/callable.ts'
import { SenseRecord } from '../values/record.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { recordArgument, stringArgument, valueArgument, type ModuleCall } from './module-call.ts'
import { moduleOf } from './sense-module.ts'

/** The only function that takes labels: they are the keys. It takes any number of arguments to explain itself. */
const newRecord = new BuiltinValue({
  name: 'records.new',
  argumentsMin: 0,
  argumentsMax: Infinity,
  labels: 'any',
  implementation: recordOfLabels,
})

export const recordsModule = moduleOf('records', 'making Records, and asking them what an index cannot', [
  {
    name: 'new',
    usage: 'records.new(label: value, ...)',
    doc: 'A Record with the labels as its keys, in this order.',
    valueIn: () => newRecord,
  },
  {
    name: 'keys',
    parameters: ['r'],
    doc: 'An Array of the keys, in the order in which they were first set.',
    implementation: keys,
  },
  {
    name: 'values',
    parameters: ['r'],
    doc: 'An Array of the values, in the order of the keys.',
    implementation: values,
  },
  { name: 'has', parameters: ['r', 'key'], doc: 'Whether the String `key` is a key of `r`.', implementation: has },
  {
    name: 'get',
    parameters: ['r', 'key'],
    optional: ['default'],
    doc: 'The value at `key`; `default`, normally `nil`, if `r` has no such key.',
    implementation: get,
  },
  {
    name: 'without',
    parameters: ['r', 'key'],
    doc: 'A copy of `r` that lacks `key`; `r` itself stays as it is.',
    implementation: without,
  },
])

function recordOfLabels(context: CallContext, args: readonly Value[], labels: Labels): Value {
  if (args.length > 0) throw new SenseError(recordNeedsLabels('records.new'), context.site)
  return new SenseRecord(labels)
}

function keys(call: ModuleCall): Value {
  return [...recordArgument(call, 0).entries.keys()]
}

function values(call: ModuleCall): Value {
  return [...recordArgument(call, 0).entries.values()]
}

function has(call: ModuleCall): Value {
  return recordArgument(call, 0).entries.has(stringArgument(call, 1))
}

/** A key whose value is nil is there: its default is not taken. */
function get(call: ModuleCall): Value {
  const value = recordArgument(call, 0).entries.get(stringArgument(call, 1))
  return value === undefined ? valueArgument(call, 2) : value
}

/** A new Record; equal to the old one if that lacks the key. */
function without(call: ModuleCall): Value {
  const record = new SenseRecord(recordArgument(call, 0).entries)
  record.entries.delete(stringArgument(call, 1))
  return record
}
