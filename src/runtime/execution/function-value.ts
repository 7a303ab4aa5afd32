/** A function declared with `def`, as a value. */

import type { Value } from '../values/value.ts'
import type { CallContext, Callable, Labels, MemberHolder } from './callable.ts'
import { cleanedDocstring } from './docstring.ts'
import type { Signature } from './signature.ts'
import { checkArgumentTypes, checkArity, checkResult } from './signature.ts'
import { Frame } from './suspension.ts'
import type { Steps, Suspension } from './suspension.ts'

/**
 * The code of a body: a plain function that gives the value, or a generator function if the body may suspend. The compiler
 * knows which, and says so in `suspends`.
 */
export type BodyCode<Leading extends readonly unknown[] = []> =
  | { readonly suspends: false; readonly start: (...args: [...Leading, ...Value[]]) => Value }
  | { readonly suspends: true; readonly start: (...args: [...Leading, ...Value[]]) => Steps }

const memberNames: readonly string[] = ['name', 'doc']

/** What all functions of one `def` have in common. A `def` in a loop makes many, so it is worked out once. */
export interface FunctionPlan {
  readonly signature: Signature
  readonly suspends: boolean
  readonly documentation: string | undefined
  /** Whether any parameter or the result has a type; most functions have none, and skip the checks. */
  readonly isTyped: boolean
  /** See `FunctionValue.directArity`. */
  readonly directArity: number
}

export function functionPlanOf(
  signature: Signature,
  suspends: boolean,
  documentation: string | undefined,
): FunctionPlan {
  const isTyped = signature.resultType !== undefined || signature.parameters.some(({ type }) => type !== undefined)
  const directArity = isTyped || suspends ? -1 : signature.parameters.length
  return { signature, suspends, documentation, isTyped, directArity }
}

type DirectCode = (...args: Value[]) => Value

export class FunctionValue implements Callable, MemberHolder {
  readonly plan: FunctionPlan
  /**
   * The number of arguments with which `direct` may be called without any check, or -1 if a call needs more: generated code
   * asks for it before it calls a value.
   */
  readonly directArity: number
  /** The code; a generator function if the body may suspend, which `directArity` never lets through. */
  readonly direct: DirectCode

  constructor(plan: FunctionPlan, start: BodyCode['start']) {
    this.plan = plan
    this.directArity = plan.directArity
    this.direct = asDirectCode(start)
  }

  get typeName(): string {
    return 'Function'
  }

  get memberNames(): readonly string[] {
    return memberNames
  }

  get signature(): Signature {
    return this.plan.signature
  }

  textForm(): string {
    return `<fn ${this.signature.name}>`
  }

  readMember(name: string): Value | undefined {
    if (name === 'name') return this.signature.name
    if (name !== 'doc') return undefined
    const { documentation } = this.plan
    return documentation === undefined ? null : cleanedDocstring(documentation)
  }

  call(context: CallContext, args: readonly Value[], labels: Labels): Value | Suspension {
    const { signature, isTyped, suspends } = this.plan
    const { site } = context
    checkArity(signature, args, labels, site)
    if (isTyped) checkArgumentTypes(signature, args, site)
    if (suspends) {
      const steps = asSuspendingCode(this.direct)(...args)
      return new Frame(steps, signature.name, site, (result) => checkResult(signature, result, site))
    }
    const result = this.direct(...args)
    return isTyped ? checkResult(signature, result, site) : result
  }
}

// The plan says which kind of function the compiler wrote; these rely on it.
const asDirectCode = (start: BodyCode['start']): DirectCode => start as DirectCode
const asSuspendingCode = (code: (...args: Value[]) => unknown): ((...args: Value[]) => Steps) =>
  code as (...args: Value[]) => Steps
