/**
 * The server that all measurements share: plain Node, no library, nothing but what a call needs.
 *
 * `echo` answers with its argument, `huge` with as many bytes of text as asked.
 */

import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

const tools = ['echo', 'huge'].map((name) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: { type: 'object', properties: {} },
}))

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'bare', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name, arguments: args }) => ({
    content: [{ type: 'text', text: name === 'huge' ? 'x'.repeat(args.bytes) : String(args.text) }],
  }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const result = results[method]?.(params)
  const answer = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result }
  write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`)
})

/** At once, as a server without buffers of its own does. */
function write(text) {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(1, bytes, done)
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}
