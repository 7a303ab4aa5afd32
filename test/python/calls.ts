/** Random calls of own modules whose meaning is the same in Python. */

import { Float } from '../../src/runtime/values/float.ts'
import { intOf } from '../../src/runtime/values/int.ts'
import { SenseRecord } from '../../src/runtime/values/record.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import type { Random } from '../fuzz/random.ts'

export interface PythonCall {
  readonly name: string
  readonly args: readonly Value[]
}

type MakeArguments = (random: Random) => readonly Value[]

/**
 * No half of a surrogate pair, because in Python two of them never become one; of white space none that only one of the two
 * knows; and only letters whose case has not changed between versions of Unicode.
 */
const pieces = [
  ...['a', 'b', 'ab', 'aa', 'A', ',', '-', '.', '1', '0', '_', '"', '\\', '/', '\u007f', '\u0080', '$', '{'],
  ...[' ', '  ', '\t', '\n', '\u00a0', '\u3000', '\u2003', 'ß', 'É', 'ñ', 'Σ', 'ΑΣ ', 'ο', 'Ж', 'İ', 'ı', 'ǆ', 'ﬃ'],
  ...['😀', '👩‍🚀', 'e\u0301', '漢', '\ufffd', '\uffff', '\u{10ffff}', '\ufeff', '\u0000', '\b', '\f'],
]

const atoms = ['a', 'b', 'é', '😀', '.', '[ab]', '[^a]', '\\w', '\\d', '\\.', 'ab', '(?:a|b)', '(?:ab|a)']
const quantifiers = ['', '', '', '?', '*', '+', '{2}', '{1,3}', '*?', '+?']
const separators = [',', '-', 'ab', 'aa', ' ', '.', '😀', '\n', 'é', '$']

export function randomCall(random: Random): PythonCall {
  const name = random.pick(names)
  return { name, args: makers[name]?.(random) ?? [] }
}

const makers: Readonly<Record<string, MakeArguments>> = {
  'text.split': (random) => (random.below(3) === 0 ? [textOf(random)] : [textOf(random), random.pick(separators)]),
  'text.join': (random) => [listOf(random, textOf), random.pick(separators)],
  'text.lines': (random) => [textFrom(random, ['a', 'é', ' ', '\n', '\r', '\r\n', '😀'])],
  'text.contains': (random) => [textOf(random), partOf(random)],
  'text.starts_with': (random) => [textOf(random), partOf(random)],
  'text.ends_with': (random) => [textOf(random), partOf(random)],
  'text.find': (random) => [textOf(random), partOf(random)],
  'text.replace': (random) => [textOf(random), partOf(random), partOf(random)],
  'text.slice': (random) => [textOf(random), ...sliceOf(random)],
  'text.repeat': (random) => [partOf(random), random.below(30) - 5],
  'text.pad_left': paddingOf,
  'text.pad_right': paddingOf,
  'text.trim': (random) => [textOf(random)],
  'text.lower': (random) => [textOf(random)],
  'text.upper': (random) => [textOf(random)],
  'text.matches': (random) => [subjectOf(random), patternOf(random).source],
  'text.find_all': (random) => [subjectOf(random), neverEmpty(patternOf(random).source)],
  'text.replace_all': replacementOf,
  'math.floor': (random) => [numberOf(random)],
  'math.ceil': (random) => [numberOf(random)],
  'math.round': (random) => [numberOf(random)],
  'math.abs': (random) => [numberOf(random)],
  'math.pow': powerOf,
  'math.sqrt': (random) => [numberOf(random)],
  'math.log': (random) => [numberOf(random)],
  'math.exp': (random) => [numberOf(random)],
  'math.sin': (random) => [numberOf(random)],
  'math.cos': (random) => [numberOf(random)],
  'json.parse': (random) => [jsonTextOf(random)],
  'json.text': (random) => (random.below(2) === 0 ? [dataOf(random, 3)] : [dataOf(random, 3), random.below(5)]),
  'arrays.sort': (random) => [sortableOf(random)],
  'arrays.min': (random) => [sortableOf(random)],
  'arrays.max': (random) => [sortableOf(random)],
  'arrays.sum': (random) => [listOf(random, finiteNumberOf)],
  'arrays.reverse': (random) => [listOf(random, textOf)],
  'arrays.slice': (random) => [listOf(random, finiteNumberOf), ...sliceOf(random)],
  'arrays.zip': (random) => [listOf(random, finiteNumberOf), listOf(random, textOf)],
}

