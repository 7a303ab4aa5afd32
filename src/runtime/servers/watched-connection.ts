/**
 * A connection that tells, once for each kind, of failures that leave evidence.
 *
 * The failed call is fed back to the model and audited in one line. The user should see more, the last words of the
 * server above all, and see it once, however many calls fail.
 */

import type { ToolServerConnection } from '../ports/tool-servers.ts'
import { ToolServerFailure } from '../ports/tool-servers.ts'
import type { ToolServerFailureKind } from '../ports/tool-servers.ts'
import { passingConnection } from './passing-connection.ts'

export function watchedConnection(
  connection: ToolServerConnection,
  onFailure: (failure: ToolServerFailure, toolName: string) => void,
): ToolServerConnection {
  const told = new Set<ToolServerFailureKind>()
  const tell = (error: unknown, toolName: string): void => {
    if (!(error instanceof ToolServerFailure) || told.has(error.kind) || !leavesEvidence(error)) return
    told.add(error.kind)
    onFailure(error, toolName)
  }
  // What the program asks for itself ends in an error of the program, which shows the evidence.
  return passingConnection(connection, {
    async callTool(toolName, args, signal) {
      try {
        return await connection.callTool(toolName, args, signal)
      } catch (error) {
        tell(error, toolName)
        throw error
      }
    },
  })
}

/** A server that ended is always worth a warning; of the others there must be more to say than the model is told. */
function leavesEvidence({ kind, stderrLines }: ToolServerFailure): boolean {
  if (kind === 'died') return true
  const isTrouble = kind === 'call-timeout' || kind === 'protocol-error' || kind === 'invalid-answer'
  return isTrouble && stderrLines.length > 0
}
