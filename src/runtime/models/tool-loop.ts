/**
 * The loop between a model and its tools (spec 02 §2).
 *
 * Each round is one request with the whole conversation. The model either answers, or asks for calls, whose outcomes join
 * the conversation. A vendor's own parts of a reply stay with it, unread. What goes wrong with a call is told to the
 * model; what goes wrong with the model is the program's error.
 */

import { tooManyRounds } from '../../compiler/diagnostics/catalogue/models.ts'
import type { CallContext } from '../execution/callable.ts'
import type { Steps } from '../execution/suspension.ts'
import type { Message, ModelReply, ToolResultMessage } from '../ports/model-providers.ts'
import { checkCapability } from '../safety/policy.ts'
import { invokeForModel } from '../tools/invoke-for-model.ts'
import type { ToolOutcome } from '../tools/tool-outcome.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import { SenseError } from '../values/sense-error.ts'
import { answerOf, recordFor, replyTo, requestReply } from './ask-model.ts'
import type { Model } from './model.ts'

export interface ToolQuestion {
  readonly model: Model
  /** The prompt with what goes before it. */
  readonly text: string
  readonly registry: ToolRegistry
  readonly roundsMax: number
}

/** Asks until the model answers with text, at most `roundsMax` times. */
export function* answerWithTools(context: CallContext, question: ToolQuestion): Steps {
  const { model, text, registry, roundsMax } = question
  const messages: Message[] = [{ role: 'user', text }]
  const usage = new UsageSum()
  recordFor(context, model, 'started')
  for (let round = 1; round <= roundsMax; round += 1) {
    // The policy may have changed while tools ran, and each request is an effect of its own.
    checkCapability(context, model.subject, model.backend.capability)
    const request = { messages: [...messages], tools: registry.descriptions }
    const reply = yield* replyTo(context, model, requestReply(context, model, request))
    usage.add(reply.usage)
    const { calls } = reply
    if (calls.length === 0) {
      recordFor(context, model, 'called')
      return answerOf(context, model, { text: reply.text, confidence: null, usage: usage.total })
    }
    // Calls whose results nobody would read are not made.
    if (round === roundsMax) break
    const outcomes = yield* invokeForModel(context, { registry, calls, imageRules: model.backend.provider.images })
    const wireNames = calls.map(({ toolName }) => registry.wireNameOf(toolName))
    messages.push(
      { role: 'model', reply, wireNames },
      { role: 'tools', results: resultsOf(reply, outcomes, wireNames) },
    )
  }
  throw new SenseError(tooManyRounds(model.name, roundsMax), context.site)
}

function resultsOf(
  { calls }: ModelReply,
  outcomes: readonly ToolOutcome[],
  wireNames: readonly string[],
): readonly ToolResultMessage[] {
  return calls.map((call, index) => {
    const { text, isError, images } = outcomes[index] ?? { text: '', isError: true, images: [] }
    return { callId: call.id, wireName: wireNames[index] ?? '', text, isError, images }
  })
}

/** The tokens of all rounds together; unknown as soon as one round does not say. */
class UsageSum {
  total: ModelReply['usage'] = { inputTokens: 0, outputTokens: 0 }

  add(usage: ModelReply['usage']): void {
    if (usage === undefined || this.total === undefined) {
      this.total = undefined
      return
    }
    this.total = {
      inputTokens: this.total.inputTokens + usage.inputTokens,
      outputTokens: this.total.outputTokens + usage.outputTokens,
    }
  }
}