const names = Object.keys(makers)

function textFrom(random: Random, from: readonly string[]): string {
  return Array.from({ length: random.below(12) }, () => random.pick(from)).join('')
}

function textOf(random: Random): string {
  return textFrom(random, pieces)
}

function partOf(random: Random): string {
  return Array.from({ length: random.below(3) }, () => random.pick(pieces)).join('')
}

function listOf(random: Random, make: (random: Random) => Value): readonly Value[] {
  return Array.from({ length: random.below(8) }, () => make(random))
}

function indexOf(random: Random): Value {
  return random.below(12) === 0 ? random.pick([2n ** 70n, -(2n ** 70n)]) : random.below(30) - 15
}

function sliceOf(random: Random): readonly Value[] {
  return random.below(3) === 0 ? [indexOf(random)] : [indexOf(random), indexOf(random)]
}

function paddingOf(random: Random): readonly Value[] {
  const width = random.below(30) - 3
  return random.below(2) === 0 ? [textOf(random), width] : [textOf(random), width, random.pick(['0', '😀', 'é'])]
}

// ---- Patterns: what both read in the same way. A group is never repeated: what it then holds differs.

function subjectOf(random: Random): string {
  return textFrom(random, ['a', 'b', 'ab', 'aab', '1', '.', 'é', '😀', '-', ' '])
}

function patternOf(random: Random): { readonly source: string; readonly groups: number } {
  let groups = 0
  const parts = Array.from({ length: 1 + random.below(4) }, () => {
    const part = random.pick(atoms) + random.pick(quantifiers)
    if (random.below(4) !== 0) return part
    groups += 1
    return random.below(3) === 0 ? `(${part})|` : `(${part})`
  })
  // Python's classes know all of Unicode, JavaScript's ASCII only; the subjects have neither letters nor digits beyond.
  const source = parts.join('').replaceAll('\\w', '[0-9A-Za-z_]').replaceAll('\\d', '[0-9]')
  return { source: (random.below(6) === 0 ? '^' : '') + source + (random.below(6) === 0 ? '$' : ''), groups }
}

function replacementOf(random: Random): readonly Value[] {
  const { source, groups } = patternOf(random)
  const template = Array.from({ length: random.below(4) }, () =>
    groups > 0 && random.below(2) === 0 ? `$${1 + random.below(groups)}` : random.pick(['x', '-', '😀', '\\', '']),
  )
  return [subjectOf(random), neverEmpty(source), template.join('|')]
}

/** Where a pattern finds nothing but the empty String, Python looks for more at the same place, and JavaScript does not. */
function neverEmpty(source: string): string {
  return new RegExp(source, 'u').test('') ? `a(?:${source})` : source
}

// ---- Numbers

const doubles = [0, -0, 0.5, 1.5, 2.5, -0.5, -2.5, 1e15, 1e16, 1e300, -1e300, 5e-324, 2 ** 52 + 0.5, 2 ** 53, Math.PI]
const oddDoubles = [Infinity, -Infinity, NaN, 0.49999999999999994]
const ints = [0, 1, -1, 2, 3, -3, 10, 2 ** 53 - 1, 2n ** 53n, -(2n ** 63n), 10n ** 30n, 10n ** 400n, -(10n ** 400n)]

