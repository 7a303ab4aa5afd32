/**
 * A conversation in the form of the provider packages.
 *
 * What a vendor handed out to get back (thinking, items with ids) is a list of content parts, which the loop carried
 * unread; here it becomes parts of the prompt again, unchanged. Text without a visible character is left out or replaced,
 * because some vendors refuse the whole request over it.
 */

import type {
  LanguageModelV4Content,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import type { Message, ModelReply, ToolResultMessage } from '../../runtime/ports/model-providers.ts'
import { jsonObjectIn } from './json-shape.ts'
import type { WireRules } from './wire-rules.ts'

type AssistantMessage = Extract<LanguageModelV4Message, { role: 'assistant' }>
type AssistantPart = AssistantMessage['content'][number]

/** What is sent for a result without a visible character. */
export const noText = '(no text)'

export function vendorPromptOf(messages: readonly Message[], rules: WireRules): LanguageModelV4Prompt {
  return messages.map((message): LanguageModelV4Message => {
    switch (message.role) {
      case 'user':
        return { role: 'user', content: [{ type: 'text', text: message.text }] }
      case 'model':
        return { role: 'assistant', content: assistantParts(message.reply, message.wireNames, rules) }
      case 'tools':
        return { role: 'tool', content: message.results.map((result) => resultPart(result, rules)) }
    }
  })
}

function assistantParts(reply: ModelReply, wireNames: readonly string[], rules: WireRules): AssistantPart[] {
  let callCount = 0
  return contentOf(reply).flatMap((part) => {
    if (part.type !== 'tool-call' || part.providerExecuted === true) return returnedPart(part)
    const name = wireNames[callCount] ?? part.toolName
    callCount += 1
    const input = callInput(part.input, rules)
    return [{ type: 'tool-call', toolCallId: part.toolCallId, toolName: name, input, ...optionsOf(part) }]
  })
}

/** The parts that this adapter put into the reply. */
function contentOf({ opaque }: ModelReply): readonly LanguageModelV4Content[] {
  return opaque as readonly LanguageModelV4Content[]
}

function returnedPart(part: LanguageModelV4Content): AssistantPart[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text, ...optionsOf(part) }]
    case 'reasoning':
      return [{ type: 'reasoning', text: part.text, ...optionsOf(part) }]
    case 'custom':
      return [{ type: 'custom', kind: part.kind, ...optionsOf(part) }]
    case 'file':
      return [{ type: 'file', data: part.data, mediaType: part.mediaType, ...optionsOf(part) }]
    case 'reasoning-file':
      return [{ type: 'reasoning-file', data: part.data, mediaType: part.mediaType, ...optionsOf(part) }]
    case 'tool-call': {
      const { toolCallId, toolName } = part
      const input: unknown = JSON.parse(part.input)
      return [{ type: 'tool-call', toolCallId, toolName, input, providerExecuted: true, ...optionsOf(part) }]
    }
    case 'tool-result': {
      const { toolCallId, toolName } = part
      const output = { type: 'json', value: part.result } as const
      return [{ type: 'tool-result', toolCallId, toolName, output, ...optionsOf(part) }]
    }
    // Sources and requests for an approval are for people; no vendor wants them back.
    case 'source':
    case 'tool-approval-request':
      return []
  }
}

type Options = Pick<LanguageModelV4ToolResultPart, 'providerOptions'>

/** What a part says to its vendor comes back to it under another name. */
function optionsOf({ providerMetadata }: { readonly providerMetadata?: Options['providerOptions'] }): Options {
  return providerMetadata === undefined ? {} : { providerOptions: providerMetadata }
}

/**
 * The arguments as the model wrote them. Where they are no JSON object, many vendors would refuse the conversation, so
 * an empty one stands in; what was wrong with them stands in the result.
 */
function callInput(argumentsText: string, { hasTextualArguments }: WireRules): unknown {
  const args = jsonObjectIn(argumentsText)
  if (args === undefined) return {}
  return hasTextualArguments ? argumentsText : args
}

function resultPart(result: ToolResultMessage, rules: WireRules): LanguageModelV4ToolResultPart {
  const { callId, wireName } = result
  return { type: 'tool-result', toolCallId: callId, toolName: wireName, output: outputOf(result, rules) }
}

function outputOf({ text, isError, images }: ToolResultMessage, rules: WireRules): LanguageModelV4ToolResultOutput {
  const shown = text.trim() === '' ? noText : text
  // An error with anything but text is refused.
  if (isError && rules.marksErrors) return { type: 'error-text', value: shown }
  if (images.length === 0) return { type: 'text', value: shown }
  const files = images.map(
    ({ mediaType, base64 }) => ({ type: 'file', mediaType, data: { type: 'data', data: base64 } }) as const,
  )
  return { type: 'content', value: [...(text.trim() === '' ? [] : [{ type: 'text', text } as const]), ...files] }
}
