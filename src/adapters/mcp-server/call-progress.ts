/**
 * Tells a client that wants to know how its call goes on: what the call begins, and now and then that it is still under way, so
 * that the client does not give up.
 */

import type { ServerContext } from '@modelcontextprotocol/server'

/** Clients that reset their clock at progress wait at least half a minute. */
const HEARTBEAT_MS = 10_000

/** Nobody reads more in a second than forty lines, and a loop of calls must not flood the connection. */
const PAUSE_MS = 25

export interface CallProgress {
  readonly tell: (message: string) => void
  readonly stop: () => void
}

const silent: CallProgress = { tell: () => undefined, stop: () => undefined }

export function startProgress({ mcpReq }: Pick<ServerContext, 'mcpReq'>): CallProgress {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return silent
  const begunMs = performance.now()
  let toldMs = -Infinity
  let progress = 0
  const tell = (message: string): void => {
    const now = performance.now()
    if (now - toldMs < PAUSE_MS) return
    toldMs = now
    progress += 1
    const params = { progressToken, progress, message }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
  const timer = setInterval(() => {
    tell(`under way for ${Math.round((performance.now() - begunMs) / 1000)} s`)
  }, HEARTBEAT_MS)
  return {
    tell,
    stop: () => {
      clearInterval(timer)
    },
  }
}
