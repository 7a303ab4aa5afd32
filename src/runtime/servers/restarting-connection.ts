/**
 * A connection whose server is started again after it ended unexpectedly (label `restart:`).
 *
 * The call that met the end fails: it may have taken effect, so nothing is ever sent twice. The next one starts the server
 * and is its first. The tools stay those that the program saw, until it reads them again.
 */

import type { ToolServerConnection } from '../ports/tool-servers.ts'
import { ToolServerFailure } from '../ports/tool-servers.ts'

/** A server that keeps ending is not started for ever. */
const restartsMax = 10

export function restartingConnection(
  first: ToolServerConnection,
  connect: () => Promise<ToolServerConnection>,
): ToolServerConnection {
  let current = Promise.resolve(first)
  let newest = first
  /** Whose tools the program has seen. */
  let seen = first
  let restartCount = 0
  let isClosed = false
  /** The connection after `ended`; several calls that meet the same end share one start. */
  const replace = (ended: Promise<ToolServerConnection>): Promise<ToolServerConnection> => {
    if (current === ended && restartCount < restartsMax && !isClosed) {
      restartCount += 1
      // Where it cannot be started the end stands, and the next call tries again.
      current = connect().then(
        (connection) => (newest = connection),
        (error: unknown) => {
          current = ended
          throw error
        },
      )
    }
    return current
  }
  /** `use` runs on the connection that there is, or on the next where that had ended before. */
  const withServer = async <T>(use: (connection: ToolServerConnection) => Promise<T>): Promise<T> => {
    const used = current
    try {
      return await use(await used)
    } catch (error) {
      if (!wasNeverSent(error)) throw error
      const next = replace(used)
      if (next === used) throw error
      return await use(await next)
    }
  }
  return {
    facts: first.facts,
    get tools() {
      return seen.tools
    },
    changedTools(signal) {
      const isRestarted = newest !== seen
      seen = newest
      return newest.changedTools(signal) ?? (isRestarted ? Promise.resolve(newest.tools) : undefined)
    },
    get status() {
      return newest.status
    },
    callTool: (toolName, args, signal) => withServer((connection) => connection.callTool(toolName, args, signal)),
    listResources: (signal) => withServer((connection) => connection.listResources(signal)),
    readResource: (uri, signal) => withServer((connection) => connection.readResource(uri, signal)),
    listPrompts: (signal) => withServer((connection) => connection.listPrompts(signal)),
    getPrompt: (name, args, signal) => withServer((connection) => connection.getPrompt(name, args, signal)),
    async close() {
      isClosed = true
      await first.close()
      await current.then(
        (connection) => connection.close(),
        () => undefined,
      )
    },
  }
}

/** The server had ended before the call: of a request that was sent the failure names the method. */
function wasNeverSent(error: unknown): boolean {
  return error instanceof ToolServerFailure && error.kind === 'died' && error.subject === ''
}
