/** Errors of the builtins that belong to no other part: assertions, questions to a person, spellings of older versions. */

import type { Evidence } from '../diagnostic.ts'
import { problemKind } from '../problem-kind.ts'
import { excerptOf } from '../visible-text.ts'

/** Code points of an operand that a report shows: a few lines. */
const operandLengthMax = 300

/** `compared`: the operands of a comparison as they would be written, which may be long. */
export const assertionFailed = problemKind(
  'SenseRuntimeError',
  'assertion-failed',
  (message: string | undefined, compared?: { readonly left: string; readonly right: string }) => ({
    headline: message ?? 'assertion failed',
    ...(compared === undefined ? {} : { evidence: { facts: operandFacts(compared), stderrLines: [] } }),
  }),
)

function operandFacts({ left, right }: { left: string; right: string }): Evidence['facts'] {
  return [
    ['left', excerptOf(left, operandLengthMax)],
    ['right', excerptOf(right, operandLengthMax)],
  ]
}

export const questionNotString = problemKind('SenseRuntimeError', 'question-not-string', (description: string) => ({
  headline: `\`ask_human\` needs a String as its question, but got ${description}`,
  hint: 'turn it into a String with `str(...)`',
}))

export const noAnswerLeft = problemKind('SenseRuntimeError', 'no-answer-left', () => ({
  headline: '`ask_human` got no answer: the input has ended',
  hint: 'run the program where somebody can answer, or give it one line of input for each question',
}))

export const nobodyToAsk = problemKind('SenseRuntimeError', 'nobody-to-ask', () => ({
  headline: '`ask_human` cannot ask: the program came from standard input, and there is no terminal',
  hint: 'run the program from a file, so that standard input is free for answers',
}))

export const retiredSpelling = problemKind(
  'SenseRuntimeError',
  'retired-spelling',
  (name: string, spelling: string) => ({
    headline: `\`${name}\` is no longer a builtin`,
    hint: `write ${spelling} instead`,
  }),
)
