/** Errors of functions that a host program provides. */

import { problemKind } from '../problem-kind.ts'
import { excerptOf } from '../visible-text.ts'

/** Code points of a host's error message that a report shows: a few lines. */
const reasonLengthMax = 300

/** `reason` is what the host's function threw, with the name of its class. */
export const hostFailed = problemKind('SenseRuntimeError', 'host-failed', (name: string, reason: string) => ({
  headline: `\`${name}\` failed: ${excerptOf(reason, reasonLengthMax)}`,
  detail: 'The function belongs to the application that runs this program, and the error is its own.',
}))

export const hostPromise = problemKind('SenseRuntimeError', 'host-promise', (name: string) => ({
  headline: `\`${name}\` gave a promise, but was defined as done when it returns`,
  hint: 'in the application, define the function with `runAsync` and not with `run`',
}))

/** `reason` is a clause, such as "a Function stays in the program". */
export const argumentStays = problemKind(
  'SenseRuntimeError',
  'argument-stays',
  (name: string, parameter: string, reason: string) => ({
    headline: `\`${name}\` cannot be given this \`${parameter}\`: ${reason}`,
    detail:
      'Ints, Floats, Strings, Bools, nil, and Arrays and Records of these are copied for the application that runs this ' +
      'program.',
    hint: 'call it with the data that it needs: a result in place of the function, or the text `str(x)`',
  }),
)

export const resultStays = problemKind('SenseRuntimeError', 'result-stays', (name: string, reason: string) => ({
  headline: `what \`${name}\` gave back cannot be used in a program: ${reason}`,
  hint: 'in the application, return null, booleans, numbers, strings, and arrays and plain objects of these from this function',
}))
