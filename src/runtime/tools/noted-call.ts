/** Telling whoever watches a run of calls of declared tools. */

import { Frame, Suspension, complete } from '../execution/suspension.ts'
import type { Steps } from '../execution/suspension.ts'
import type { ActivityEnd, ActivityPort } from '../ports/activity.ts'
import type { Signature } from '../execution/signature.ts'
import { jsonText } from '../values/json.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { textForm } from '../values/text-form.ts'
import type { Value } from '../values/value.ts'

/** A call as it is written. */
interface WrittenCall {
  readonly signature: Signature
  readonly args: readonly Value[]
  readonly site: SiteId
}

/** Makes a call, and tells how it ended. */
export function notedCall(
  activity: ActivityPort,
  written: WrittenCall,
  call: () => Value | Suspension,
): Value | Suspension {
  const argumentsText = (): string => argumentsTextOf(written)
  const end = activity.begin({ kind: 'tool', name: written.signature.name, argumentsText })
  try {
    const result = call()
    if (result instanceof Suspension) return new Frame(notedSteps(result, end), '', written.site)
    end(resultEnd(result))
    return result
  } catch (error) {
    end(failureEnd(error))
    throw error
  }
}

function* notedSteps(call: Suspension, end: (end: ActivityEnd) => void): Steps {
  try {
    const result = yield* complete(call)
    end(resultEnd(result))
    return result
  } catch (error) {
    end(failureEnd(error))
    throw error
  }
}

/** A call may have more arguments than parameters, and is refused then. */
function argumentsTextOf({ signature, args, site }: WrittenCall): string {
  const named = args.map((value, index) => [signature.parameters[index]?.name ?? String(index + 1), value] as const)
  return `{${named.map(([name, value]) => `${JSON.stringify(name)}: ${jsonOrText(value, site)}`).join(', ')}}`
}

/** JSON, or a JSON String with the text form of what has no other JSON. */
function jsonOrText(value: Value, site: SiteId): string {
  try {
    return jsonText(value, site)
  } catch (error) {
    if (error instanceof SenseError) return JSON.stringify(shownText(value))
    throw error
  }
}

function resultEnd(result: Value): ActivityEnd {
  return { outcome: 'ok', resultText: () => shownText(result) }
}

/** A value may be too large to have a text form. */
function shownText(value: Value): string {
  try {
    return textForm(value)
  } catch (error) {
    if (error instanceof SenseError) return `(${error.problem.headline})`
    throw error
  }
}

function failureEnd(error: unknown): ActivityEnd {
  if (!(error instanceof SenseError)) return { outcome: 'failed' }
  const { problem } = error
  return { outcome: problem.class === 'SensePolicyError' ? 'denied' : 'failed', reason: problem.headline }
}
