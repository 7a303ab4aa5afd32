/**
 * Asking a model one question.
 *
 * A model with a capability is an effect: the policy is asked, against the scope of the caller, before anything leaves
 * the process, and the question is on record from there to its answer. A mock is neither gated nor audited (spec 02 §1).
 */

import { toolsNotOffered } from '../../compiler/diagnostics/catalogue/models.ts'
import { wrongBuiltinArgument } from '../../compiler/diagnostics/catalogue/tools.ts'
import type { CallContext } from '../execution/callable.ts'
import type { AuditEvent } from '../execution/gate.ts'
import type { Steps, Suspension } from '../execution/suspension.ts'
import { Frame, waitFor } from '../execution/suspension.ts'
import type { ModelReply, ModelRequest } from '../ports/model-providers.ts'
import { ModelFailure } from '../ports/model-providers.ts'
import { checkCapability } from '../safety/policy.ts'
import { quotedName } from '../tools/quoted-name.ts'
import type { Float } from '../values/float.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { Answer } from './answer.ts'
import type { Model } from './model.ts'
import { modelError } from './model-failures.ts'
import { notedReply } from './noted-reply.ts'
import { warnOfNotes } from './reply-notes.ts'

/** The answer of `model` to `prompt`, which must be a String. `functionName` is what the program called. */
export function askModel(context: CallContext, model: Model, functionName: string, prompt: Value): Value | Suspension {
  const text = checkedPrompt(functionName, prompt, context.site)
  checkCapability(context, model.subject, model.backend.capability)
  recordFor(context, model, 'started')
  const reply = requestReply(context, model, { messages: [{ role: 'user', text }], tools: [] })
  if (reply instanceof Promise) return new Frame(answerLater(context, model, reply), '', context.site)
  return answerFrom(context, model, reply)
}

export function checkedPrompt(functionName: string, prompt: Value, site: SiteId): string {
  if (typeof prompt === 'string') return prompt
  throw new SenseError(wrongBuiltinArgument(functionName, 'its prompt', 'a String', describeValue(prompt)), site)
}

/** One exchange with the provider: a reply at once or later. A failure becomes an error that names the model. */
export function requestReply(
  context: CallContext,
  model: Model,
  request: ModelRequest,
): ModelReply | Promise<ModelReply> {
  const { activity, signal } = context.run
  const generate = (): ModelReply | Promise<ModelReply> => model.backend.provider.generate(request, signal)
  try {
    return activity === undefined
      ? generate()
      : notedReply(activity.begin({ kind: 'model', name: model.name, messages: [...request.messages] }), generate)
  } catch (error) {
    // The reason of a cancelled run goes before everything else, and must reach the driver, not the program.
    context.run.signal.throwIfAborted()
    throw error instanceof ModelFailure ? modelError(model.name, error, context.site) : error
  }
}

/** The reply of one exchange, waited for where it comes later. */
export function* replyTo(
  context: CallContext,
  model: Model,
  reply: ModelReply | Promise<ModelReply>,
): Generator<Suspension, ModelReply, unknown> {
  if (!(reply instanceof Promise)) return reply
  try {
    const arrived = yield* waitFor(reply)
    warnOfNotes(context, model, arrived)
    return arrived
  } catch (error) {
    // The reason of a cancelled run goes before everything else, and must reach the driver, not the program.
    context.run.signal.throwIfAborted()
    throw error instanceof ModelFailure ? modelError(model.name, error, context.site) : error
  }
}

/** The answer of `model` as the program gets it. */
export function answerOf(
  { run }: CallContext,
  model: Model,
  { text, confidence, usage }: Pick<ModelReply, 'text' | 'usage'> & { readonly confidence: Float | null },
): Answer {
  return new Answer({ value: run.secrets.replacedIn(text), confidence, source: model.name, usage })
}

/** Adds an entry for a model that is audited at all: one with a capability. */
export function recordFor({ run, scope, site }: CallContext, model: Model, event: AuditEvent): void {
  const { capability } = model.backend
  if (capability !== undefined) run.gate.record({ subject: model.subject, event, scope, site, capability })
}

function* answerLater(context: CallContext, model: Model, reply: Promise<ModelReply>): Steps {
  return answerFrom(context, model, yield* replyTo(context, model, reply))
}

function answerFrom(context: CallContext, model: Model, reply: ModelReply): Answer {
  const [call] = reply.calls
  if (call !== undefined) throw new SenseError(toolsNotOffered(model.name, quotedName(call.toolName)), context.site)
  recordFor(context, model, 'called')
  const { confidence } = model.backend
  return answerOf(context, model, { text: reply.text, confidence, usage: reply.usage })
}
