/**
 * What is left to do of a call whose function the compiler knows: the checks that it could not write out, and the frame of
 * a function that may suspend. The compiler names functions by their number in the table of the module's declarations.
 */

import type { SiteId } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import type { FunctionValue } from './function-value.ts'
import type { Signature } from './signature.ts'
import { checkArgumentType, checkResult } from './signature.ts'
import { Frame } from './suspension.ts'
import type { Steps } from './suspension.ts'

/** The same for functions of other files, which are named by their values. */
const callsOfValues = {
  frameOf: (site: SiteId, { signature }: FunctionValue, steps: Steps): Frame => frameOf(signature, steps, site),
  checkArgumentOf(site: SiteId, { signature }: FunctionValue, index: number, argument: Value): void {
    checkArgumentType(signature, index, argument, site)
  },
  checkResultOf: (site: SiteId, { signature }: FunctionValue, result: Value): Value =>
    checkResult(signature, result, site),
}

export function directCallsOf(declarations: readonly Signature[]) {
  const signatureOf = (number: number): Signature => {
    const signature = declarations[number]
    if (signature === undefined) throw new Error('generated code refers to its own declarations')
    return signature
  }
  return {
    ...callsOfValues,
    frame(site: SiteId, number: number, steps: Steps): Frame {
      return frameOf(signatureOf(number), steps, site)
    },
    checkArgument(site: SiteId, number: number, index: number, argument: Value): void {
      checkArgumentType(signatureOf(number), index, argument, site)
    },
    checkResult: (site: SiteId, number: number, result: Value): Value => checkResult(signatureOf(number), result, site),
  }
}

function frameOf(signature: Signature, steps: Steps, site: SiteId): Frame {
  if (signature.resultType === undefined) return new Frame(steps, signature.name, site)
  return new Frame(steps, signature.name, site, (result) => checkResult(signature, result, site))
}
