/**
 * What a program asks of a server itself: resources and prompts (spec 02 §3).
 *
 * Such a request is an effect with the connection's capability. It takes the path of a tool call: the gate is asked, the
 * request is on record before it leaves, and how it ended is on record too. What goes wrong is an error of the program.
 */

import type { CallContext } from '../execution/callable.ts'
import type { AuditRecord, AuditSubject } from '../execution/gate.ts'
import type { Steps } from '../execution/suspension.ts'
import { waitFor } from '../execution/suspension.ts'
import { ToolServerFailure } from '../ports/tool-servers.ts'
import { leavesOutTools, notExecuted } from '../safety/dry-run.ts'
import { checkCapability } from '../safety/policy.ts'
import { serverProblem } from '../tools/server-problems.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'

export interface ServerRequest<Result> {
  readonly serverName: string
  readonly capability: string | undefined
  readonly subject: AuditSubject
  /** Such as `docs.read`, for errors and for whoever watches. */
  readonly memberName: string
  readonly send: (signal: AbortSignal) => Promise<Result>
  readonly valueOf: (result: Result) => Value
}

export function* requestSteps<Result>(context: CallContext, request: ServerRequest<Result>): Steps {
  const { run, scope, site } = context
  const { subject, capability, memberName } = request
  checkCapability(context, subject, capability, { kind: 'connection' })
  const record = (event: AuditRecord['event'], detail?: string): void => {
    run.gate.record({ subject, event, scope, site, capability, ...(detail === undefined ? {} : { detail }) })
  }
  if (leavesOutTools(run)) {
    record('called', notExecuted.serverTool)
    return null
  }
  record('started')
  const end = run.activity?.begin({ kind: 'tool', name: memberName })
  try {
    const result = yield* waitFor(request.send(run.signal))
    const value = request.valueOf(result)
    record('called')
    end?.({ outcome: 'ok' })
    return value
  } catch (error) {
    const failure = run.signal.aborted ? undefined : failureOf(error, request, context)
    if (failure !== undefined) record('failed', failure.problem.headline)
    end?.({ outcome: 'failed', ...(failure === undefined ? {} : { reason: failure.problem.headline }) })
    throw failure ?? error
  }
}

/** Undefined for what is no failure of the request. */
function failureOf(
  error: unknown,
  { serverName, memberName }: Pick<ServerRequest<never>, 'serverName' | 'memberName'>,
  { site }: CallContext,
): SenseError | undefined {
  if (error instanceof SenseError) return error
  if (!(error instanceof ToolServerFailure)) return undefined
  return new SenseError(serverProblem(error, { serverName, toolName: memberName }), site)
}
