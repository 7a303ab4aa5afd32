/**
 * The words for errors of values: operators, comparison, indexing, conversions, types, limits, JSON (spec 01 §3, §5, §11).
 *
 * Facts named `left`, `right`, `actual`, `what` come ready for a sentence, such as "a String" or "nil".
 */

import { hintOf } from './execution.ts'
import { nearNames } from '../near-names.ts'
import { problemKind } from '../problem-kind.ts'
import { excerptOf, quotedExcerpt } from '../visible-text.ts'

/** Code points of a user's text that a message shows: about half a line. */
const excerptLengthMax = 40

// Operators

export const divisionByZero = problemKind('SenseRuntimeError', 'division-by-zero', () => ({
  headline: 'a number cannot be divided by zero',
  hint: 'compare the divisor with 0 first',
}))

export const mixedAddition = problemKind('SenseRuntimeError', 'mixed-addition', (left: string, right: string) => ({
  headline: `\`+\` cannot add ${left} and ${right}`,
  detail: '`+` adds two numbers, joins two Strings, or joins two Arrays.',
  hint: additionHint(left, right),
}))

export const wrongOperandTypes = problemKind(
  'SenseRuntimeError',
  'wrong-operand-types',
  (operator: string, left: string, right: string) => ({
    headline: `\`${operator}\` needs two numbers, but got ${left} and ${right}`,
  }),
)

export const wrongOperandType = problemKind(
  'SenseRuntimeError',
  'wrong-operand-type',
  (operator: string, actual: string) => ({
    headline: `\`${operator}\` in front of a value needs a number, but got ${actual}`,
  }),
)

export const notComparable = problemKind(
  'SenseRuntimeError',
  'not-comparable',
  (operator: string, left: string, right: string) => ({
    headline: `\`${operator}\` cannot compare ${left} and ${right}`,
    detail: 'Two numbers or two Strings have an order; other values are only equal or unequal.',
    ...hintOf(left === 'a Bool' ? 'comparisons do not chain: write `a < b and b < c`' : undefined),
  }),
)

// Limits

export const intTooLarge = problemKind('SenseRuntimeError', 'int-too-large', () => ({
  headline: 'an Int cannot have more than 1,048,576 bits, which are about 315,000 digits',
}))

export const intTooLargeForFloat = problemKind('SenseRuntimeError', 'int-too-large-for-float', () => ({
  headline: 'the Int is too large to become a Float',
  detail: 'A Float ends at about 1.8e+308. An Int beyond it can be compared with Floats, but not be mixed with them.',
}))

export const quotientTooLarge = problemKind('SenseRuntimeError', 'quotient-too-large', () => ({
  headline: 'the quotient of the two Ints is too large for a Float',
  detail: '`/` always gives a Float, and a Float ends at about 1.8e+308.',
}))

export const stringTooLong = problemKind('SenseRuntimeError', 'string-too-long', () => ({
  headline: 'a String cannot be longer than 268,435,456 code units',
}))

export const arrayTooLong = problemKind('SenseRuntimeError', 'array-too-long', () => ({
  headline: 'an Array cannot hold more than 67,108,864 elements',
}))

export const recordTooLarge = problemKind('SenseRuntimeError', 'record-too-large', () => ({
  headline: 'a Record cannot hold more than 8,388,608 entries',
}))

// Indexing and length

export const indexOutOfBounds = problemKind(
  'SenseRuntimeError',
  'index-out-of-bounds',
  (index: string, target: 'Array' | 'String', length: number) => ({
    headline: `the index ${excerptOf(index, excerptLengthMax)} is out of bounds: the ${target} has ${counted(length, partOf(target))}`,
    ...(length === 0 ? {} : { detail: `Its indices run from 0 to ${length - 1}, or from -1 back to -${length}.` }),
    hint: indexHint(index, length),
  }),
)

function indexHint(index: string, length: number): string {
  if (length === 0) return 'it is empty: read from it only inside `if len(x) > 0:`'
  return index === String(length)
    ? 'indices begin at 0, so `x[-1]` is the last one; `for i in range(len(x)):` never goes too far'
    : 'look first: `if i < len(x):`'
}

export const indexNotInt = problemKind('SenseRuntimeError', 'index-not-int', (target: string, actual: string) => ({
  headline: `an index of ${target} needs an Int, but got ${actual}`,
}))

export const keyNotString = problemKind('SenseRuntimeError', 'key-not-string', (actual: string) => ({
  headline: `a key of a Record needs a String, but got ${actual}`,
}))

export const missingKey = problemKind('SenseRuntimeError', 'missing-key', (key: string, keys: readonly string[]) => ({
  headline: `the Record has no key ${keyName(key)}`,
  ...nearKeysHint(nearNames(key, keys)),
}))

export const notIndexable = problemKind('SenseRuntimeError', 'not-indexable', (actual: string) => ({
  headline: `${actual} cannot be indexed`,
  detail: 'An index reads an Array, a String, a Record or an object of a host language.',
}))

export const indexNotAssignable = problemKind('SenseRuntimeError', 'index-not-assignable', (actual: string) => ({
  headline: `the parts of ${actual} cannot be set`,
  detail: 'An index sets an element of an Array, an entry of a Record or a part of an object of a host language.',
}))

export const stringNotChangeable = problemKind('SenseRuntimeError', 'string-not-changeable', () => ({
  headline: 'a String cannot be changed in place',
  hint: 'build a new String and assign it to the name',
}))

