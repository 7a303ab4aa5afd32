/**
 * The one path of a tool call that a model asks for (spec 02 §2, §3).
 *
 * The calls of one turn are read first, then made in order. A declared tool takes exactly the path of a written call, at
 * the place and in the scope of `ask_with_tools`, and alone. Neighbouring calls of servers run side by side, because they
 * wait for others; their results and audit entries keep the order of the calls. Whatever goes wrong with a call becomes
 * text for the model. Only what ends the run goes on as an error.
 */

import { tooManyToolCalls, unknownTool } from '../../compiler/diagnostics/catalogue/tools.ts'
import type { CallContext } from '../execution/callable.ts'
import { noLabels } from '../execution/callable.ts'
import type { Steps, Suspension } from '../execution/suspension.ts'
import { Frame, complete, waitFor } from '../execution/suspension.ts'
import type { JsonObject } from '../ports/json.ts'
import type { ImageRules, ModelToolCall } from '../ports/model-providers.ts'
import { leavesOutTools, toolNotRun } from '../safety/dry-run.ts'
import { SenseError } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import type { Value } from '../values/value.ts'
import type { DeclaredTool } from './declared-tool.ts'
import { EndedCalls } from './ended-calls.ts'
import { startMcpCall } from './invoke-mcp-tool.ts'
import type { EndedCall } from './invoke-mcp-tool.ts'
import { McpTool } from './mcp-tool.ts'
import { argumentsFor, plainArguments } from './model-arguments.ts'
import { quotedName } from './quoted-name.ts'
import type { ToolOutcome } from './tool-outcome.ts'
import { errorOutcome } from './tool-outcome.ts'
import type { ToolRegistry } from './tool-registry.ts'
import { warnOfFault } from './tool-fault.ts'

/** Calls of servers that are under way at one time (spec 02 §2). */
export const concurrentCallsMax = 8

/** Calls of one turn that are made; far above what models ask for, so that a runaway turn ends. */
export const callsPerTurnMax = 128

export interface ToolTurn {
  readonly registry: ToolRegistry
  /** In the model's order. */
  readonly calls: readonly ModelToolCall[]
  /** Which images the model takes; without them all are described. */
  readonly imageRules: ImageRules | undefined
}

/** A call as read: a tool with arguments for it, or what the model is told instead. */
type ReadCall =
  | { readonly kind: 'declared'; readonly tool: DeclaredTool; readonly args: readonly Value[] }
  | { readonly kind: 'mcp'; readonly tool: McpTool; readonly args: JsonObject }
  | { readonly kind: 'fault'; readonly outcome: ToolOutcome }

type ServerCall = Exclude<ReadCall, { kind: 'declared' }>

/** Makes the calls of one turn and gives their outcomes in the same order. */
export function* invokeForModel(
  context: CallContext,
  turn: ToolTurn,
): Generator<Suspension, readonly ToolOutcome[], unknown> {
  const outcomes: ToolOutcome[] = []
  let neighbours: ServerCall[] = []
  for (const call of turn.calls.map((call, index) => readCall(turn.registry, call, index))) {
    if (call.kind !== 'declared') {
      neighbours.push(call)
      continue
    }
    outcomes.push(...(yield* invokeNeighbours(context, neighbours, turn.imageRules)))
    neighbours = []
    outcomes.push(yield* invokeDeclared(context, call.tool, call.args))
  }
  outcomes.push(...(yield* invokeNeighbours(context, neighbours, turn.imageRules)))
  return outcomes
}

function readCall(registry: ToolRegistry, call: ModelToolCall, index: number): ReadCall {
  const name = quotedName(call.toolName)
  if (index >= callsPerTurnMax) return faultOf(tooManyToolCalls(name, callsPerTurnMax).headline)
  const tool = registry.find(call.toolName)
  if (tool === undefined) return faultOf(unknownTool(name, registry.namesCloseTo(call.toolName)).headline)
  if (tool instanceof McpTool) {
    const parsed = plainArguments(quotedName(tool.name), call.argumentsText)
    return parsed.kind === 'fault' ? faultOf(parsed.problem.headline) : { kind: 'mcp', tool, args: parsed.arguments }
  }
  const parsed = argumentsFor(tool.definition.signature, call.argumentsText)
  return parsed.kind === 'fault' ? faultOf(parsed.problem.headline) : { kind: 'declared', tool, args: parsed.arguments }
}

function faultOf(headline: string): ReadCall {
  return { kind: 'fault', outcome: errorOutcome(headline) }
}

function* invokeDeclared(
  context: CallContext,
  tool: DeclaredTool,
  args: readonly Value[],
): Generator<Suspension, ToolOutcome, unknown> {
  try {
    // In a frame of its own, so that the driver makes a Sense error of whatever the body runs into, such as recursion.
    const text = yield* complete(new Frame(textSteps(context, tool, args), '', context.site))
    return { text: textForm(text), isError: false, images: [] }
  } catch (error) {
    if (!(error instanceof SenseError)) throw error
    warnOfFault(context, tool, error)
    return errorOutcome(error.problem.headline)
  }
}

/** The text form of what a declared tool gives. */
function* textSteps(context: CallContext, tool: DeclaredTool, args: readonly Value[]): Steps {
  const value = yield* complete(tool.call(context, args, noLabels))
  return leavesOutTools(context.run) ? toolNotRun : textForm(value, context.site)
}

/**
 * Makes neighbouring calls with a bound on how many are under way. Between two of them the driver gets its turn, so that
 * every decision and every entry is made in the fiber that asks.
 */
function* invokeNeighbours(
  context: CallContext,
  calls: readonly ServerCall[],
  imageRules: ImageRules | undefined,
): Generator<Suspension, readonly ToolOutcome[], unknown> {
  const ended = new EndedCalls(context.run.gate)
  const running = new Map<number, Promise<readonly [index: number, call: EndedCall]>>()
  // A call that ends while no other goes before it is recorded at once.
  const stopListening = calls.length > 1 ? ended.recordAllWhenAborted(context.run.signal) : undefined
  try {
    for (const [index, call] of calls.entries()) {
      const started = startCall(context, call, imageRules)
      if (started instanceof Promise) running.set(index, indexed(index, started))
      else ended.add(index, started)
      if (running.size === concurrentCallsMax) yield* awaitOne(running, ended)
    }
    while (running.size > 0) yield* awaitOne(running, ended)
  } finally {
    stopListening?.()
  }
  return ended.outcomes
}

function startCall(
  context: CallContext,
  call: ServerCall,
  imageRules: ImageRules | undefined,
): EndedCall | Promise<EndedCall> {
  if (call.kind === 'fault') return { outcome: call.outcome, record: undefined }
  return startMcpCall(context, call.tool, call.args, imageRules)
}

async function indexed(index: number, started: Promise<EndedCall>): Promise<readonly [number, EndedCall]> {
  return [index, await started]
}

/** Waits until one of the running calls has ended, whichever it is. */
function* awaitOne(
  running: Map<number, Promise<readonly [index: number, call: EndedCall]>>,
  ended: EndedCalls,
): Generator<Suspension, void, unknown> {
  const [only] = running.size === 1 ? running.values() : []
  const [index, call] = yield* waitFor(only ?? Promise.race(running.values()))
  running.delete(index)
  ended.add(index, call)
}
