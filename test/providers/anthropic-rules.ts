/** The rules that Anthropic publishes for the Messages API, or tells in its errors. */

import type { JsonObject } from '../../src/runtime/ports/json.ts'
import { isObject, schemaComplaints } from './schema-rules.ts'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/

export function anthropicComplaints(body: JsonObject, headers: Headers): readonly string[] {
  const { model, max_tokens: maxTokens, temperature, tools, messages, stream } = body
  return [
    ...complain(headers['x-api-key'] === undefined, 'x-api-key is required'),
    ...complain(headers['anthropic-version'] === undefined, 'anthropic-version is required'),
    ...complain(typeof model !== 'string' || model === '', 'model: Field required'),
    ...complain(typeof maxTokens !== 'number' || maxTokens < 1, 'max_tokens: Field required'),
    ...complain(typeof temperature === 'number' && temperature > 1, 'temperature: range: 0..1'),
    ...complain(stream === true, 'this server does not stream'),
    ...toolComplaints(tools),
    ...(Array.isArray(messages) ? messageComplaints(messages) : ['messages: Field required']),
  ]
}

function complain(isWrong: boolean, complaint: string): readonly string[] {
  return isWrong ? [complaint] : []
}

function toolComplaints(tools: unknown): readonly string[] {
  if (tools === undefined) return []
  if (!Array.isArray(tools) || tools.length === 0) return ['tools: at least one item']
  const names = tools.map((tool: unknown) => (isObject(tool) ? tool['name'] : undefined))
  const complaints = names.flatMap((name) =>
    complain(typeof name !== 'string' || !namePattern.test(name), `tools: name ${JSON.stringify(name)}`),
  )
  if (new Set(names).size < names.length) complaints.push('tools: Tool names must be unique.')
  for (const tool of tools.filter(isObject)) {
    const schema = tool['input_schema']
    complaints.push(...schemaComplaints(schema, `tools.${JSON.stringify(tool['name'])}.input_schema`))
    const properties = isObject(schema) && isObject(schema['properties']) ? Object.keys(schema['properties']) : []
    const odd = properties.filter((key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key))
    complaints.push(...odd.map((key) => `Property keys should match pattern: ${key}`))
    complaints.push(...complain(tool['description'] === '', 'tools: description is empty'))
  }
  return complaints
}

function messageComplaints(messages: readonly unknown[]): readonly string[] {
  const complaints: string[] = []
  let pending: readonly unknown[] = []
  let expected = 'user'
  for (const message of messages) {
    if (!isObject(message)) return ['messages: no object']
    const { role, content } = message
    if (role !== expected) complaints.push(`messages: roles must alternate, got ${JSON.stringify(role)}`)
    expected = role === 'user' ? 'assistant' : 'user'
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    if (!Array.isArray(blocks) || blocks.length === 0) {
      complaints.push('messages: all messages must have non-empty content')
      continue
    }
    complaints.push(...blocks.flatMap((block: unknown) => blockComplaints(block, role)))
    complaints.push(...pairingComplaints(blocks, pending))
    pending = idsOf(blocks, 'tool_use', 'id')
  }
  if (expected !== 'assistant') complaints.push('messages: the last message must be of the user')
  return complaints
}

/** The results of a turn come first in the very next message, one for each call. */
function pairingComplaints(blocks: readonly unknown[], pending: readonly unknown[]): readonly string[] {
  const results = idsOf(blocks, 'tool_result', 'tool_use_id')
  const missing = pending.filter((id) => !results.includes(id))
  const unasked = results.filter((id) => !pending.includes(id))
  const first = blocks.slice(0, results.length)
  return [
    ...missing.map((id) => `tool_use ids were found without tool_result blocks immediately after: ${String(id)}`),
    ...unasked.map((id) => `unexpected tool_use_id found in tool_result blocks: ${String(id)}`),
    ...complain(
      idsOf(first, 'tool_result', 'tool_use_id').length !== results.length,
      'tool_result blocks must come first in the content',
    ),
    ...complain(new Set(results).size < results.length, 'each tool_use must have a single result'),
  ]
}

function idsOf(blocks: readonly unknown[], type: string, field: string): readonly unknown[] {
  return blocks
    .filter((block) => isObject(block) && block['type'] === type)
    .map((block) => isObject(block) && block[field])
}

function blockComplaints(block: unknown, role: unknown): readonly string[] {
  if (!isObject(block)) return ['messages: a block is no object']
  const { type, text, id, name, input } = block
  switch (typeof type === 'string' ? type : '') {
    case 'text':
      return complain(
        typeof text !== 'string' || text.trim() === '',
        'text content blocks must contain non-whitespace text',
      )
    case 'tool_use':
      return [
        ...complain(role !== 'assistant', 'tool_use blocks can only be in assistant messages'),
        ...complain(typeof id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(id), `tool_use.id ${JSON.stringify(id)}`),
        ...complain(typeof name !== 'string' || !namePattern.test(name), `tool_use.name ${JSON.stringify(name)}`),
        ...complain(!isObject(input), 'tool_use.input: Input should be a valid dictionary'),
      ]
    case 'tool_result':
      return resultComplaints(block, role)
    case 'thinking':
      return complain(typeof block['signature'] !== 'string', 'thinking: signature: Field required')
    case 'redacted_thinking':
      return complain(typeof block['data'] !== 'string', 'redacted_thinking: data: Field required')
    default:
      return [`unknown block ${JSON.stringify(type)}`]
  }
}

function resultComplaints(block: JsonObject, role: unknown): readonly string[] {
  const { content, is_error: isError } = block
  const parts: readonly unknown[] = typeof content === 'string' ? [{ type: 'text', text: content }] : [content].flat()
  const isAllText = parts.every((part) => isObject(part) && part['type'] === 'text')
  return [
    ...complain(role !== 'user', 'tool_result blocks can only be in user messages'),
    ...complain(isError === true && !isAllText, 'all content must be type text if is_error is true'),
    ...parts.flatMap((part) => {
      if (isObject(part) && part['type'] === 'image') return imageComplaints(part['source'])
      return blockComplaints(part, role)
    }),
  ]
}

const imageTypes: readonly unknown[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

function imageComplaints(source: unknown): readonly string[] {
  if (!isObject(source) || source['type'] !== 'base64') return ['image: source']
  const data = Buffer.from(typeof source['data'] === 'string' ? source['data'] : '', 'base64')
  return [
    ...complain(!imageTypes.includes(source['media_type']), 'image: media_type'),
    ...complain(data.length > 5_000_000, 'image exceeds 5 MB maximum'),
    ...complain(source['media_type'] === 'image/png' && data.readUInt32BE(0) !== 0x89504e47, 'image: no PNG'),
  ]
}
