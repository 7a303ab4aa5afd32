/**
 * `ask_human`: in an agent a pause, whose reason is the question; elsewhere a question on the console, answered by one line
 * (spec 02 §6). In a call of a client of a served program the client's person is asked.
 */

import { noAnswerLeft, nobodyToAsk, questionNotString } from '../../compiler/diagnostics/catalogue/builtins.ts'
import { clientCannotAsk, clientGaveNoAnswer } from '../../compiler/diagnostics/catalogue/serving.ts'
import { agentOfCall, requireRunningBody } from '../agents/belonging.ts'
import { stringTooLong } from '../../compiler/diagnostics/catalogue/values.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext } from '../execution/callable.ts'
import type { OutsideCall } from '../execution/outside-call.ts'
import { outsideCallOf } from '../execution/outside-call.ts'
import { Frame, waitFor } from '../execution/suspension.ts'
import type { Steps, Suspension } from '../execution/suspension.ts'
import { LineTooLong, NoTerminal } from '../ports/console.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'

export const humanBuiltins: readonly BuiltinDefinition[] = [
  { name: 'ask_human', argumentsMin: 1, argumentsMax: 1, implementation: askHuman },
]

function askHuman(context: CallContext, [question = null]: readonly Value[]): Suspension {
  if (typeof question !== 'string') throw new SenseError(questionNotString(describeValue(question)), context.site)
  const agent = agentOfCall(context)
  if (agent === undefined) {
    const outsideCall = outsideCallOf(context.run.fibers.current)
    const steps = outsideCall === undefined ? askSteps(context, question) : askClient(context, outsideCall, question)
    return new Frame(steps, '', context.site)
  }
  requireRunningBody(context, agent, 'ask_human')
  return agent.pause(context, question)
}

function* askSteps(context: CallContext, question: string): Steps {
  const { console, signal } = context.run
  try {
    const line = yield* waitFor(console.readLine(question, signal))
    if (line !== null) return line
  } catch (error) {
    if (error instanceof NoTerminal) throw new SenseError(nobodyToAsk(), context.site)
    if (error instanceof LineTooLong) throw new SenseError(stringTooLong(), context.site)
    throw error
  }
  throw new SenseError(noAnswerLeft(), context.site)
}

function* askClient({ site }: CallContext, { ask, signal }: OutsideCall, question: string): Steps {
  const answer = yield* waitFor(ask({ wanted: 'line', message: question }, signal))
  if (answer.kind === 'accepted') return answer.text
  throw new SenseError(answer.kind === 'impossible' ? clientCannotAsk() : clientGaveNoAnswer(answer.kind), site)
}
