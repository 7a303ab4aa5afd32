/**
 * A server made with the official library, in either era: `node official-server.ts ERA` on stdio, or `serveOfficial` over HTTP. Its
 * tools `sign` and `visit` ask the person at hand, by a form and by a page, and give what was answered; `grow` adds the tool `grown`.
 */

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import {
  createMcpHandler,
  inputRequired,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { InputRequest, ServerContext } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { sendWebResponse, webRequestOf } from '../../src/adapters/mcp-server/web-exchange.ts'

/** What all connections of one server share. */
interface Shared {
  isGrown: boolean
  /** Makes it known at the connection that `grow` was called on. */
  readonly tell: (own: McpServer) => void
}

function addGrown(server: McpServer): void {
  server.registerTool('grown', { description: 'New.' }, () => ({ content: [] }))
}

function officialServer(shared: Shared): McpServer {
  const server = new McpServer({ name: 'official', version: '1' }, { capabilities: { tools: { listChanged: true } } })
  const asking = (name: string, request: InputRequest): void => {
    server.registerTool(name, { description: 'Asks.' }, ({ mcpReq }: ServerContext) => {
      const given = mcpReq.inputResponses?.['who']
      if (given === undefined) return inputRequired({ inputRequests: { who: request } })
      return { content: [{ type: 'text', text: JSON.stringify(given) }] }
    })
  }
  const requestedSchema = {
    type: 'object' as const,
    properties: { name: { type: 'string' as const } },
    required: ['name'],
  }
  asking('sign', inputRequired.elicit({ message: 'Who signs?', requestedSchema }))
  asking('visit', inputRequired.elicitUrl({ message: 'Log in.', url: 'https://example.org/consent' }))
  server.registerTool('grow', { description: 'Adds a tool.' }, () => {
    shared.isGrown = true
    shared.tell(server)
    return { content: [{ type: 'text', text: 'grown' }] }
  })
  if (shared.isGrown) addGrown(server)
  return server
}

/** The address of one over HTTP, and how it is ended. */
export async function serveOfficial(era: string): Promise<{ url: string; close: () => Promise<void> }> {
  const tell = (own: McpServer): void => {
    // In the newer era each request has a server of its own.
    if (era === 'modern') handler.notify.toolsChanged()
    else addGrown(own)
  }
  const shared: Shared = { isGrown: false, tell }
  const handler = createMcpHandler(() => officialServer(shared), { legacy: 'reject' })
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const legacyAnswer = async (request: Request): Promise<Response> => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '')
    if (known !== undefined) return await known.handleRequest(request)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    await officialServer(shared).connect(transport)
    return await transport.handleRequest(request)
  }
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const web = webRequestOf(request, Buffer.concat(chunks), response)
      const answer = era === 'modern' ? handler.fetch(web) : legacyAnswer(web)
      answer.then((given) => sendWebResponse(given, response)).catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    await handler.close()
    await Promise.all([...sessions.values()].map((transport) => transport.close()))
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  }
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`, close }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const shared: Shared = { isGrown: false, tell: addGrown }
  if (process.argv[2] === 'modern') serveStdio(() => officialServer(shared))
  else await officialServer(shared).connect(new StdioServerTransport())
}
