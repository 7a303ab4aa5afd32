/**
 * An MCP server that asks the person at hand: `node asking-server.ts ERA FORM`. Its tool `sign` asks with the params FORM, a
 * JSON object, and gives back what it was answered; in the legacy era by a request, in the modern one by a result. Its tool
 * `mirror` asks with the number of the call, and sends the answer back before its result.
 */

import { createInterface } from 'node:readline'

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly result?: unknown
  readonly error?: unknown
  readonly params?: {
    readonly capabilities?: unknown
    readonly name?: string
    readonly inputResponses?: unknown
    readonly requestState?: unknown
    readonly _meta?: Readonly<Record<string, unknown>>
  }
}

const [era = 'legacy', formText = '{}'] = process.argv.slice(2)
const form: unknown = JSON.parse(formText)
const say = (message: object): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const done = (value: unknown): object => ({
  resultType: 'complete',
  content: [{ type: 'text', text: JSON.stringify(value) }],
})
const tools = ['sign', 'mirror', 'forever', 'capabilities'].map((name) => ({ name, inputSchema: { type: 'object' } }))
let callId: Message['id']
let questionId: Message['id']
let capabilities: unknown

const call = ({ id, params }: Message): void => {
  if (era === 'modern') capabilities = params?._meta?.['io.modelcontextprotocol/clientCapabilities']
  if (params?.name === 'capabilities') {
    say({ id, result: done(capabilities) })
    return
  }
  callId = id
  if (era === 'legacy') {
    questionId = params?.name === 'mirror' ? id : 'question-1'
    say({ id: questionId, method: 'elicitation/create', params: form })
    return
  }
  const { inputResponses, requestState } = params ?? {}
  const isAnswered = inputResponses !== undefined && params?.name === 'sign'
  const ask = { resultType: 'input_required', inputRequests: { who: { method: 'elicitation/create', params: form } } }
  if (isAnswered) say({ id, result: done({ ...(inputResponses as { who: object }).who, requestState }) })
  else say({ id, result: { ...ask, requestState: 'état=1' } })
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as Message
  const { id, method } = message
  if (method === 'tools/call') call(message)
  else if (id === undefined) continue
  else if (id === questionId) {
    if (questionId === callId) say(message)
    say({ id: callId, result: done(message.result ?? message.error) })
  } else if (method === 'tools/list') say({ id, result: { resultType: 'complete', tools } })
  else if (method === 'initialize' && era === 'legacy') {
    capabilities = message.params?.capabilities
    say({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} } })
  } else if (method === 'server/discover' && era === 'modern') {
    say({ id, result: { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } })
  } else say({ id, error: { code: -32601, message: 'Method not found' } })
}
