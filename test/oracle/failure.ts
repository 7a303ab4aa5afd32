/** How a program of the oracle ends early: an error of Sense, or a budget of the fuzzer that is spent. */

import { SenseError } from '../../src/runtime/values/sense-error.ts'

export type ErrorClass =
  | 'SenseNameError'
  | 'SenseTypeError'
  | 'SenseRuntimeError'
  | 'SenseImportError'
  | 'SensePolicyError'
  | 'SenseApprovalError'

/** An error of Sense, known by its class and its line (spec 01 §10). */
export class Failure extends Error {
  readonly errorClass: string
  readonly line: number

  constructor(errorClass: ErrorClass, line: number, headline: string) {
    super(headline)
    this.errorClass = errorClass
    this.line = line
  }
}

/** The program takes too long or grows too large to be compared. Never caught by the program. */
export class BudgetSpent extends Error {}

/** An error that `attempt`, `test` and agents may catch. `runtime/values` raises its own class, with a line as its site. */
export type Caught = Failure | SenseError

export function isCaught(error: unknown): error is Caught {
  return error instanceof Failure || error instanceof SenseError
}

export function classOf(error: Caught): string {
  return error instanceof Failure ? error.errorClass : error.problem.class
}

export function lineOf(error: Caught): number {
  return error instanceof Failure ? error.line : error.site
}
