/** Errors of Sense's own modules, those of `import sense NAME` (spec 01 §8). */

import { problemKind } from '../problem-kind.ts'
import { excerptOf, quotedExcerpt } from '../visible-text.ts'
import { listOfNames, nearNameHint } from './execution.ts'

/** Code points of a pattern that a message shows: about half a line. */
const excerptLengthMax = 40

export const unknownSenseModule = problemKind(
  'SenseImportError',
  'unknown-sense-module',
  (name: string, names: readonly string[]) => ({
    headline: `Sense has no module ${quotedExcerpt(name, excerptLengthMax)} of its own`,
    hint: [...nearHintOf(name, names), `the modules of Sense are ${listOfNames(names)}`].join('; '),
  }),
)

export const emptySeparator = problemKind('SenseRuntimeError', 'empty-separator', (functionName: string) => ({
  headline: `\`${functionName}\` needs a \`separator\` of at least one code point, but got ""`,
  hint: 'leave the separator out to split at white space; `for` visits the code points of a String one by one',
}))

export const recordNeedsLabels = problemKind('SenseRuntimeError', 'record-needs-labels', (functionName: string) => ({
  headline: `\`${functionName}\` needs a label before each value`,
  hint: `write \`${functionName}(name: "Ada", age: 36)\`; a key that is no name is set with \`r["a key"] = value\``,
}))

/** `reason` is a clause such as "unterminated group". */
export const badPattern = problemKind('SenseRuntimeError', 'bad-pattern', (pattern: string, reason: string) => ({
  headline: `the pattern ${quotedExcerpt(pattern, excerptLengthMax)} cannot be read: ${reason}`,
  detail:
    'In a pattern these characters have a meaning of their own: `\\ ^ $ . * + ? ( ) [ ] { } |`. ' +
    'A backslash takes it from them.',
  hint: 'write two backslashes in the String for one in the pattern: `"\\\\("` finds a bracket, `"\\\\d"` a digit',
}))

export const patternOutOfRoom = problemKind('SenseRuntimeError', 'pattern-out-of-room', (pattern: string) => ({
  headline: `the pattern ${quotedExcerpt(pattern, excerptLengthMax)} needs more memory for this String than patterns have`,
  detail: 'A repeated group remembers each of its repetitions, in case it must go back to one of them.',
  hint: 'search in smaller parts, such as lines, or repeat a set of characters, `[ab]*`, and not a group, `(a|b)*`',
}))

// `arrays`

export interface MixedOrderFacts {
  readonly functionName: string
  /** Whether it is about what a function gave for the elements, and not about the elements themselves. */
  readonly isAboutKeys: boolean
  readonly index: number
  /** Ready for a sentence: "a String". */
  readonly actual: string
  /** What stands at index 0, if that could be ordered; undefined if it is the one that does not fit. */
  readonly first: string | undefined
}

export const mixedOrder = problemKind('SenseRuntimeError', 'mixed-order', (facts: MixedOrderFacts) => {
  const { functionName, isAboutKeys, index, actual, first } = facts
  const what = isAboutKeys ? 'the key of the element' : 'the element'
  const beside = first === undefined ? '' : `, and ${isAboutKeys ? 'that' : 'the one'} at index 0 ${first}`
  return {
    headline: `\`${functionName}\` needs all numbers or all Strings, but ${what} at index ${index} is ${actual}${beside}`,
    hint: isAboutKeys
      ? 'let the function give a number for each element, or a String for each'
      : 'make them one kind first, as in `arrays.map(xs, str)`',
  }
})

// `math`

/** `values` are the text forms of the arguments; `rule` says in a sentence which are allowed. */
export const outsideDomain = problemKind(
  'SenseRuntimeError',
  'outside-domain',
  (functionName: string, values: readonly string[], rule: string) => ({
    headline: `\`${functionName}\` has no value for ${values.map(shortened).join(' and ')}`,
    detail: rule,
  }),
)

export const resultTooLarge = problemKind(
  'SenseRuntimeError',
  'result-too-large',
  (functionName: string, values: readonly string[]) => ({
    headline: `the result of \`${functionName}\` for ${values.map(shortened).join(' and ')} is too large for a Float`,
    detail: 'A Float ends at about 1.8e+308.',
  }),
)

/** A huge Int has too many digits to show. */
function shortened(number: string): string {
  return excerptOf(number, excerptLengthMax)
}

function nearHintOf(name: string, names: readonly string[]): readonly string[] {
  const hint = nearNameHint(name, names)
  return hint === undefined ? [] : [hint]
}