function numberOf(random: Random): Value {
  return random.below(10) === 0 ? new Float(random.pick(oddDoubles)) : finiteNumberOf(random)
}

function finiteNumberOf(random: Random): Value {
  switch (random.below(5)) {
    case 0:
      return random.pick(ints.filter((int) => int < 10n ** 300n && int > -(10n ** 300n)))
    case 1:
      return random.pick(ints.slice(0, 10))
    case 2:
      return new Float(random.pick(doubles))
    case 3:
      return new Float((random.next() - 0.5) * 10 ** (random.below(20) - 4))
    default:
      return random.below(2000) - 1000
  }
}

function powerOf(random: Random): readonly Value[] {
  if (random.below(2) === 0) return [numberOf(random), smallNumberOf(random)]
  return [random.below(41) - 20, random.below(80) - 40]
}

function smallNumberOf(random: Random): Value {
  return random.below(2) === 0 ? random.below(12) - 6 : new Float(random.below(24) / 4 - 3)
}

/** All numbers or all Strings as a rule. */
function sortableOf(random: Random): Value {
  if (random.below(10) === 0) return [1, 'a', 2]
  return random.below(2) === 0 ? listOf(random, finiteNumberOf) : listOf(random, textOf)
}

// ---- JSON

function dataOf(random: Random, depth: number): Value {
  switch (random.below(depth === 0 ? 5 : 8)) {
    case 0:
      return random.pick([null, true, false])
    case 1:
      return intOf(BigInt(random.below(2 ** 31)) * 10n ** BigInt(random.below(20)))
    case 2:
      return numberOf(random)
    case 3:
    case 4:
      return textOf(random)
    case 5:
      return new SenseRecord(
        Array.from({ length: random.below(6) }, () => [textOf(random), dataOf(random, depth - 1)] as const),
      )
    default:
      return listOf(random, (inner) => dataOf(inner, depth - 1))
  }
}

const spaces = ['', '', '', ' ', '\n', '\t', '\r', '  ']
const numberTexts = ['0', '-0', '-0.0', '1.50', '1e2', '1E+2', '12345678901234567890', '1e-400', '-1e308', '1e309']
const stringTexts = ['""', '"a"', '"\\u00e9"', '"\\ud83d\\ude00"', '"\\n\\t\\/\\\\"', '"é😀"', '"\\u0000"', '"a\\"b"']
const brokenTexts = ['01', '+1', '.5', '1.', 'tru', "'a'", '"\\x"', '"a\nb"', '[1,]', '{"a"}', '{a: 1}', 'nil', '']
const numbersOfOthers = ['NaN', '-Infinity', '1_000', '0x10', '1e', '--1']

function jsonTextOf(random: Random): string {
  const whole = jsonValueText(random, 4)
  if (random.below(6) !== 0 || whole === '') return whole
  // A text that something was cut out of is mostly none any more.
  const at = random.below(whole.length)
  const broken = whole.slice(0, at) + whole.slice(at + 1 + random.below(3))
  return broken.isWellFormed() ? broken : whole
}

function jsonValueText(random: Random, depth: number): string {
  const space = (): string => random.pick(spaces)
  const inner = (): string => space() + jsonValueText(random, depth - 1) + space()
  switch (random.below(depth === 0 ? 6 : 10)) {
    case 0:
      return random.pick(['null', 'true', 'false'])
    case 1:
    case 2:
      return random.pick(numberTexts)
    case 3:
    case 4:
      return random.pick(stringTexts)
    case 5:
      return random.below(4) === 0 ? random.pick([...brokenTexts, ...numbersOfOthers]) : JSON.stringify(textOf(random))
    case 6:
    case 7:
      return `{${Array.from({ length: random.below(4) }, () => `${space()}${random.pick(stringTexts)}${space()}:${inner()}`).join(',')}}`
    default:
      return `[${Array.from({ length: random.below(4) }, inner).join(',')}]`
  }
}
