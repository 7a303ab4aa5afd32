/** The result of a provider package as the port's reply. */

import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Text,
  SharedV4Warning,
} from '@ai-sdk/provider'
import type { ModelNote, ModelReply, ModelToolCall, ModelTraffic } from '../../runtime/ports/model-providers.ts'
import { ModelFailure } from '../../runtime/ports/model-providers.ts'
import type { VendorTools } from './vendor-tools.ts'

export interface Exchange {
  readonly tools: VendorTools
  readonly traffic: ModelTraffic
  readonly maxTokens: number | undefined
}

/** Throws a `ModelFailure` for a result without text and calls that says why there is none. */
export function replyOf(result: LanguageModelV4GenerateResult, { tools, traffic, maxTokens }: Exchange): ModelReply {
  const { finishReason } = result
  const content = withUsableIds(result.content)
  const text = textOf(content)
  const calls = callsOf(content, tools)
  const limit = maxTokens === undefined ? 'its limit' : `its limit of ${maxTokens} tokens`
  const notes = [...tools.notes, ...result.warnings.map(warningNote)]
  if (text.trim() === '' && calls.length === 0) refuseEmpty(finishReason.unified, limit)
  else if (finishReason.unified === 'length') notes.push({ kind: 'cut-short', text: `it reached ${limit}` })
  else if (finishReason.unified === 'content-filter') notes.push({ kind: 'cut-short', text: declined })
  return { text, calls, usage: usageOf(result), opaque: content, notes, traffic }
}

/**
 * The calls with ids that can go back: servers of all kinds give empty ones, the same for two calls, or with signs in them that
 * a provider refuses. Good ones stay as they are.
 */
function withUsableIds(content: readonly LanguageModelV4Content[]): readonly LanguageModelV4Content[] {
  const taken = new Set<string>()
  return content.map((part) => {
    if (part.type !== 'tool-call' || part.providerExecuted === true) return part
    const isUsable = /^[\w-]{1,64}$/.test(part.toolCallId) && !taken.has(part.toolCallId)
    const toolCallId = isUsable ? part.toolCallId : `call_${crypto.randomUUID()}`
    taken.add(toolCallId)
    return isUsable ? part : { ...part, toolCallId }
  })
}

const declined = 'the model, or a filter of its provider, declined to go on'

function refuseEmpty(finish: LanguageModelV4GenerateResult['finishReason']['unified'], limit: string): void {
  if (finish === 'length') {
    const hint = 'allow more: `inference(..., max_tokens: 16000)`; what a model thinks counts too'
    throw new ModelFailure('request', `used up ${limit} before it said anything`, hint)
  }
  if (finish === 'content-filter') {
    throw new ModelFailure('request', 'declined to answer', 'ask in another way, or choose another model')
  }
  if (finish === 'error') throw new ModelFailure('request', 'ended its answer with an error', 'try again')
}

/** Text in several items of a vendor is several texts; several blocks without are one. */
function textOf(content: readonly LanguageModelV4Content[]): string {
  let text = ''
  let lastItem: unknown
  for (const part of content) {
    if (part.type !== 'text') continue
    const item = itemOf(part)
    text += text !== '' && item !== lastItem ? `\n\n${part.text}` : part.text
    lastItem = item
  }
  return text
}

function itemOf({ providerMetadata }: LanguageModelV4Text): unknown {
  return providerMetadata?.['openai']?.['itemId']
}

function callsOf(content: readonly LanguageModelV4Content[], tools: VendorTools): readonly ModelToolCall[] {
  return content.flatMap((part) => {
    if (part.type !== 'tool-call' || part.providerExecuted === true) return []
    const { toolCallId: id, toolName, input } = part
    return [{ id, toolName, argumentsText: tools.ownArguments(toolName, input) }]
  })
}

function usageOf({ usage }: LanguageModelV4GenerateResult): ModelReply['usage'] {
  const [inputTokens, outputTokens] = [usage.inputTokens.total, usage.outputTokens.total]
  return inputTokens === undefined || outputTokens === undefined ? undefined : { inputTokens, outputTokens }
}

function warningNote(warning: SharedV4Warning): ModelNote {
  return { kind: 'provider-warning', text: warningText(warning) }
}

function warningText(warning: SharedV4Warning): string {
  switch (warning.type) {
    case 'unsupported':
      return warning.details ?? `${warning.feature} is not supported`
    case 'compatibility':
      return warning.details ?? `${warning.feature} is only partly supported`
    case 'deprecated':
      return `${warning.setting} is deprecated: ${warning.message}`
    case 'other':
      return warning.message
  }
}
