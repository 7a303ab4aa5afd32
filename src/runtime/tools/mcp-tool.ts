/**
 * A tool of an MCP server, as a value.
 *
 * It holds what the server said of it and the way to the server, and does nothing by itself: the one way to invoke it is
 * `invoke-for-model.ts`, which asks the gate first (spec 02 §3).
 */

import { mcpToolCalled } from '../../compiler/diagnostics/catalogue/tools.ts'
import type { CallContext, Callable, MemberHolder } from '../execution/callable.ts'
import type { AuditSubject } from '../execution/gate.ts'
import type { JsonObject } from '../ports/json.ts'
import type { ToolServerConnection } from '../ports/tool-servers.ts'
import { parseJson } from '../values/json.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { quotedName } from './quoted-name.ts'
import { canonicalNameOf } from './tool-names.ts'

export interface McpToolDefinition {
  /** The name that the program gave the connection. */
  readonly serverName: string
  /** As the port gives it. */
  readonly toolName: string
  readonly description: string | undefined
  readonly inputSchema: JsonObject
  /** What the server claims of the tool; nothing is decided by it. */
  readonly annotations: JsonObject
  readonly connection: ToolServerConnection
  /** Checked at each call, against the scope that called `ask_with_tools`. */
  readonly capability: string | undefined
  /** Code points of a result's text that are kept. */
  readonly resultLengthMax: number
}

export class McpTool implements Callable, MemberHolder {
  readonly typeName = 'Tool'
  readonly memberNames: readonly string[] = ['name', 'description', 'schema', 'annotations', 'doc']
  readonly definition: McpToolDefinition
  /** `server.tool` */
  readonly name: string
  readonly subject: AuditSubject

  constructor(definition: McpToolDefinition) {
    this.definition = definition
    this.name = canonicalNameOf({ server: definition.serverName, tool: definition.toolName })
    this.subject = { kind: 'tool', name: this.name }
  }

  textForm(): string {
    return `<mcp tool ${this.name}>`
  }

  readMember(member: string): Value | undefined {
    if (member === 'name') return this.name
    if (member === 'description') return this.definition.description ?? null
    if (member === 'schema') return valueOfJson(this.definition.inputSchema)
    if (member === 'annotations') return valueOfJson(this.definition.annotations)
    if (member === 'doc') return null
    return undefined
  }

  /** Always refused: a program has no way to check its arguments against the server's schema. */
  call(context: CallContext): Value {
    throw new SenseError(mcpToolCalled(quotedName(this.name)), context.site)
  }
}

/** Its depth is bounded where the list of tools is read. */
function valueOfJson(json: JsonObject): Value {
  return parseJson(JSON.stringify(json))
}
