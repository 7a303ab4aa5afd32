/**
 * How the catalogue is written: one constant per error code, a function from facts to words.
 *
 *     export const divisionByZero = problemKind('SenseRuntimeError', 'division-by-zero', () => ({
 *       headline: 'a number cannot be divided by zero',
 *     }))
 *
 * The code of an entry can be read without calling it (`divisionByZero.code`), which is how the tests find every code.
 */

import type { Problem, ProblemClass } from './diagnostic.ts'

/** What an entry of the catalogue writes: a problem without its class and code. */
export type Words = Omit<Problem, 'class' | 'code'>

/** An entry of the catalogue: call it with the facts to get the problem. */
export interface ProblemKind<Facts extends readonly unknown[]> {
  (...facts: Facts): Problem
  readonly code: string
}

/** Makes an entry of the catalogue. `code` is unique in the catalogue, and a slug: lower-case words joined by `-`. */
export function problemKind<Facts extends readonly unknown[]>(
  problemClass: ProblemClass,
  code: string,
  write: (...facts: Facts) => Words,
): ProblemKind<Facts> {
  const kind = (...facts: Facts): Problem => ({ class: problemClass, code, ...write(...facts) })
  return Object.assign(kind, { code })
}
