/**
 * An MCP server whose tools change: `node changing-server.ts ERA HOW`. Each call of `grow` changes its list once, and it says so a
 * thousand times before it answers. HOW: `well`; `broken`, it then no longer lists anything; `same`, the list stays as it is;
 * `ending`, in the newer era, its subscriptions end at once; `refusing`, it has none. The tool `journal` gives what was heard.
 */

import { createInterface } from 'node:readline'

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: { readonly name?: string; readonly notifications?: unknown }
}

const [era = 'legacy', how = 'well'] = process.argv.slice(2)
const say = (message: object): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const answer = (id: Message['id'], result: object): void => say({ id, result: { resultType: 'complete', ...result } })
const capabilities = { tools: { listChanged: true } }
const journal: string[] = []
let growth = 0
let subscription: Message['id']

const tool = (name: string, description: string): object => ({ name, description, inputSchema: { type: 'object' } })

const list = ({ id }: Message): void => {
  if (how === 'broken' && growth > 0) {
    say({ id, error: { code: -32603, message: 'no\u001b list' } })
    return
  }
  const size = how === 'same' ? 0 : growth
  const added = Array.from({ length: size }, (_, index) => tool(`new${index + 1}`, 'New.'))
  const old = size === 0 ? [tool('old', 'Old.')] : []
  answer(id, { tools: [tool('grow', `Size ${size}.`), tool('journal', 'What was heard.'), ...old, ...added] })
}

const meta = (): object => ({ _meta: { 'io.modelcontextprotocol/subscriptionId': subscription } })

const call = ({ id, params }: Message): void => {
  if (params?.name === 'journal') {
    answer(id, { content: [{ type: 'text', text: journal.join(' ') }] })
    return
  }
  growth += 1
  const isHeard = era === 'legacy' || subscription !== undefined
  for (let count = 0; isHeard && count < 1_000; count += 1)
    say({ method: 'notifications/tools/list_changed', ...(era === 'legacy' ? {} : { params: meta() }) })
  answer(id, { content: [{ type: 'text', text: 'grown' }] })
}

const listen = ({ id, params }: Message): void => {
  if (how === 'refusing') {
    say({ id, error: { code: -32601, message: 'Method not found' } })
    return
  }
  subscription = id
  const notifications = params?.notifications
  say({ method: 'notifications/subscriptions/acknowledged', params: { notifications, ...meta() } })
  if (how !== 'ending') return
  answer(id, meta())
  subscription = undefined
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as Message
  const { id, method } = message
  if (method !== undefined) journal.push(method)
  if (method === 'tools/call') call(message)
  else if (method === 'tools/list') list(message)
  else if (method === 'subscriptions/listen' && era === 'modern') listen(message)
  else if (method === 'initialize' && era === 'legacy')
    answer(id, { protocolVersion: '2025-11-25', capabilities, serverInfo: {} })
  else if (method === 'server/discover' && era === 'modern')
    answer(id, { supportedVersions: ['2026-07-28'], capabilities })
  else if (id !== undefined) say({ id, error: { code: -32601, message: 'Method not found' } })
}
