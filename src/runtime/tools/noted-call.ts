/** Telling whoever watches a run of calls of declared tools. */

import { Frame, Suspension, complete } from '../execution/suspension.ts'
import type { Steps } from '../execution/suspension.ts'
import type { ActivityEnd, ActivityPort } from '../ports/activity.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'

/** Makes a call, and tells how it ended. */
export function notedCall(
  activity: ActivityPort,
  name: string,
  site: SiteId,
  call: () => Value | Suspension,
): Value | Suspension {
  const end = activity.begin({ kind: 'tool', name })
  try {
    const result = call()
    if (result instanceof Suspension) return new Frame(notedSteps(result, end), '', site)
    end({ outcome: 'ok' })
    return result
  } catch (error) {
    end(failureEnd(error))
    throw error
  }
}

function* notedSteps(call: Suspension, end: (end: ActivityEnd) => void): Steps {
  try {
    const result = yield* complete(call)
    end({ outcome: 'ok' })
    return result
  } catch (error) {
    end(failureEnd(error))
    throw error
  }
}

function failureEnd(error: unknown): ActivityEnd {
  if (!(error instanceof SenseError)) return { outcome: 'failed' }
  const { problem } = error
  return { outcome: problem.class === 'SensePolicyError' ? 'denied' : 'failed', reason: problem.headline }
}
