import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { unknownSenseModule } from '../../../../src/compiler/diagnostics/catalogue/host.ts'
import { ProgramExit } from '../../../../src/runtime/execution/program-exit.ts'
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
  readonly type: 'String' | 'Int' | 'Number' | 'Record' | 'Array' | 'Function' | 'Any'
  readonly sample: Value
}

const record = new SenseRecord([['a', 1]])
const s: Parameter = { name: 's', type: 'String', sample: 'abc' }
const string = (name: string): Parameter => ({ name, type: 'String', sample: 'b' })
const int = (name: string): Parameter => ({ name, type: 'Int', sample: 2 })
const r: Parameter = { name: 'r', type: 'Record', sample: record }
const any = (name: string): Parameter => ({ name, type: 'Any', sample: 1 })
const number = (name: string): Parameter => ({ name, type: 'Number', sample: 1 })
const array = (name: string, sample: Value = ['a']): Parameter => ({ name, type: 'Array', sample })
const callable = (name: string, sample = 'text.trim'): Parameter => ({
  name,
  type: 'Function',
  sample: memberNamed(sample),
})

const folder = mkdtempSync(join(tmpdir(), 'sense-modules-'))
writeFileSync(join(folder, 'file'), 'text')
writeFileSync(join(folder, 'unwanted'), '')
afterAll(() => {
  rmSync(folder, { recursive: true })
})
const path = (file: string, name = 'path'): Parameter => ({ name, type: 'String', sample: join(folder, file) })

/** Every function except `records.new` and `program.exit`: its parameters, and how many of them are optional. */
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
  'arrays.sort': [[array('xs'), callable('key')], 1],
  'arrays.map': [[array('xs'), callable('f')]],
  'arrays.filter': [[array('xs'), callable('f')]],
  'arrays.reduce': [[array('xs'), callable('f', 'text.contains'), { ...any('start'), sample: 'a' }]],
  'arrays.sum': [[array('xs', [1])]],
  'arrays.min': [[array('xs')]],
  'arrays.max': [[array('xs')]],
  'arrays.reverse': [[array('xs')]],
  'arrays.slice': [[array('xs'), int('from'), int('to')], 1],
  'arrays.index_of': [[array('xs'), any('x')]],
  'arrays.contains': [[array('xs'), any('x')]],
  'arrays.unique': [[array('xs')]],
  'arrays.zip': [[array('a'), array('b')]],
  'arrays.flatten': [[array('xs')]],
  'math.floor': [[number('x')]],
  'math.ceil': [[number('x')]],
  'math.round': [[number('x')]],
  'math.abs': [[number('x')]],
  'math.pow': [[number('x'), number('y')]],
  'math.sqrt': [[number('x')]],
  'math.log': [[number('x')]],
  'math.exp': [[number('x')]],
  'math.sin': [[number('x')]],
  'math.cos': [[number('x')]],
  'random.int': [[int('a'), int('b')]],
  'random.float': [[]],
  'random.choice': [[array('xs')]],
  'random.shuffle': [[array('xs')]],
  'time.now': [[]],
  'time.iso': [[number('seconds')], 1],
  'time.sleep': [[{ ...number('seconds'), sample: 0 }]],
  'files.read': [[path('file')]],
  'files.write': [[path('written'), string('text')]],
  'files.append': [[path('appended'), string('text')]],
  'files.exists': [[path('file')]],
  'files.list': [[path('', 'folder')]],
  'files.remove': [[path('unwanted')]],
  'files.make_folder': [[path('new/folder')]],
  'program.env': [[string('name')]],
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

const moduleNames = ['text', 'arrays', 'records', 'json', 'math', 'random', 'time', 'files', 'program']
const notInTable = ['records.new', 'program.exit', 'program.args', 'math.pi', 'math.e']

