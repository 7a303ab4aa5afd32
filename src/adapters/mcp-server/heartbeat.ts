/** Tells a client that wants to know that its call is still under way, so that it does not give up. */

import type { ServerContext } from '@modelcontextprotocol/server'

/** Clients that reset their clock at progress wait at least half a minute. */
const HEARTBEAT_MS = 10_000

/** What it gives ends it. */
export function startHeartbeat({ mcpReq }: Pick<ServerContext, 'mcpReq'>): () => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => undefined
  let seconds = 0
  const timer = setInterval(() => {
    seconds += HEARTBEAT_MS / 1000
    const params = { progressToken, progress: seconds, message: `under way for ${seconds} s` }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }, HEARTBEAT_MS)
  return () => {
    clearInterval(timer)
  }
}
