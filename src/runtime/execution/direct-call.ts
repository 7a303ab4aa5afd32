/**
 * What is left to do of a call whose function the compiler knows: the checks that it could not write out, and the frame of
 * a function that may suspend. The compiler names functions by their number in the table of the module's declarations.
 */

import type { SiteId } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import type { Signature } from './signature.ts'
import { checkArgumentType, checkResult } from './signature.ts'
import { Frame } from './suspension.ts'
import type { Steps } from './suspension.ts'

export function directCallsOf(declarations: readonly Signature[]) {
  const signatureOf = (number: number): Signature => {
    const signature = declarations[number]
    if (signature === undefined) throw new Error('generated code refers to its own declarations')
    return signature
  }
  return {
    frame(site: SiteId, number: number, steps: Steps): Frame {
      const signature = signatureOf(number)
      if (signature.resultType === undefined) return new Frame(steps, signature.name, site)
      return new Frame(steps, signature.name, site, (result) => checkResult(signature, result, site))
    },
    checkArgument(site: SiteId, number: number, index: number, argument: Value): void {
      checkArgumentType(signatureOf(number), index, argument, site)
    },
    checkResult: (site: SiteId, number: number, result: Value): Value => checkResult(signatureOf(number), result, site),
  }
}
