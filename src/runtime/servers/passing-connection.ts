/** A connection that does some things in a way of its own, and passes all else on. */

import type { ToolServerConnection } from '../ports/tool-servers.ts'

export function passingConnection(
  connection: ToolServerConnection,
  own: Partial<Omit<ToolServerConnection, 'facts' | 'tools' | 'status'>>,
): ToolServerConnection {
  return {
    facts: connection.facts,
    get tools() {
      return connection.tools
    },
    get status() {
      return connection.status
    },
    changedTools: (signal) => connection.changedTools(signal),
    callTool: (toolName, args, signal) => connection.callTool(toolName, args, signal),
    listResources: (signal) => connection.listResources(signal),
    readResource: (uri, signal) => connection.readResource(uri, signal),
    listPrompts: (signal) => connection.listPrompts(signal),
    getPrompt: (name, args, signal) => connection.getPrompt(name, args, signal),
    close: () => connection.close(),
    ...own,
  }
}
