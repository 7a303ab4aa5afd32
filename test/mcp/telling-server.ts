/** An MCP server that tells how far it is and what it does: its tool `index` does so three times before it answers. */

import { createInterface } from 'node:readline'

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: { readonly _meta?: { readonly progressToken?: unknown } }
}

const say = (message: object): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const progress = (params: object): void => say({ method: 'notifications/progress', params })
const log = (params: object): void => say({ method: 'notifications/message', params })

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as Message
  if (method === 'tools/call') {
    const progressToken = params?._meta?.progressToken
    log({ level: 'info', data: 'index \u001b[31mopened' })
    progress({ progressToken, progress: 1, total: 3, message: 'reading\nmuch' })
    progress({ progressToken, progress: 1, total: 3, message: 'no step' })
    progress({ progressToken, progress: 2 })
    log({ level: 'warning', logger: 'disk', data: { free: 3 } })
    say({ id, result: { content: [{ type: 'text', text: 'done' }] } })
  } else if (method === 'initialize') {
    const capabilities = { tools: {}, logging: {} }
    say({ id, result: { protocolVersion: '2025-11-25', capabilities, serverInfo: {} } })
  } else if (method === 'tools/list')
    say({ id, result: { tools: [{ name: 'index', inputSchema: { type: 'object' } }] } })
  else if (id !== undefined) say({ id, error: { code: -32601, message: 'Method not found' } })
}
