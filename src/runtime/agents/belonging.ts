/** Which agent a `pause`, `receive` or `ask_human` belongs to (spec 02 §6). */

import { agentNotRunningHere, noAgentHere } from '../../compiler/diagnostics/catalogue/agents.ts'
import type { CallContext } from '../execution/callable.ts'
import { agentIn } from '../execution/scope.ts'
import { SenseError } from '../values/sense-error.ts'
import { AgentValue } from './agent-value.ts'

/** The nearest agent around the call in the text, else the one whose body is running, else undefined. */
export function agentOfCall({ run, scope }: CallContext): AgentValue | undefined {
  const agent = agentIn(scope) ?? run.fibers.current?.agent
  return agent instanceof AgentValue ? agent : undefined
}

/** The agent of the call, which must be there. `builtin` is what was called. */
export function requireAgent(context: CallContext, builtin: string): AgentValue {
  const agent = agentOfCall(context)
  if (agent === undefined) throw new SenseError(noAgentHere(builtin), context.site)
  return agent
}

/** Refuses to pause `agent` where something else runs one of its functions: its body would not stop there. */
export function requireRunningBody({ run, site }: CallContext, agent: AgentValue, builtin: string): void {
  if (run.fibers.current?.agent === agent) return
  throw new SenseError(agentNotRunningHere(builtin, agent.name), site)
}
