/**
 * A server whose version and tools stand in a file, read anew at each start: `node card-server.ts CARD ...`. What a test
 * writes there is what the server has become since the last time. A call of `end` ends it, all others give `done`.
 */

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

interface Card {
  readonly version: string
  readonly tools: readonly unknown[]
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly name?: string }
}

const card = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Card
const say = (message: object): void => {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as Message
  if (id === undefined) return
  switch (method) {
    case 'initialize': {
      const serverInfo = { name: 'card', version: card.version }
      say({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } })
      return
    }
    case 'tools/list':
      say({ id, result: { tools: card.tools } })
      return
    case 'tools/call':
      if (params?.name === 'end') process.exit(0)
      say({ id, result: { content: [{ type: 'text', text: 'done' }] } })
      return
    case undefined:
    default:
      say({ id, error: { code: -32601, message: 'it does not do that' } })
  }
})