export const noLength = problemKind('SenseRuntimeError', 'no-length', (actual: string) => ({
  headline: `\`len\` needs a String, an Array or a Record, but got ${actual}`,
}))

export const pushNeedsArray = problemKind('SenseRuntimeError', 'push-needs-array', (actual: string) => ({
  headline: `\`push\` needs an Array, but got ${actual}`,
}))

// Conversions and range

export const cannotConvert = problemKind(
  'SenseRuntimeError',
  'cannot-convert',
  (actual: string, target: 'Int' | 'Float') => ({
    headline: `${actual} cannot become ${withArticle(target)}`,
    detail: `\`${target.toLowerCase()}\` converts numbers, Bools and Strings that hold a number.`,
  }),
)

export const textNotNumber = problemKind(
  'SenseRuntimeError',
  'text-not-number',
  (text: string, target: 'Int' | 'Float') => ({
    headline: `${stringNamed(text)} does not hold ${withArticle(target)}`,
    hint: `it must look like \`${target === 'Int' ? '"42"' : '"2.5"'}\`; put the call into \`attempt:\` where other text may come`,
  }),
)

export const floatNotFinite = problemKind('SenseRuntimeError', 'float-not-finite', (float: string) => ({
  headline: `the Float ${float} cannot become an Int`,
}))

export const rangeNotInt = problemKind('SenseRuntimeError', 'range-not-int', (actual: string) => ({
  headline: `\`range\` needs Ints, but got ${actual}`,
}))

export const rangeZeroStep = problemKind('SenseRuntimeError', 'range-zero-step', () => ({
  headline: 'the step of `range` cannot be 0',
}))

// Annotations

export const wrongArgumentType = problemKind(
  'SenseTypeError',
  'wrong-argument-type',
  (functionName: string, parameter: string, expected: string, actual: string) => ({
    headline: `\`${functionName}\` needs ${expected} for \`${parameter}\`, but got ${actual}`,
    ...hintOf(/^Array\b/.test(expected) ? arrayHint(actual) : undefined),
  }),
)

/** A String where an Array is wanted: either its parts are meant, or it as the only element. */
export function arrayHint(actual: string): string | undefined {
  return actual === 'a String'
    ? 'an Array of it alone is `[x]`; its parts are `text.split(x, ",")`, after `import sense text`'
    : undefined
}

export const wrongResultType = problemKind(
  'SenseTypeError',
  'wrong-result-type',
  (functionName: string, expected: string, actual: string) => ({
    headline: `\`${functionName}\` must return ${expected}, but returned ${actual}`,
    ...hintOf(
      expected === 'Int' && actual === 'a Float'
        ? '`/` always gives a Float: declare `-> Float`, or return `int(x)`, which cuts the fraction off'
        : undefined,
    ),
  }),
)

export const wrongDeclaredType = problemKind(
  'SenseTypeError',
  'wrong-declared-type',
  (name: string, expected: string, actual: string) => ({
    headline: `\`${name}\` is declared as ${expected}, but its value is ${actual}`,
  }),
)

// JSON

/** `found`: the character at that place, if there is one. */
export const jsonTextMalformed = problemKind(
  'SenseRuntimeError',
  'json-text-malformed',
  (fault: string, line: number, column: number, found: string) => ({
    headline: `the text is not JSON: ${fault} (line ${line}, column ${column} of the text)`,
    ...hintOf(found === "'" ? singleQuotesInJson : undefined),
  }),
)

const singleQuotesInJson =
  'JSON puts texts and keys in `"`, never in `\'`; inside a String of Sense a `"` is written `\\"`: `"{\\"a\\": 1}"`'

export const notInJson = problemKind('SenseRuntimeError', 'not-in-json', (what: string) => ({
  headline: `JSON cannot express ${what}`,
  detail:
    'JSON has nil, Bools, finite numbers, Strings, and Arrays and Records of these that do not contain themselves.',
}))

function additionHint(left: string, right: string): string {
  if (left === 'an Answer' || right === 'an Answer') return 'the text of an Answer is its `.value`'
  if (left === 'nil' || right === 'nil') return nilHint(left === 'nil' ? 'left' : 'right')
  const isAboutArray = left === 'an Array' || right === 'an Array'
  if (isAboutArray) return 'put a single element into brackets, or make text of both with `str()`'
  return 'make text of both with `str()`'
}

/** What most often gives a nil that nobody wrote. */
function nilHint(side: 'left' | 'right'): string {
  return (
    `the ${side} one is nil, which \`program.env\` gives for a variable that is not set, and a function for a missing ` +
    '`return`: mend that, or ask with `== nil` first'
  )
}

function nearKeysHint(nearKeys: readonly string[]): { hint?: string } {
  const [first, ...others] = nearKeys.slice(0, 3).map(keyName)
  if (first === undefined) return {}
  if (others.length === 0) return { hint: `a key close to it is ${first}` }
  return { hint: `keys close to it are ${[first, ...others].join(', ')}` }
}

function partOf(target: 'Array' | 'String'): string {
  return target === 'Array' ? 'element' : 'code point'
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function withArticle(type: 'Int' | 'Float'): string {
  return type === 'Int' ? 'an Int' : 'a Float'
}

/** A key as it would be looked for: an empty one must show as well. */
function keyName(key: string): string {
  return key === '' ? '`""`' : quotedExcerpt(key, excerptLengthMax)
}

function stringNamed(text: string): string {
  return text === '' ? 'the empty String' : `the String ${quotedExcerpt(text, excerptLengthMax)}`
}
