/** A connected MCP server, as a value (spec 02 §3). */

import { BuiltinValue } from '../execution/builtin.ts'
import type { CallContext, MemberHolder } from '../execution/callable.ts'
import { Frame, waitFor } from '../execution/suspension.ts'
import type { Steps, Suspension } from '../execution/suspension.ts'
import type { ToolServerConnection } from '../ports/tool-servers.ts'
import type { McpTool } from '../tools/mcp-tool.ts'
import type { Value } from '../values/value.ts'

export class McpServerValue implements MemberHolder {
  readonly typeName = 'McpServer'
  readonly memberNames: readonly string[] = ['name', 'tools', 'close']
  readonly name: string
  readonly tools: readonly McpTool[]
  readonly #connection: ToolServerConnection

  constructor(name: string, connection: ToolServerConnection, tools: readonly McpTool[]) {
    this.name = name
    this.tools = tools
    this.#connection = connection
  }

  textForm(): string {
    return `<mcp server ${this.name} (${this.tools.length} tools)>`
  }

  readMember(member: string): Value | undefined {
    if (member === 'name') return this.name
    if (member === 'tools') return [...this.tools]
    if (member === 'close') return this.#closeMethod()
    return undefined
  }

  #closeMethod(): BuiltinValue {
    return new BuiltinValue({
      name: `${this.name}.close`,
      argumentsMin: 0,
      argumentsMax: 0,
      implementation: (context) => this.#close(context),
    })
  }

  /** Waits until no process is left. The adapter makes repeating harmless. */
  #close({ site }: CallContext): Suspension {
    return new Frame(closeSteps(this.#connection), '', site)
  }
}

function* closeSteps(connection: ToolServerConnection): Steps {
  yield* waitFor(connection.close())
  return null
}
