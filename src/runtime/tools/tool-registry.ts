/** Which tool a name from a model means, for one question (spec 02 §2). */

import { duplicateTool } from '../../compiler/diagnostics/catalogue/tools.ts'
import { nearNames } from '../../compiler/diagnostics/near-names.ts'
import type { ToolDescription } from '../ports/model-providers.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { McpTool } from './mcp-tool.ts'
import { quotedName } from './quoted-name.ts'
import type { QualifiedName } from './tool-names.ts'
import { acceptableName, assignWireNames, plainWireName } from './tool-names.ts'
import { inputSchemaOf } from './tool-schema.ts'
import type { Tool } from './tools-for-model.ts'

export interface ToolRegistry {
  /** What the model is told, in the order in which the tools were handed over. */
  readonly descriptions: readonly ToolDescription[]
  /** By wire name, else by canonical name, else by a name that differs only in case and in `-`, `_` and `.`. */
  find(name: string): Tool | undefined
  /** The wire name of the tool that `name` means; of a name that means none, something a provider accepts. */
  wireNameOf(name: string): string
  /** Canonical names close to one that was not found. */
  namesCloseTo(name: string): readonly string[]
}

/** What a model is told of a server's tool without a description. */
const noDescription = '(no description provided)'

/** Registers the tools of one question. Two of the same canonical name are an error at `site`. */
export function registerTools(tools: readonly Tool[], site: SiteId): ToolRegistry {
  const byCanonicalName = new Map<string, Tool>()
  for (const tool of tools) {
    if (byCanonicalName.has(tool.name)) throw new SenseError(duplicateTool(quotedName(tool.name)), site)
    byCanonicalName.set(tool.name, tool)
  }
  const descriptions = describedTools(tools)
  const byWireName = new Map(descriptions.map(({ wireName, canonicalName }) => [wireName, canonicalName]))
  const wireNames = new Map(descriptions.map(({ wireName, canonicalName }) => [canonicalName, wireName]))
  const byLooseName = looseNames(descriptions)
  const find = (name: string): Tool | undefined =>
    byCanonicalName.get(byWireName.get(name) ?? name) ?? byCanonicalName.get(byLooseName.get(loose(name)) ?? '')
  return {
    descriptions,
    find,
    wireNameOf: (name) => wireNames.get(find(name)?.name ?? '') ?? acceptableName(name),
    namesCloseTo: (name) => namesCloseTo(name, [...byCanonicalName.keys()]),
  }
}

/** A name without its server is the likeliest slip, and too far from the whole name to count as near. */
function namesCloseTo(name: string, canonicalNames: readonly string[]): readonly string[] {
  const withoutServer = canonicalNames.filter((canonical) => canonical.endsWith(`.${name}`))
  return (withoutServer.length > 0 ? withoutServer : nearNames(name, canonicalNames)).map(quotedName)
}

function describedTools(tools: readonly Tool[]): readonly ToolDescription[] {
  const names = tools.map(qualifiedNameOf)
  const wireNames = assignWireNames(names)
  return tools.map((tool, index) => {
    const wireName = wireNames[index] ?? ''
    const isHashed = tool instanceof McpTool && wireName !== plainWireName(qualifiedNameOf(tool))
    return {
      wireName,
      canonicalName: tool.name,
      description: `${isHashed ? `Tool ${originOf(tool)}.\n` : ''}${descriptionOf(tool)}`,
      inputSchema: tool instanceof McpTool ? tool.definition.inputSchema : inputSchemaOf(tool.definition.signature),
    }
  })
}

/** A hash says nothing to a model, so the description begins with where the tool comes from. */
function originOf({ definition }: McpTool): string {
  return `${JSON.stringify(quotedName(definition.toolName))} of the server ${JSON.stringify(quotedName(definition.serverName))}`
}

function descriptionOf(tool: Tool): string {
  const { description } = tool.definition
  return description === undefined || description === '' ? noDescription : description
}

function qualifiedNameOf(tool: Tool): QualifiedName {
  if (!(tool instanceof McpTool)) return { server: undefined, tool: tool.name }
  return { server: tool.definition.serverName, tool: tool.definition.toolName }
}

/** From loose names to canonical ones; a loose name that two tools share means neither. */
function looseNames(descriptions: readonly ToolDescription[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const shared = new Set<string>()
  for (const { canonicalName } of descriptions) {
    const name = loose(canonicalName)
    if (found.has(name)) shared.add(name)
    found.set(name, canonicalName)
  }
  for (const name of shared) found.delete(name)
  return found
}

function loose(name: string): string {
  return name.replace(/[-_.]/g, '').toLowerCase()
}
