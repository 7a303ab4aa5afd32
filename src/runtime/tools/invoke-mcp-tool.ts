/**
 * One call of a tool of an MCP server: the gate, the server, the outcome.
 *
 * The decision and the entry `started` are made right before the call leaves the process. The entry that ends it is handed
 * back to the caller, because calls that run side by side are recorded in the order in which they were asked for.
 */

import type { CallContext } from '../execution/callable.ts'
import type { AuditEvent, AuditRecord } from '../execution/gate.ts'
import type { ActivityEnd } from '../ports/activity.ts'
import type { JsonObject } from '../ports/json.ts'
import type { ImageRules } from '../ports/model-providers.ts'
import type { ToolCallResult } from '../ports/tool-servers.ts'
import { ToolServerFailure } from '../ports/tool-servers.ts'
import { leavesOutTools, notExecuted, toolNotRun } from '../safety/dry-run.ts'
import { denialOf } from '../safety/policy.ts'
import type { McpTool } from './mcp-tool.ts'
import { resultForModel } from './result-text.ts'
import { serverProblem } from './server-problems.ts'
import type { ToolOutcome } from './tool-outcome.ts'
import { errorOutcome } from './tool-outcome.ts'

export interface EndedCall {
  readonly outcome: ToolOutcome
  /** The entry to write when all calls before this one have theirs; undefined for a call that was never made. */
  readonly record: AuditRecord | undefined
}

/**
 * Decides the call and, if it may happen, begins it. One that is denied, or left out by a dry run, has ended at once. The
 * promise never rejects for what the server does; it rejects when the run is cancelled.
 */
export function startMcpCall(
  context: CallContext,
  tool: McpTool,
  args: JsonObject,
  imageRules: ImageRules | undefined,
): EndedCall | Promise<EndedCall> {
  const denial = denialOf(context, tool.subject, tool.definition.capability, {
    kind: 'tool',
    name: tool.definition.toolName,
  })
  const argumentsText = (): string => JSON.stringify(args)
  const end = context.run.activity?.begin({ kind: 'tool', name: tool.name, argumentsText })
  if (denial !== undefined) {
    end?.({ outcome: 'denied', reason: denial.error.problem.headline })
    return { outcome: errorOutcome(denial.error.problem.headline), record: denial.record }
  }
  if (leavesOutTools(context.run)) {
    end?.({ outcome: 'not run' })
    const outcome = { text: toolNotRun, isError: false, images: [] }
    return { outcome, record: entryFor(context, tool, 'called', notExecuted.serverTool) }
  }
  context.run.gate.record(entryFor(context, tool, 'started'))
  const call = finishedCall(context, tool, args, imageRules)
  return end === undefined ? call : noted(call, args, end)
}

/** Tells how the call ended, and how much text went to and fro. */
async function noted(call: Promise<EndedCall>, args: JsonObject, end: (end: ActivityEnd) => void): Promise<EndedCall> {
  const bytesSent = byteCountOfText(JSON.stringify(args))
  try {
    const ended = await call
    const { text, isError, images } = ended.outcome
    const bytesReceived = images.reduce((sum, { base64 }) => sum + base64.length, byteCountOfText(text))
    const how = isError ? ({ outcome: 'failed', reason: text } as const) : ({ outcome: 'ok' } as const)
    end({ ...how, bytesSent, bytesReceived, resultText: () => text })
    return ended
  } catch (error) {
    end({ outcome: 'failed', bytesSent })
    throw error
  }
}

async function finishedCall(
  context: CallContext,
  tool: McpTool,
  args: JsonObject,
  imageRules: ImageRules | undefined,
): Promise<EndedCall> {
  const { connection, serverName, toolName } = tool.definition
  const { signal } = context.run
  try {
    return ended(context, tool, await connection.callTool(toolName, args, signal), imageRules)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ToolServerFailure)) throw error
    const { headline } = serverProblem(error, { serverName, toolName: tool.name })
    return { outcome: errorOutcome(headline), record: entryFor(context, tool, 'failed', headline) }
  }
}

function ended(
  context: CallContext,
  tool: McpTool,
  result: ToolCallResult,
  imageRules: ImageRules | undefined,
): EndedCall {
  const lengthMax = tool.definition.resultLengthMax
  // What went wrong is told in text alone: no provider takes an image in an error.
  const { text, images } = resultForModel(result, { imageRules: result.isError ? undefined : imageRules, lengthMax })
  if (!result.isError) return { outcome: { text, isError: false, images }, record: entryFor(context, tool, 'called') }
  const reason = text === '' ? 'the tool failed without saying why' : text
  return { outcome: errorOutcome(reason), record: entryFor(context, tool, 'failed', reason) }
}

function byteCountOfText(text: string): number {
  return new TextEncoder().encode(text).length
}

function entryFor({ scope, site }: CallContext, tool: McpTool, event: AuditEvent, detail?: string): AuditRecord {
  const { subject, definition } = tool
  return { subject, event, scope, site, capability: definition.capability, ...(detail === undefined ? {} : { detail }) }
}
