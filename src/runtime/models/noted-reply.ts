/** Telling whoever watches a run of the questions to models. */

import type { ActivityEnd } from '../ports/activity.ts'
import type { ModelReply } from '../ports/model-providers.ts'

type End = (end: ActivityEnd) => void

/** The reply of `generate`, whose end is told. */
export function notedReply(
  end: End,
  generate: () => ModelReply | Promise<ModelReply>,
): ModelReply | Promise<ModelReply> {
  try {
    const reply = generate()
    if (reply instanceof Promise) return notedLater(end, reply)
    end(replyEnd(reply))
    return reply
  } catch (error) {
    end(failureEnd(error))
    throw error
  }
}

async function notedLater(end: End, later: Promise<ModelReply>): Promise<ModelReply> {
  try {
    const reply = await later
    end(replyEnd(reply))
    return reply
  } catch (error) {
    end(failureEnd(error))
    throw error
  }
}

function replyEnd(reply: ModelReply): ActivityEnd {
  const { traffic, usage } = reply
  return {
    outcome: 'ok',
    reply,
    ...(traffic === undefined ? {} : { bytesSent: traffic.bytesSent, bytesReceived: traffic.bytesReceived }),
    ...(usage === undefined ? {} : { tokens: usage }),
    ...(traffic === undefined || traffic.requests === 1 ? {} : { requests: traffic.requests }),
  }
}

function failureEnd(error: unknown): ActivityEnd {
  return { outcome: 'failed', ...(error instanceof Error ? { reason: error.message } : {}) }
}
