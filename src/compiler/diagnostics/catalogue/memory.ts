/** Errors of memories. */

import { problemKind } from '../problem-kind.ts'

export const keyNotString = problemKind(
  'SenseRuntimeError',
  'memory-key',
  (methodName: string, description: string) => ({
    headline: `\`${methodName}\` needs a String as its key, but got ${description}`,
    hint: 'turn it into a String with `str(...)`',
  }),
)

export const memoryFull = problemKind('SenseRuntimeError', 'memory-full', (name: string) => ({
  headline: `the memory \`${name}\` holds as many keys as a memory can`,
  hint: 'forget keys that are no longer needed',
}))
