/** The rules that OpenAI publishes for its two formats, or tells in its errors; and what other servers of them refuse. */

import type { JsonObject } from '../../src/runtime/ports/json.ts'
import { hasKeyword, isObject, schemaComplaints } from './schema-rules.ts'

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/

function complain(isWrong: boolean, complaint: string): readonly string[] {
  return isWrong ? [complaint] : []
}

function functionComplaints(tool: unknown, where: string, descriptionLengthMax: number): readonly string[] {
  if (!isObject(tool)) return [`${where} is missing`]
  const { name, description, parameters } = tool
  const length = typeof description === 'string' ? description.length : 0
  return [
    ...complain(typeof name !== 'string' || !namePattern.test(name), `${where}.name ${JSON.stringify(name)}`),
    ...complain(length > descriptionLengthMax, `${where}.description: string too long`),
    ...schemaComplaints(parameters, `${where}.parameters`),
  ]
}

/** The Responses API. */
export function responsesComplaints(body: JsonObject): readonly string[] {
  const { model, input, tools = [], store, max_output_tokens: maxTokens, stream } = body
  const functions = Array.isArray(tools) ? (tools as readonly unknown[]).filter(isObject) : []
  return [
    ...complain(typeof model !== 'string' || model === '', 'you must provide a model parameter'),
    ...complain(stream === true, 'this server does not stream'),
    ...complain(store !== false, 'this account keeps nothing: store must be false'),
    ...complain(typeof maxTokens === 'number' && maxTokens < 16, 'max_output_tokens: minimum 16'),
    ...functions.flatMap((tool) => functionComplaints(tool, `tools.${JSON.stringify(tool['name'])}`, Infinity)),
    ...functions.flatMap((tool) => complain(tool['strict'] !== false, 'a schema that is not strict must say so')),
    ...(Array.isArray(input) ? itemComplaints(input) : ['input is required']),
  ]
}

function itemComplaints(items: readonly unknown[]): readonly string[] {
  const complaints: string[] = []
  const open = new Set<unknown>()
  for (const item of items) {
    if (!isObject(item)) return ['input: an item is no object']
    const kind = item['type'] ?? 'message'
    if (kind !== 'function_call' && kind !== 'function_call_output' && open.size > 0) {
      complaints.push(`No tool output found for function call ${[...open].join(', ')}`)
    }
    complaints.push(...oneItemComplaints(kind, item, open))
  }
  if (open.size > 0) complaints.push(`No tool output found for function call ${[...open].join(', ')}`)
  return complaints
}

function oneItemComplaints(kind: unknown, item: JsonObject, open: Set<unknown>): readonly string[] {
  const { call_id: callId, name, arguments: args, output, content, encrypted_content: encrypted } = item
  switch (kind) {
    case 'message':
      return complain(isBlank(content), 'input: content is empty')
    case 'reasoning':
      return complain(typeof encrypted !== 'string', 'input: reasoning that is not stored must bring its content')
    case 'function_call':
      open.add(callId)
      return [
        ...complain(typeof args !== 'string', 'input: arguments must be a string'),
        ...complain(typeof name !== 'string' || !namePattern.test(name), `input: name ${JSON.stringify(name)}`),
      ]
    case 'function_call_output':
      return [
        ...complain(
          !open.delete(callId),
          `No tool call found for function call output with call_id ${JSON.stringify(callId)}`,
        ),
        ...complain(isBlank(output), 'input: output is empty'),
      ]
    default:
      return [`input: unknown item ${String(kind)}`]
  }
}

function isBlank(content: unknown): boolean {
  if (typeof content === 'string') return content === ''
  if (!Array.isArray(content) || content.length === 0) return true
  return content.some((part: unknown) => isObject(part) && typeof part['text'] === 'string' && part['text'] === '')
}

export interface ChatRules {
  readonly descriptionLengthMax: number
  /** Ollama reads the arguments of earlier calls; llama.cpp makes a grammar of each pattern. */
  readonly isLocal: boolean
}

/** Chat completions. */
export function chatComplaints(body: JsonObject, { descriptionLengthMax, isLocal }: ChatRules): readonly string[] {
  const { model, messages, tools = [], stream } = body
  const functions = Array.isArray(tools) ? (tools as readonly unknown[]).filter(isObject) : []
  return [
    ...complain(typeof model !== 'string' || model === '', 'you must provide a model parameter'),
    ...complain(stream === true, 'this server does not stream'),
    ...functions.flatMap((tool) => functionComplaints(tool['function'], 'tools.function', descriptionLengthMax)),
    ...functions.flatMap((tool) =>
      complain(
        isLocal && hasKeyword(isObject(tool['function']) ? tool['function']['parameters'] : {}, 'pattern'),
        'pattern',
      ),
    ),
    ...(Array.isArray(messages) && messages.length > 0
      ? messageComplaints(messages, isLocal)
      : ['messages is required']),
  ]
}

function messageComplaints(messages: readonly unknown[], isLocal: boolean): readonly string[] {
  const complaints: string[] = []
  let open: unknown[] = []
  for (const message of messages) {
    if (!isObject(message)) return ['messages: no object']
    const { role, content, tool_calls: calls, tool_call_id: callId } = message
    if (role === 'tool') {
      if (!open.includes(callId)) complaints.push('messages with role tool must follow their tool_calls')
      open = open.filter((id) => id !== callId)
      complaints.push(...complain(typeof content !== 'string', 'content of a tool message must be a string'))
      continue
    }
    if (open.length > 0) complaints.push(`tool_call_ids did not have response messages: ${open.join(', ')}`)
    const list = Array.isArray(calls) ? (calls as readonly unknown[]).filter(isObject) : []
    complaints.push(...complain(list.length === 0 && isBlank(content), 'messages: content is empty'))
    complaints.push(...list.flatMap((call) => callComplaints(call, isLocal)))
    open = list.map((call) => call['id'])
  }
  if (open.length > 0) complaints.push(`tool_call_ids did not have response messages: ${open.join(', ')}`)
  return complaints
}

function callComplaints(call: JsonObject, isLocal: boolean): readonly string[] {
  const called = call['function']
  if (!isObject(called)) return ['tool_calls: function is missing']
  const { name, arguments: args } = called
  return [
    ...complain(typeof name !== 'string' || !namePattern.test(name), `tool_calls: name ${JSON.stringify(name)}`),
    ...complain(typeof args !== 'string', 'tool_calls: arguments must be a string'),
    ...complain(isLocal && !isObjectText(args), 'tool_calls: arguments must be a JSON object'),
  ]
}

function isObjectText(text: unknown): boolean {
  try {
    return isObject(JSON.parse(String(text)))
  } catch {
    return false
  }
}
