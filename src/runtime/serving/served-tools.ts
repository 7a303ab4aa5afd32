/**
 * Which tools of a program are served: those that its file binds at its outermost level, with a description and a result that
 * is there at once. Where the servers that it connected are to be exposed, theirs too.
 */

import { nothingToServe, toolNotServed } from '../../compiler/diagnostics/catalogue/serving.ts'
import type { ModuleNames } from '../execution/module-value.ts'
import type { Run } from '../execution/run.ts'
import type { JsonObject } from '../ports/json.ts'
import type { ServedTool } from '../ports/served-program.ts'
import { McpServerValue } from '../servers/mcp-server-value.ts'
import { DeclaredTool } from '../tools/declared-tool.ts'
import { McpTool } from '../tools/mcp-tool.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import { registerTools } from '../tools/tool-registry.ts'
import type { Tool } from '../tools/tools-for-model.ts'
import { SenseError, noSite } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { isArray } from '../values/value.ts'

export interface ServedTools {
  readonly registry: ToolRegistry
  readonly tools: readonly ServedTool[]
}

/** What is served of a program, and what is known of it from its text. */
export interface ServedText {
  /** How what the file binds is read. */
  readonly names: ModuleNames
  /** By the name of a tool, the most that it can do by actions; a tool that reaches none is not there. */
  readonly actionsOf: ReadonlyMap<string, 'irreversible' | 'reversible'>
}

/** Throws where there is nothing to serve; warns of each declared tool that is left out. */
export function servedTools(run: Run, { names, actionsOf }: ServedText, exposesMcp: boolean): ServedTools {
  const values = names.names.map((name) => names.read(name)).filter((value) => value !== undefined)
  const declared = new Set(values.filter((value) => value instanceof DeclaredTool))
  const tools: Tool[] = []
  for (const tool of declared) {
    const fault = faultOf(tool)
    if (fault === undefined) tools.push(tool)
    else run.warn(toolNotServed(tool.name, fault), noSite)
  }
  const ofServers = new Set(values.flatMap(mcpToolsIn))
  if (exposesMcp) tools.push(...ofServers)
  if (tools.length === 0) throw new SenseError(nothingToServe(!exposesMcp && ofServers.size > 0), noSite)
  const registry = registerTools(tools, noSite)
  const served = registry.descriptions.map(({ wireName, description, inputSchema }) => {
    const tool = registry.find(wireName)
    const annotations = tool instanceof McpTool ? tool.definition.annotations : annotationsOf(actionsOf.get(wireName))
    return { name: wireName, description, inputSchema, annotations }
  })
  return { registry, tools: served }
}

/**
 * The hints of the protocol, as far as the declarations say something: what cannot be undone is an irreversible action. Of
 * a tool that reaches no action nothing is known, and clients then assume the worst.
 */
function annotationsOf(action: 'irreversible' | 'reversible' | undefined): JsonObject {
  return action === undefined ? {} : { readOnlyHint: false, destructiveHint: action === 'irreversible' }
}

function faultOf({ definition: { isAsync, description } }: DeclaredTool): 'async' | 'not described' | undefined {
  if (isAsync) return 'async'
  return description === undefined || description === '' ? 'not described' : undefined
}

/** A server, one of its tools, or an Array of those, as `connect_mcp_config` gives it. */
function mcpToolsIn(value: Value): readonly McpTool[] {
  if (value instanceof McpServerValue) return value.tools
  if (value instanceof McpTool) return [value]
  return isArray(value)
    ? value.filter((element) => element instanceof McpServerValue).flatMap(({ tools }) => tools)
    : []
}
