/**
 * A mistake in the body of a tool, told to the author.
 *
 * What a tool ends in goes to the model that called it, and the program goes on (spec 02 §2). That is right for a refusal,
 * but a slip of the author would then be seen by the model alone. So whatever is none of these is a warning too: a failed
 * `assert`, which is how a tool refuses; what a rule or a missing approval stopped; a person at a client who gave no answer; and
 * what is wrong with the call itself.
 */

import { assertionFailed } from '../../compiler/diagnostics/catalogue/builtins.ts'
import { recursionTooDeep } from '../../compiler/diagnostics/catalogue/execution.ts'
import { clientCannotAsk, clientGaveNoAnswer } from '../../compiler/diagnostics/catalogue/serving.ts'
import { toolFailed } from '../../compiler/diagnostics/catalogue/tools.ts'
import { wrongResultType } from '../../compiler/diagnostics/catalogue/values.ts'
import type { CallContext } from '../execution/callable.ts'
import { noSite } from '../values/sense-error.ts'
import type { SenseError } from '../values/sense-error.ts'
import type { DeclaredTool } from './declared-tool.ts'
import { quotedName } from './quoted-name.ts'

/** Mistakes of the body that are reported where it was called. */
const faultsAtTheCall = [wrongResultType.code, recursionTooDeep.code]

/** Ends of a body that its author meant or cannot help. */
const noFaults = [assertionFailed.code, clientCannotAsk.code, clientGaveNoAnswer.code]

/** Each place is told once for each tool: a model often tries again. `context` is that of `ask_with_tools`. */
export function warnOfFault(context: CallContext, tool: DeclaredTool, error: SenseError): void {
  const { problem } = error
  if (noFaults.includes(problem.code)) return
  if (problem.class === 'SensePolicyError' || problem.class === 'SenseApprovalError') return
  // Errors of the call itself stand where it is made; so do those that a host's tool raises to refuse.
  if (error.site === context.site && !faultsAtTheCall.includes(problem.code)) return
  const site = error.site === noSite ? context.site : error.site
  if (tool.toldFaults.has(site)) return
  tool.toldFaults.add(site)
  context.run.warn(toolFailed(quotedName(tool.name), problem), site)
}
