/** Errors of the builtins that belong to no other part: assertions, questions to a person, spellings of older versions. */

import { problemKind } from '../problem-kind.ts'

export const assertionFailed = problemKind('SenseRuntimeError', 'assertion-failed', (message: string | undefined) => ({
  headline: message ?? 'assertion failed',
}))

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