it('has the modules that its names list, and no others', () => {
  expect(senseModuleNames).toEqual(moduleNames)
  expect(senseModuleNames.map((name) => senseModule(name)?.name)).toEqual(senseModuleNames)
  expect(senseModule('txt')).toBeUndefined()
  expect(senseModule('__proto__')).toBeUndefined()
})

it('has exactly the functions of the specification', () => {
  const names = senseModuleNames.flatMap((name) =>
    Array.from(senseModule(name)?.members.keys() ?? [], (member) => `${name}.${member}`),
  )
  expect(names.sort()).toEqual([...Object.keys(signatures), ...notInTable].sort())
})

it('shows a function under its full name', () => {
  expect(textForm(memberNamed('text.split'))).toBe('<builtin text.split>')
  expect(typeName(memberNamed('records.new'))).toBe('Function')
})

function fits(value: Value, type: Parameter['type']): boolean {
  if (type === 'Number') return ['Int', 'Float'].includes(typeName(value))
  return type === 'Any' || typeName(value) === type
}

it.each(Object.entries(signatures))('%s accepts its types and names the argument of a wrong one', (name, signature) => {
  const [parameters, optionalCount = 0] = signature
  const samples = parameters.map((parameter) => parameter.sample)
  for (let count = parameters.length - optionalCount; count <= parameters.length; count += 1) {
    expect(codeOf(() => callMember(name, samples.slice(0, count)))).toBe('none')
  }
  for (const [index, parameter] of parameters.entries()) {
    const isWrong = (value: Value) => !fits(value, parameter.type)
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
    expect(codeOf(() => callMember(name, [...samples, 1]))).toBe('wrong-argument-count')
    if (required > 0)
      expect(codeOf(() => callMember(name, samples.slice(0, required - 1)))).toBe('wrong-argument-count')
    const labels = new Map([[parameters[0]?.name ?? 'label', samples[0] ?? null]])
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
  const list =
    'the modules of Sense are `text`, `arrays`, `records`, `json`, `math`, `random`, `time`, `files` and `program`'
  expect(hint).toBe(`a name close to it is \`text\`; ${list}`)
  expect(unknownSenseModule('pandas', senseModuleNames).hint).toBe(list)
})

it('documents every member in sentences, and shows how it is written', () => {
  for (const name of senseModuleNames) {
    for (const [member, { usage, doc }] of senseModule(name)?.members ?? []) {
      expect(usage.split('(')[0]).toBe(`${name}.${member}`)
      expect(doc).toMatch(/^[A-Z`].*\.$/)
      expect(doc.split('`').length % 2, usage).toBe(1)
    }
  }
})

it.each(['spec/06-own-modules.md', 'docs/guide/own-modules.md'])('%s has every member', (page) => {
  const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')
  const text = read(page) + (page.startsWith('docs') ? read('docs/guide/files-and-program.md') : '')
  for (const name of senseModuleNames) {
    for (const [member, { usage }] of senseModule(name)?.members ?? []) {
      const call = usage.slice(name.length + 1)
      const shown = [usage, call, usage.split('(')[0], member].map((each) => `\`${each ?? ''}\``)
      expect(
        shown.some((each) => text.includes(each)),
        usage,
      ).toBe(true)
    }
  }
})

it('program.exit takes a status from 0 to 255 and ends the program', () => {
  const exit = (...args: readonly Value[]) => problemOf(() => callMember('program.exit', args))?.headline
  expect(exit(256)).toBe('`program.exit` needs an Int from 0 to 255 as `status`, but got 256')
  expect(exit(-1)).toContain('but got -1')
  expect(exit(2n ** 70n)).toContain('but got one far above that')
  expect(exit(-(2n ** 70n))).toContain('but got one far below that')
  expect(exit(true)).toContain('needs an Int as `status`, but got a Bool')
  expect(exit(0, 0)).toBe('`program.exit` takes 0 to 1 argument, but got 2')
  for (const args of [[], [0], [255]]) {
    expect(() => callMember('program.exit', args)).toThrow(new ProgramExit(args[0] ?? 0))
  }
})
