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

function neverDirect(): never {
  throw new Error('a function is called directly only with as many arguments as `directArity` says')
}

export class FunctionValue implements Callable, MemberHolder {
  readonly typeName = 'Function'
  readonly memberNames = memberNames
  readonly signature: Signature
  readonly code: BodyCode
  /** Whether any parameter or the result has a type; most functions have none, and skip the checks. */
  readonly isTyped: boolean
  /**
   * The number of arguments with which `direct` may be called without any check, or -1 if a call needs more: generated code
   * asks for it before it calls a value.
   */
  readonly directArity: number
  readonly direct: (...args: Value[]) => Value
  readonly #documentation: string | undefined

  constructor(signature: Signature, code: BodyCode, documentation?: string) {
    this.signature = signature
    this.code = code
    this.isTyped = signature.resultType !== undefined || signature.parameters.some(({ type }) => type !== undefined)
    this.directArity = this.isTyped || code.suspends ? -1 : signature.parameters.length
    this.direct = code.suspends ? neverDirect : code.start
    this.#documentation = documentation
  }

  textForm(): string {
    return `<fn ${this.signature.name}>`
  }

  readMember(name: string): Value | undefined {
    if (name === 'name') return this.signature.name
    if (name !== 'doc') return undefined
    return this.#documentation === undefined ? null : cleanedDocstring(this.#documentation)
  }

  call(context: CallContext, args: readonly Value[], labels: Labels): Value | Suspension {
    const { signature, code, isTyped } = this
    const { site } = context
    checkArity(signature, args, labels, site)
    if (isTyped) checkArgumentTypes(signature, args, site)
    if (code.suspends) {
      return new Frame(code.start(...args), signature.name, site, (result) => checkResult(signature, result, site))
    }
    const result = code.start(...args)
    return isTyped ? checkResult(signature, result, site) : result
  }
}
