/** Agents, messages and futures (spec 02 §6). */

import { Float } from '../../src/runtime/values/float.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import { isInt } from '../../src/runtime/values/value.ts'
import { builtin, builtinInSteps } from './builtin.ts'
import { BudgetSpent, Failure, isCaught } from './failure.ts'
import type { Builtin } from './objects.ts'
import { AgentObject, FutureObject } from './objects.ts'
import type { Place, Steps, World } from './world.ts'
import { newFiber } from './world.ts'

export function agentBuiltins(world: World): readonly Builtin[] {
  return [
    builtinInSteps('start', 1, 1, ({ line }, [agent = null]) => start(world, agent, line)),
    builtinInSteps('resume', 1, 2, ({ line }, [agent = null, value = null]) => resume(world, agent, value, line)),
    builtinInSteps('pause', 0, 1, (place, [reason = null]) => pause(world, place, reason)),
    builtinInSteps('await', 1, 1, ({ line }, [awaited = null]) => awaitSettled(world, awaited, line)),
    builtin('send', 2, 2, ({ line }, [agent = null, message = null]) => {
      const { mailbox, mailWaiters } = agentOf(agent, line)
      mailbox.push(message)
      for (const wake of mailWaiters.splice(0)) wake()
      return null
    }),
    builtinInSteps('receive', 0, 1, (place, [timeout]) => receive(world, place, timeout)),
    builtinInSteps('ask_human', 1, 1, (place, [question = null]) => askHuman(world, place, question)),
  ]
}

/** Lets the others go on once. */
export function* yieldTurn(): Steps<void> {
  yield { kind: 'turn' }
}

function* start(world: World, value: Value, line: number): Steps {
  const agent = agentOf(value, line)
  if (agent.status !== 'created') throw new Failure('SenseRuntimeError', line, `${agent.name} was started before`)
  agent.steps = agent.body()
  if (agent.isAsync) {
    const fiber = newFiber(bodyOfAsync(world, agent, agent.steps))
    fiber.bodies.push(agent)
    agent.status = 'running'
    world.wake(fiber)
  } else {
    yield* runSync(world, agent, agent.steps)
  }
  return agent
}

function* bodyOfAsync(world: World, agent: AgentObject, steps: Steps<void>): Steps<void> {
  try {
    yield* steps
    agent.settle('completed')
  } catch (error) {
    if (!isCaught(error)) throw error
    agent.error = error
    world.failures.push(agent)
    agent.settle('failed')
  }
}

/** A sync body runs in the fiber that starts or resumes it, until it pauses, completes or fails. */
function* runSync(world: World, agent: AgentObject, steps: Steps<void>): Steps<void> {
  const { bodies } = world.current
  bodies.push(agent)
  agent.status = 'running'
  let thrown: Failure | undefined
  try {
    for (;;) {
      const result = thrown === undefined ? steps.next() : steps.throw(thrown)
      thrown = undefined
      if (result.done === true) {
        agent.settle('completed')
        return
      }
      if (result.value.kind === 'pause' && result.value.agent === agent) {
        agent.settle('paused')
        return
      }
      try {
        yield result.value
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        thrown = error
      }
    }
  } catch (error) {
    if (!isCaught(error)) throw error
    agent.error = error
    agent.settle('failed')
    throw error
  } finally {
    bodies.splice(bodies.lastIndexOf(agent), 1)
  }
}

function* resume(world: World, value: Value, given: Value, line: number): Steps {
  const agent = agentOf(value, line)
  if (agent.status !== 'paused') throw new Failure('SenseRuntimeError', line, `${agent.name} is ${agent.status}`)
  agent.resumeValue = given
  if (agent.isAsync) {
    agent.status = 'running'
    if (agent.fiber !== undefined) world.wake(agent.fiber)
  } else if (agent.steps !== undefined) {
    yield* runSync(world, agent, agent.steps)
  }
  return agent
}

function* pause(world: World, place: Place, reason: Value): Steps {
  const agent = ownAgent(world, place)
  const running = world.current.bodies.at(-1)
  if (agent === undefined || agent !== running) throw new Failure('SenseRuntimeError', place.line, 'no agent to pause')
  agent.pauseReason = reason
  agent.resumeValue = null
  yield { kind: 'pause', agent }
  return agent.resumeValue
}

/** The nearest agent that encloses the call in the text; where none does, the one whose body is running. */
function ownAgent(world: World, { scope }: Place): AgentObject | undefined {
  for (const { agent } of scope.chain()) if (agent instanceof AgentObject) return agent
  return world.current.bodies.at(-1)
}

/** Blocks until it settles; gives its value or raises its error, each time. */
function* awaitSettled(world: World, awaited: Value, line: number): Steps {
  if (awaited instanceof FutureObject) {
    while (!awaited.isDone) yield { kind: 'until', line, begin: (wake) => awaited.waiters.push(wake) }
    if (awaited.error === undefined) return awaited.value ?? null
    awaited.isErrorSeen = true
    throw awaited.error
  }
  const agent = agentOf(awaited, line)
  if (agent.status === 'created') throw new Failure('SenseRuntimeError', line, `${agent.name} was not started`)
  // Its own body cannot wait for it; where other bodies wait in a circle, the main code's deadlock is found later.
  if (world.current.bodies.at(-1) === agent) throw new Failure('SenseRuntimeError', line, 'it would wait for itself')
  let settled: AgentObject['status'] = agent.status
  if (settled === 'running') {
    // What it comes to then counts, whatever others make of it until the waiting code goes on.
    const note = (wake: () => void) => (): void => {
      settled = agent.status
      wake()
    }
    yield { kind: 'until', line, begin: (wake) => agent.settleWaiters.push(note(wake)) }
  }
  if (settled !== 'failed' || agent.error === undefined) return agent
  agent.isErrorSeen = true
  throw agent.error
}

function* receive(world: World, place: Place, timeout: Value | undefined): Steps {
  const agent = ownAgent(world, place)
  const { line } = place
  if (agent === undefined) throw new Failure('SenseRuntimeError', line, 'no agent to receive')
  const seconds = timeout === undefined ? undefined : secondsOf(timeout, line)
  if (seconds === 0) {
    yield* yieldTurn()
    return agent.mailbox.shift() ?? null
  }
  // A wait that ends by the clock is not compared.
  if (seconds !== undefined && agent.mailbox.length === 0) throw new BudgetSpent()
  for (;;) {
    const message = agent.mailbox.shift()
    if (message !== undefined) return message
    yield { kind: 'until', line, begin: (wake) => agent.mailWaiters.push(wake) }
  }
}

function secondsOf(timeout: Value, line: number): number {
  const seconds = timeout instanceof Float ? timeout.double : Number(isInt(timeout) ? timeout : NaN)
  if (seconds >= 0) return seconds
  throw new Failure('SenseRuntimeError', line, 'a timeout is a number from 0 on')
}

/** In an agent it is `pause(question)`; elsewhere it reads a line, and the fuzzer's input has ended. */
function* askHuman(world: World, place: Place, question: Value): Steps {
  if (typeof question !== 'string') throw new Failure('SenseRuntimeError', place.line, 'a question is a String')
  if (ownAgent(world, place) !== undefined) return yield* pause(world, place, question)
  throw new Failure('SenseRuntimeError', place.line, 'no answer')
}

function agentOf(value: Value, line: number): AgentObject {
  if (value instanceof AgentObject) return value
  throw new Failure('SenseRuntimeError', line, 'an agent is needed')
}
