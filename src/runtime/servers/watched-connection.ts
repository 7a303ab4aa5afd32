/**
 * A connection that tells, once, that its server has died.
 *
 * The failed call is fed back to the model and audited in one line. The user should see more, the last words of the
 * server above all, and see it once, however many calls fail.
 */

import type { ToolServerConnection } from '../ports/tool-servers.ts'
import { ToolServerFailure } from '../ports/tool-servers.ts'

export function watchedConnection(
  connection: ToolServerConnection,
  onDied: (failure: ToolServerFailure) => void,
): ToolServerConnection {
  let isTold = false
  const tell = (error: unknown): void => {
    if (isTold || !(error instanceof ToolServerFailure) || error.kind !== 'died') return
    isTold = true
    onDied(error)
  }
  return {
    tools: connection.tools,
    close: () => connection.close(),
    async callTool(toolName, args, signal) {
      try {
        return await connection.callTool(toolName, args, signal)
      } catch (error) {
        tell(error)
        throw error
      }
    },
  }
}
