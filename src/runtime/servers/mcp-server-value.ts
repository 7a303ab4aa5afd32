/** A connected MCP server, as a value (spec 02 §3). */

import { BuiltinValue } from '../execution/builtin.ts'
import type { CallContext, MemberHolder } from '../execution/callable.ts'
import { readAfterOthers } from '../execution/polling.ts'
import { Frame, waitFor } from '../execution/suspension.ts'
import type { Steps, Suspension } from '../execution/suspension.ts'
import type { ToolServerConnection } from '../ports/tool-servers.ts'
import type { McpTool } from '../tools/mcp-tool.ts'
import type { SiteId } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { requestMemberNames, requestMethod } from './server-members.ts'
import type { NamedConnection } from './server-members.ts'

/** The tools of one server, which may change. */
export interface ServerTools {
  readonly current: readonly McpTool[]
  /** Takes over what the server has changed; undefined where it has said nothing of a change. */
  renew(site: SiteId): Promise<void> | undefined
}

export class McpServerValue implements MemberHolder {
  readonly typeName = 'McpServer'
  readonly memberNames: readonly string[] = [
    ...['name', 'version', 'instructions', 'protocol', 'status', 'tools'],
    ...requestMemberNames,
    'close',
  ]
  readonly name: string
  readonly #server: NamedConnection
  readonly #tools: ServerTools

  constructor(server: NamedConnection, tools: ServerTools) {
    this.name = server.name
    this.#tools = tools
    this.#server = server
  }

  /** Those that the program has read, or would read if the server had said nothing of a change. */
  get tools(): readonly McpTool[] {
    return this.#tools.current
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
        return this.#readTools(site)
      case 'close':
        return this.closeMethod()
    }
    const request = requestMemberNames.find((name) => name === member)
    return request === undefined ? undefined : requestMethod(this.#server, request)
  }

  /** Those that the program has are a list of their own: nothing changes under a model that is being asked. */
  #readTools(site: SiteId): Value | Suspension {
    const renewal = this.#tools.renew(site)
    return renewal === undefined ? [...this.tools] : new Frame(toolSteps(renewal, this.#tools), '', site)
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

function* toolSteps(renewal: Promise<void>, tools: ServerTools): Steps {
  yield* waitFor(renewal)
  return [...tools.current]
}

function* closeSteps(connection: ToolServerConnection): Steps {
  yield* waitFor(connection.close())
  return null
}
