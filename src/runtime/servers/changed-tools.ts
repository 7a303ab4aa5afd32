/** What a server has changed of its tools since the program saw them. */

import type { ChangedTools } from '../ports/activity.ts'
import type { McpTool } from '../tools/mcp-tool.ts'

/** The tools `now`, of which those that are the same are the values that the program has; undefined where all are. */
export function renewedTools(
  before: readonly McpTool[],
  now: readonly McpTool[],
): { readonly tools: readonly McpTool[]; readonly changes: ChangedTools } | undefined {
  const known = new Map(before.map((tool) => [nameOf(tool), tool]))
  const names = new Set(now.map(nameOf))
  const [added, changed]: [string[], string[]] = [[], []]
  const tools = now.map((tool) => {
    const name = nameOf(tool)
    const old = known.get(name)
    if (old !== undefined && contentOf(old) === contentOf(tool)) return old
    if (old === undefined) added.push(name)
    else changed.push(name)
    return tool
  })
  const removed = before.map(nameOf).filter((name) => !names.has(name))
  if (added.length + changed.length + removed.length === 0) return undefined
  return { tools, changes: { added, removed, changed } }
}

function nameOf({ definition }: McpTool): string {
  return definition.toolName
}

function contentOf({ definition }: McpTool): string {
  const { description, inputSchema, annotations } = definition
  return JSON.stringify([description ?? null, inputSchema, annotations])
}
