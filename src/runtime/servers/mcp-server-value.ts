/** A connected MCP server, as a value (spec 02 §3). */

import { BuiltinValue } from '../execution/builtin.ts'
import type { CallContext, MemberHolder } from '../execution/callable.ts'
import { readAfterOthers } from '../execution/polling.ts'
import { Frame, waitFor } from '../execution/suspension.ts'
import type { Steps, Suspension } from '../execution/suspension.ts'
import type { ToolServerConnection } from '../ports/tool-servers.ts'
import type { McpTool } from '../tools/mcp-tool.ts'
import type { Value } from '../values/value.ts'
import { requestMemberNames, requestMethod } from './server-members.ts'
import type { NamedConnection } from './server-members.ts'

export class McpServerValue implements MemberHolder {
  readonly typeName = 'McpServer'
  readonly memberNames: readonly string[] = [
    ...['name', 'version', 'instructions', 'protocol', 'status', 'tools'],
    ...requestMemberNames,
    'close',
  ]
  readonly name: string
  readonly tools: readonly McpTool[]
  readonly #server: NamedConnection

  constructor(server: NamedConnection, tools: readonly McpTool[]) {
    this.name = server.name
    this.tools = tools
    this.#server = server
  }

  textForm(): string {
    return `<mcp server ${this.name} (${this.tools.length} tools)>`
  }

  readMember(member: string, { run, site }: CallContext): Value | Suspension | undefined {
    const { connection } = this.#server
    const { facts } = connection
    switch (member) {
      case 'name':
        return this.name
      case 'version':
        return facts.version ?? null
      case 'instructions':
        return facts.instructions ?? null
      case 'protocol':
        return facts.protocol
      case 'status':
        return readAfterOthers(run, site, () => connection.status)
      case 'tools':
        return [...this.tools]
      case 'close':
        return this.closeMethod()
    }
    const request = requestMemberNames.find((name) => name === member)
    return request === undefined ? undefined : requestMethod(this.#server, request)
  }

  /** `server.close`, read without a call. */
  closeMethod(): BuiltinValue {
    return new BuiltinValue({
      name: `${this.name}.close`,
      argumentsMin: 0,
      argumentsMax: 0,
      implementation: (context) => this.#close(context),
    })
  }

  /** Waits until no process is left. The adapter makes repeating harmless. */
  #close({ site }: CallContext): Suspension {
    return new Frame(closeSteps(this.#server.connection), '', site)
  }
}

function* closeSteps(connection: ToolServerConnection): Steps {
  yield* waitFor(connection.close())
  return null
}
