import { expect, it } from 'vitest'
import { unknownSenseModule } from '../../../../src/compiler/diagnostics/catalogue/host.ts'
import { senseModule, senseModuleNames } from '../../../../src/runtime/host/sense-modules.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import { textForm } from '../../../../src/runtime/values/text-form.ts'
import { describeValue, typeName } from '../../../../src/runtime/values/types.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { codeOf, problemOf, siteOf } from '../values/problem-of.ts'
import { callMember, memberNamed } from './call-member.ts'

interface Parameter {
  readonly name: string
  readonly type: 'String' | 'Int' | 'Record' | 'Array' | 'Any'
  readonly sample: Value
}

const record = new SenseRecord([['a', 1]])
const s: Parameter = { name: 's', type: 'String', sample: 'abc' }
const string = (name: string): Parameter => ({ name, type: 'String', sample: 'b' })
const int = (name: string): Parameter => ({ name, type: 'Int', sample: 2 })
const r: Parameter = { name: 'r', type: 'Record', sample: record }
const any = (name: string): Parameter => ({ name, type: 'Any', sample: 1 })

/** Every function except `records.new`: its parameters, and how many of them are optional. */
const signatures: Readonly<Record<string, readonly [parameters: readonly Parameter[], optionalCount?: number]>> = {
  'text.split': [[s, string('separator')], 1],
  'text.join': [[{ name: 'parts', type: 'Array', sample: ['a'] }, string('separator')]],
  'text.replace': [[s, string('old'), string('new')]],
  'text.contains': [[s, string('part')]],
  'text.starts_with': [[s, string('part')]],
  'text.ends_with': [[s, string('part')]],
  'text.find': [[s, string('part')]],
  'text.slice': [[s, int('from'), int('to')], 1],
  'text.repeat': [[s, int('n')]],
  'text.pad_left': [[s, int('width'), string('fill')], 1],
  'text.pad_right': [[s, int('width'), string('fill')], 1],
  'text.trim': [[s]],
  'text.lines': [[s]],
  'text.lower': [[s]],
  'text.upper': [[s]],
  'text.matches': [[s, string('pattern')]],
  'text.find_all': [[s, string('pattern')]],
  'text.replace_all': [[s, string('pattern'), string('new')]],
  'records.keys': [[r]],
  'records.values': [[r]],
  'records.has': [[r, string('key')]],
  'records.get': [[r, string('key'), any('default')], 1],
  'records.without': [[r, string('key')]],
  'json.parse': [[{ ...s, sample: '[]' }]],
  'json.text': [[any('x'), int('indent')], 1],
}

const oneOfEach: readonly Value[] = [
  null,
  true,
  3,
  2n ** 70n,
  new Float(1),
  'b',
  ['a'],
  record,
  memberNamed('text.trim'),
]

it('has the modules that its names list, and no others', () => {
  expect(senseModuleNames).toEqual(['text', 'records', 'json'])
  expect(senseModuleNames.map((name) => senseModule(name)?.name)).toEqual(senseModuleNames)
  expect(senseModule('txt')).toBeUndefined()
  expect(senseModule('__proto__')).toBeUndefined()
})

it('has exactly the functions of the specification', () => {
  const names = senseModuleNames.flatMap((name) =>
    Array.from(senseModule(name)?.members.keys() ?? [], (member) => `${name}.${member}`),
  )
  expect(names.sort()).toEqual([...Object.keys(signatures), 'records.new'].sort())
})

it('shows a function under its full name', () => {
  expect(textForm(memberNamed('text.split'))).toBe('<builtin text.split>')
  expect(typeName(memberNamed('records.new'))).toBe('Function')
})

it.each(Object.entries(signatures))('%s accepts its types and names the argument of a wrong one', (name, signature) => {
  const [parameters, optionalCount = 0] = signature
  const samples = parameters.map((parameter) => parameter.sample)
  for (let count = parameters.length - optionalCount; count <= parameters.length; count += 1) {
    expect(codeOf(() => callMember(name, samples.slice(0, count)))).toBe('none')
  }
  for (const [index, parameter] of parameters.entries()) {
    const isWrong = (value: Value) => parameter.type !== 'Any' && typeName(value) !== parameter.type
    for (const wrong of oneOfEach.filter(isWrong)) {
      const call = () => callMember(name, samples.with(index, wrong))
      const { headline, code } = problemOf(call) ?? {}
      expect(code).toBe('wrong-builtin-argument')
      expect(headline).toContain(`\`${name}\` needs a`)
      expect(headline).toContain(`as \`${parameter.name}\`, but got ${describeValue(wrong)}`)
      expect(siteOf(call)).toBe(7)
    }
  }
})

it.each(Object.entries(signatures))(
  '%s counts its arguments and takes no labels',
  (name, [parameters, optionalCount]) => {
    const samples = parameters.map((parameter) => parameter.sample)
    const required = parameters.length - (optionalCount ?? 0)
    expect(codeOf(() => callMember(name, samples.slice(0, required - 1)))).toBe('wrong-argument-count')
    expect(codeOf(() => callMember(name, [...samples, 1]))).toBe('wrong-argument-count')
    const labels = new Map([[parameters[0]?.name ?? '', samples[0] ?? null]])
    expect(codeOf(() => callMember(name, samples.slice(1), labels))).toBe('unknown-label')
  },
)

it('checks arguments from left to right', () => {
  expect(problemOf(() => callMember('text.replace', ['a', 1, 2]))?.headline).toBe(
    '`text.replace` needs a String as `old`, but got an Int',
  )
})

it('lists the modules for one that there is not, the near names first', () => {
  const { class: errorClass, headline, hint } = unknownSenseModule('txt', senseModuleNames)
  expect(errorClass).toBe('SenseImportError')
  expect(headline).toBe('Sense has no module `txt` of its own')
  expect(hint).toBe('a name close to it is `text`; the modules of Sense are `text`, `records` and `json`')
  expect(unknownSenseModule('pandas', senseModuleNames).hint).toBe(
    'the modules of Sense are `text`, `records` and `json`',
  )
})
