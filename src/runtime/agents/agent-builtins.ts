/** The builtins of agents: `start`, `pause`, `resume`, `await`, `send`, `receive` (spec 02 §6). */

import { notAnAgent, notAwaitable } from '../../compiler/diagnostics/catalogue/agents.ts'
import { isAwaitable } from '../execution/awaitable.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext } from '../execution/callable.ts'
import type { Suspension } from '../execution/suspension.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { AgentValue } from './agent-value.ts'
import { requireAgent, requireRunningBody } from './belonging.ts'
import { receive } from './receive.ts'

export const agentBuiltins: readonly BuiltinDefinition[] = [
  { name: 'start', argumentsMin: 1, argumentsMax: 1, implementation: start },
  { name: 'pause', argumentsMin: 0, argumentsMax: 1, implementation: pause },
  { name: 'resume', argumentsMin: 1, argumentsMax: 2, implementation: resume },
  { name: 'await', argumentsMin: 1, argumentsMax: 1, implementation: awaitOutcome },
  { name: 'send', argumentsMin: 2, argumentsMax: 2, implementation: send },
  { name: 'receive', argumentsMin: 0, argumentsMax: 1, implementation: receive },
]

function start(context: CallContext, [agent = null]: readonly Value[]): Value | Suspension {
  return agentFrom(agent, 'start', context).start(context)
}

function pause(context: CallContext, [reason = null]: readonly Value[]): Suspension {
  const agent = requireAgent(context, 'pause')
  requireRunningBody(context, agent, 'pause')
  return agent.pause(context, reason)
}

function resume(context: CallContext, [agent = null, value = null]: readonly Value[]): Value | Suspension {
  return agentFrom(agent, 'resume', context).resume(context, value)
}

function awaitOutcome(context: CallContext, [value = null]: readonly Value[]): Value | Suspension {
  if (isAwaitable(value)) return value.awaitFrom(context)
  throw new SenseError(notAwaitable(describeValue(value)), context.site)
}

function send(context: CallContext, [agent = null, message = null]: readonly Value[]): Value {
  const { mailbox, name } = agentFrom(agent, 'send', context)
  mailbox.put(message, name, context.site)
  return null
}

function agentFrom(value: Value, builtin: string, { site }: CallContext): AgentValue {
  if (value instanceof AgentValue) return value
  throw new SenseError(notAnAgent(builtin, describeValue(value)), site)
}
